// The generated graph as a file that an agent imports: pages of state.json, with generated texts.

import { statePages } from "../client/state-lines.ts";
import { generate } from "./generator.ts";
import { sentences } from "./texts.ts";

const TEXT_SEED = 7;
/** What every so manieth node is. */
const TYPES = ["TEACHING", "CORRECTION", "DIRECTIVE"] as const;
const PLAIN = 4;

export interface GeneratedState {
  readonly nodes: number;
  readonly edges: number;
  readonly pages: () => AsyncIterable<string>;
}

export function generatedState(nodes: number): GeneratedState {
  const { edges } = generate(nodes);
  const id = (number: number) => `notes/${Math.floor(number / 20)}.md::${number}`;
  const texts = sentences(TEXT_SEED);
  const state = {
    graph: {
      nodes: Array.from({ length: nodes }, (_, number) => ({
        id: id(number),
        content: `${texts.next().value} (${number})`,
        metadata: number % PLAIN === 0 ? { type: TYPES[(number / PLAIN) % TYPES.length] } : {},
      })),
      edges: edges.map(([source, target, weight]) => ({
        source: id(source),
        target: id(target),
        weight,
        kind: weight < 0 ? "inhibitory" : "sibling",
      })),
    },
    meta: {},
  };
  const file = JSON.stringify(state);
  async function* open() {
    yield file;
  }
  return { nodes, edges: edges.length, pages: () => statePages(open) };
}
