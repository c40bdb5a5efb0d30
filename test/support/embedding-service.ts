// Set up once for the tests in the Workers runtime: an embedding service on this machine, whose address they are told.

import type { TestProject } from "vitest/node";
import { EmbeddingServer, hang, raw } from "./embedding-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Base addresses of services that answer honestly, send elsewhere, and never answer. */
    embeddingService: { readonly honest: string; readonly moved: string; readonly silent: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const rules = { key: "the-key", items: 4, textBytes: 20_000 };
  const [honest, moved, silent] = await Promise.all([
    EmbeddingServer.begin(rules),
    EmbeddingServer.begin({ always: raw("", 307, { location: "/v1/elsewhere" }) }),
    EmbeddingServer.begin({ always: hang }),
  ]);
  project.provide("embeddingService", { honest: honest.url, moved: moved.url, silent: silent.url });
  return async () => {
    await Promise.all([honest.end(), moved.end(), silent.end()]);
  };
}
