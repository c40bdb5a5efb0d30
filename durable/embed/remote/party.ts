// How failures call the provider of embeddings, and by which variables a deployment reaches it.

import type { Party } from "../../remote/party.ts";
import { badAnswerOf } from "../../remote/post-json.ts";
import type { RequestFault } from "../../remote/request-fault.ts";

export const EMBEDDING_PARTY: Party = {
  name: "the embedding provider",
  purpose: "embeddings",
  variables: {
    url: "EMBEDDER_URL",
    key: "EMBEDDER_KEY",
    model: "EMBEDDER_MODEL",
    dailyTokens: "EMBEDDER_DAILY_TOKENS",
  },
};

export function badAnswer(what: string): RequestFault {
  return badAnswerOf(EMBEDDING_PARTY, what);
}
