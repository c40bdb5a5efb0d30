// Embedders behind a provider, by their identity.

import type { AiBinding } from "../../remote/ai-binding.ts";
import { platformPorts, type RemotePorts } from "../../remote/ports.ts";
import type { EmbedderConfiguration } from "../configuration.ts";
import type { Embedder } from "../embedder.ts";
import { openAiCompatibleProvider } from "./openai-compatible.ts";
import { RemoteEmbedder } from "./remote-embedder.ts";
import { workersAiProvider } from "./workers-ai.ts";

/** How providers are reached; each part may be missing. */
export interface RemoteMeans {
  readonly ai?: AiBinding;
  readonly configuration?: Pick<EmbedderConfiguration, "endpoint" | "dailyTokens">;
  /** The platform's own where it is not given. */
  readonly fetch?: typeof fetch;
  readonly ports?: RemotePorts;
}

/**
 * The embedder of an identity such as `workers-ai:MODEL:256` or `openai-compatible:MODEL:1024`, or undefined for any other
 * name. One whose provider cannot be reached from here keeps its name and length, and fails with `unavailable`.
 */
export function remoteEmbedderNamed(name: string, means: RemoteMeans): Embedder | undefined {
  const ports = means.ports ?? platformPorts();
  const now = () => ports.now();
  const send: typeof fetch = means.fetch ?? ((...request) => fetch(...request));
  const provider =
    workersAiProvider(name, means.ai, now) ??
    openAiCompatibleProvider(name, means.configuration?.endpoint, send, now);
  return provider && new RemoteEmbedder(provider, ports, means.configuration?.dailyTokens ?? null);
}
