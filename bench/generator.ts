// A graph made of numbers alone, the same on every machine: x ← (1664525·x + 1013904223) mod 2³², u = x / 2³²,
// stepping before each draw. Every node draws four edges; a later edge between the same ends replaces the earlier.

export interface Generated {
  readonly nodes: number;
  /** Ends by node number, weights in −0.55…0.95; in order of first appearance. */
  readonly edges: readonly (readonly [source: number, target: number, weight: number])[];
  /** Where a walk starts, best first. */
  readonly seeds: readonly (readonly [node: number, score: number])[];
}

const SEED = 42;
const EDGES_PER_NODE = 4;
/** Share of edges that suppress. */
const SUPPRESSING = 0.03;
const SEED_SCORES = [0.9, 0.8, 0.7, 0.6] as const;

/** Draws in [0, 1). */
export function draws(seed: number): () => number {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(1664525, x) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
}

/** The graph of `nodes` nodes for a seed. */
export function generate(nodes: number, seed = SEED): Generated {
  const draw = draws(seed);
  const weights = new Map<number, number>();
  for (let source = 0; source < nodes; source++) {
    for (let turn = 0; turn < EDGES_PER_NODE; turn++) {
      const drawn = Math.floor(draw() * nodes);
      const strength = draw();
      const suppresses = draw() < SUPPRESSING;
      const target = drawn === source ? (source + 1) % nodes : drawn;
      weights.set(source * nodes + target, suppresses ? -0.05 - 0.5 * strength : 0.05 + 0.9 * strength);
    }
  }
  return {
    nodes,
    edges: Array.from(weights, ([ends, weight]) => [Math.floor(ends / nodes), ends % nodes, weight] as const),
    seeds: SEED_SCORES.map((score, quarter) => [Math.floor((quarter * nodes) / 4), score] as const),
  };
}
