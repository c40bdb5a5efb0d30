// The product end to end, beside the systems that it is compared with.

import { ProductMemory } from "./product-memory.ts";
import type { RememberingEmbedder } from "./remembering-embedder.ts";
import type { System } from "./system.ts";

export function productSystem(name: string, embedder: RememberingEmbedder): System {
  return {
    name,
    embedder,
    open(stored) {
      const memory = new ProductMemory(embedder);
      return {
        wake: () => memory.wake(),
        ingest: (documents) =>
          stored === "memories" ? memory.remember(documents) : memory.ingest(documents),
        async ask(question, count) {
          const reply = await memory.query(question, count);
          const { confidence = null } = reply as { readonly confidence?: number | null };
          return {
            ids: reply.fired.flatMap(({ id }) => memory.documentOf(id) ?? []),
            refused: reply.decision === "low_confidence",
            confidence,
          };
        },
      };
    },
  };
}
