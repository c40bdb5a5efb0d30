// Embedders behind a provider as tests want them: time in the test's hand, and an address on this machine.

import { type EmbedderConfiguration, embedderConfigurationOf } from "../../durable/embed/configuration.ts";
import type { Embedder } from "../../durable/embed/embedder.ts";
import type { EmbedderFailure } from "../../durable/embed/failure.ts";
import { embedderNamed } from "../../durable/embed/index.ts";
import type { RemoteMeans } from "../../durable/embed/remote/named.ts";
import { openAiCompatibleProvider } from "../../durable/embed/remote/openai-compatible.ts";
import { RemoteEmbedder, type Side, type TimeLimits } from "../../durable/embed/remote/remote-embedder.ts";
import { TestPorts } from "./remote-ports.ts";

/** The embedder of an identity. Throws where there is none. */
export function named(name: string, means: RemoteMeans): Embedder {
  const embedder = embedderNamed(name, { ports: new TestPorts(), ...means });
  if (!embedder) throw new Error(`there is no embedder ${name}`);
  return embedder;
}

/** The configuration of a deployment that sends to a base address, with the key `the-key`. */
export function endpointTo(url: string, more: Record<string, string> = {}): EmbedderConfiguration {
  return embedderConfigurationOf({ EMBEDDER_URL: url, EMBEDDER_KEY: "the-key", ...more }, []);
}

export const TEXTS = ["the alarm code is 4471", "cats sleep", "deploy on Fridays"];

interface Opened {
  readonly name?: string;
  readonly variables?: Record<string, string>;
  readonly ports?: TestPorts;
  readonly time?: TimeLimits;
}

/** The openai-compatible embedder of a deployment that sends to a base address; its vectors have eight numbers. */
export function openAiCompatible(url: string, opened: Opened = {}): RemoteEmbedder {
  const { name = "openai-compatible:some-model:8", variables, ports = new TestPorts(), time } = opened;
  const { endpoint, dailyTokens } = endpointTo(url, variables);
  const provider = openAiCompatibleProvider(name, endpoint, (...request) => fetch(...request), ports.now);
  if (!provider) throw new Error(`there is no provider ${name}`);
  return new RemoteEmbedder(provider, ports, dailyTokens, time);
}

/** Why it does not embed. Throws when it does. */
export async function failureOf(
  embedder: Embedder,
  texts: readonly string[] = TEXTS,
  side: Side = "document",
): Promise<EmbedderFailure> {
  return embedder.embed(texts, side).then(
    () => Promise.reject(new Error("it was embedded")),
    (error: EmbedderFailure) => error,
  );
}
