// The product end to end: documents come in and questions are asked through its own operations, over its own store.

import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { perform } from "../../durable/operations/perform.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import type { InjectBatchRequest } from "../../wire/learning.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { QueryReply } from "../../wire/query.ts";
import { awake, benchCall } from "../memory.ts";
import type { EvaluationDocument } from "./evaluation-set.ts";
import type { RememberingEmbedder } from "./remembering-embedder.ts";
import type { System } from "./system.ts";

type NewNode = InjectBatchRequest["nodes"][number];

/** Fired nodes for each document that is wanted: the walk adds to its seeds. */
const FIRED_PER_WANTED = 5;

export function productSystem(name: string, embedder: RememberingEmbedder): System {
  return {
    name,
    embedder,
    open() {
      const stored = { database: new NodeDatabase(), embedder };
      const memory = awake(stored);
      const idOf = new Map<string, string>();
      return {
        wake: () => awake(stored),
        async ingest(documents) {
          for (const batch of batchesOf(documents)) {
            const nodes = batch.map((document) => {
              const node = `document-${String(idOf.size).padStart(6, "0")}`;
              idOf.set(node, document.id);
              return nodeOf(node, document);
            });
            answerOf(await perform(memory, "injectBatch", { nodes }, benchCall()));
          }
        },
        async ask(question, count) {
          const request = {
            query: question,
            top_k: count,
            max_fired_nodes: Math.min(count * FIRED_PER_WANTED, LIMITS.firedNodes),
            max_context_chars: LIMITS.contextChars,
          };
          const reply = answerOf(await perform(memory, "query", request, benchCall()));
          requireWhole(reply, name);
          const { confidence = null } = reply as { readonly confidence?: number | null };
          return {
            ids: reply.fired.flatMap(({ id }) => idOf.get(id) ?? []),
            refused: reply.decision === "low_confidence",
            confidence,
          };
        },
      };
    },
  };
}

/** Batches as large as a request may be; a session stays in one as long as it fits. */
function* batchesOf(documents: readonly EvaluationDocument[]): Iterable<readonly EvaluationDocument[]> {
  let batch: EvaluationDocument[] = [];
  for (const session of sessionsOf(documents)) {
    if (batch.length > 0 && batch.length + session.length > LIMITS.nodesPerBatch) {
      yield batch;
      batch = [];
    }
    for (const document of session) {
      if (batch.push(document) < LIMITS.nodesPerBatch) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Neighbours of one session together; documents without a session each for itself. */
function sessionsOf(documents: readonly EvaluationDocument[]): EvaluationDocument[][] {
  const sessions: EvaluationDocument[][] = [];
  for (const document of documents) {
    const last = sessions.at(-1);
    if (last && document.session !== undefined && last[0].session === document.session) last.push(document);
    else sessions.push([document]);
  }
  return sessions;
}

function nodeOf(id: string, document: EvaluationDocument): NewNode {
  const { text, speaker, time, title, session, turn, caption } = document;
  const known = Object.entries({ speaker, time, title, session, turn, caption }).filter(
    ([, value]) => value !== undefined,
  );
  return { id, content: text, metadata: Object.fromEntries(known) as NewNode["metadata"] };
}

/** An answer without the question's vector is not what this system is measured for. */
function requireWhole({ degraded }: QueryReply, name: string): void {
  if (degraded === undefined) return;
  throw new EmbedderFailure("unavailable", `a question to ${name} was answered by full text alone`);
}

function answerOf<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: { readonly message: string } },
): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
