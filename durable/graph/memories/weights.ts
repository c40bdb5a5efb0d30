// What each factor of a ranking weighs. A set is valid when no weight is negative or endless and all of them make up one.

export const FACTORS = [
  "similarity",
  "recency",
  "frequency",
  "type_boost",
  "scope_boost",
  "confidence",
  "reinforcement",
  "tag_affinity",
  "graph_proximity",
] as const;
export type Factor = (typeof FACTORS)[number];

export type Weights = Readonly<Record<Factor, number>>;

const SMALL = { scope_boost: 0.08, reinforcement: 0.07, tag_affinity: 0.05, type_boost: 0.1 };

export const PRESETS = {
  config: { similarity: 0.5, recency: 0.08, frequency: 0.05, confidence: 0.07, graph_proximity: 0, ...SMALL },
  fallback: {
    similarity: 0.45,
    recency: 0.08,
    frequency: 0.05,
    confidence: 0.07,
    graph_proximity: 0.05,
    ...SMALL,
  },
  readme: { similarity: 0.35, recency: 0.15, frequency: 0.1, confidence: 0.1, graph_proximity: 0, ...SMALL },
} as const satisfies Readonly<Record<string, Weights>>;
export type PresetName = keyof typeof PRESETS;

/** How far the sum of all weights may be from one. */
const SLACK = 0.01;
/** What adding nine decimals may come to. */
const ROUNDING = 1e-9;

export function areValid(weights: Partial<Weights>): boolean {
  const values = FACTORS.map((factor) => weights[factor] ?? 0);
  if (!values.every((value) => Number.isFinite(value) && value >= 0)) return false;
  const sum = values.reduce((a, b) => a + b, 0);
  return Math.abs(sum - 1) <= SLACK + ROUNDING;
}

/** The weights that are used: those that are asked for where they are valid, else the fallback. */
export function weightsFor(asked: PresetName | Partial<Weights>): {
  readonly weights: Weights;
  readonly fellBack: boolean;
} {
  if (typeof asked === "string") return { weights: PRESETS[asked], fellBack: false };
  if (!areValid(asked)) return { weights: PRESETS.fallback, fellBack: true };
  const weights = Object.fromEntries(FACTORS.map((factor) => [factor, asked[factor] ?? 0])) as Record<
    Factor,
    number
  >;
  return { weights, fellBack: false };
}

/** What the route weighs in a recall, at least: with less, what the graph has learned could not move a memory. */
export const LEAST_ROUTE_WEIGHT = 0.05;

export function withRoute(weights: Weights, least = LEAST_ROUTE_WEIGHT): Weights {
  return { ...weights, graph_proximity: Math.max(weights.graph_proximity, least) };
}
