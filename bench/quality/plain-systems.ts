// What the product is compared with: full text alone, the vectors of one embedder alone, and no order at all.

import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { digestOf } from "../../durable/text/digest.ts";
import { fullTextOf } from "./evaluation-set.ts";
import { LexicalIndex } from "./lexical-index.ts";
import type { RememberingEmbedder } from "./remembering-embedder.ts";
import type { Answer, System } from "./system.ts";

export const LEXICAL: System = {
  name: "lexical",
  open() {
    const index = new LexicalIndex();
    return {
      async ingest(documents) {
        for (const document of documents) index.add(document.id, fullTextOf(document));
      },
      ask: async (question, count) => answerOf(index.search(question, count)),
    };
  },
};

/** Documents in any order, the same for a question: what a set gives away by being small. */
export const RANDOM: System = {
  name: "random",
  open() {
    const ids: string[] = [];
    return {
      async ingest(documents) {
        for (const { id } of documents) ids.push(id);
      },
      async ask(question, count) {
        const order = ids.toSorted((a, b) => {
          const [first, second] = [a, b].map((id) => digestOf(`${question} ${id}`));
          return first < second ? -1 : 1;
        });
        return { ids: order.slice(0, count), refused: false, confidence: null };
      },
    };
  },
};

/** Cosine alone, on rows packed as the product keeps them. */
export function vectorSystem(name: string, embedder: RememberingEmbedder): System {
  return {
    name,
    embedder,
    open() {
      const index = new PackedVectors(embedder.dimension);
      return {
        async ingest(documents) {
          const vectors = await embedder.embed(documents.map(fullTextOf), "document");
          for (const [place, { id }] of documents.entries()) index.set(id, 0, vectors[place]);
        },
        async ask(question, count) {
          const [vector] = await embedder.embed([question], "query");
          return answerOf(index.search(vector, count).filter(([, score]) => score > 0));
        },
      };
    },
  };
}

function answerOf(found: readonly (readonly [id: string, score: number])[]): Answer {
  return {
    ids: found.map(([id]) => id),
    refused: found.length === 0,
    confidence: found.length === 0 ? 0 : Math.min(1, found[0][1]),
  };
}
