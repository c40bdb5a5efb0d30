// Learns the weights of the screen's request model and writes them: logistic regression on the features of sentences that
// were written for it, and of this repository's own documents, as they are today, as what is no order.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { folded } from "../../durable/text/screening/fold.ts";
import {
  FEATURES,
  type Feature,
  featuresOf,
  statementFeatures,
} from "../../durable/text/screening/requests.ts";
import { EXAMPLES } from "./examples.ts";

const OUT = "durable/text/screening/request-weights.ts";
const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "docs",
  "docs/decisions",
  "examples/sample-workspace",
];
const ROUNDS = 2_000;
const RATE = 0.5;
/** How strongly weights are held at 0. */
const HOLD = 0.002;

interface Row {
  readonly features: ReadonlySet<Feature>;
  readonly isOrder: boolean;
  readonly share: number;
}

function documents(): string[] {
  return DOCUMENTS.flatMap((path) =>
    path.endsWith(".md")
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".md"))
          .map((name) => `${path}/${name}`),
  ).map((path) => readFileSync(path, "utf8").replace(/^(`{3,})[\s\S]*?^\1/gm, ""));
}

function rows(): Row[] {
  const written = EXAMPLES.flatMap(({ text, isOrder }) =>
    [featuresOf(folded(text), () => false), featuresOf(folded(text), () => true)]
      // An order may be made to fit into its text; a question about what its text is about is nobody's order.
      .filter((features) => !(isOrder && features.has("asks_related")))
      .filter((features) => features.size > 0)
      .map((features) => ({ features, isOrder, share: 0 })),
  );
  const own = documents()
    .flatMap((text) =>
      statementFeatures(folded(text)).map((features) => ({ features, isOrder: false, share: 0 })),
    )
    .filter(({ features }) => features.size > 0);
  const orders = written.filter(({ isOrder }) => isOrder).length;
  const others = written.length - orders;
  // Orders weigh as much as everything else, and what people write as much as the documents.
  return [
    ...written.map((row) => ({
      ...row,
      share: row.isOrder ? (row.features.has("related") ? 0.15 : 0.85) / orders : 0.35 / others,
    })),
    ...own.map((row) => ({ ...row, share: 0.15 / own.length })),
  ];
}

const examples = rows();
const weights = Object.fromEntries(FEATURES.map((feature) => [feature, 0])) as Record<Feature, number>;
let bias = 0;
for (let round = 0; round < ROUNDS; round++) {
  const slope = Object.fromEntries(FEATURES.map((feature) => [feature, HOLD * weights[feature]])) as Record<
    Feature,
    number
  >;
  let slopeOfBias = 0;
  for (const { features, isOrder, share } of examples) {
    let score = bias;
    for (const feature of features) score += weights[feature];
    const error = share * (1 / (1 + Math.exp(-score)) - (isOrder ? 1 : 0));
    slopeOfBias += error;
    for (const feature of features) slope[feature] += error;
  }
  bias -= RATE * slopeOfBias * 4;
  for (const feature of FEATURES) weights[feature] -= RATE * slope[feature] * 4;
}
const rounded = (number: number) => Math.round(number * 100) / 100;
const lines = FEATURES.map((feature) => `  ${feature}: ${rounded(weights[feature])},`);
writeFileSync(
  OUT,
  `// Weights of the request model, written by scripts/screening/train.ts: a sentence whose sum is above 0 is more likely an order
// to whoever answers than not. They were learned from sentences written for it and from this repository's documents alone.

import type { Feature } from "./requests.ts";

export const REQUEST_BIAS = ${rounded(bias)};

export const REQUEST_WEIGHTS: Readonly<Record<Feature, number>> = {
${lines.join("\n")}
};
`,
);
const right = examples.filter(({ features, isOrder }) => {
  let score = bias;
  for (const feature of features) score += weights[feature];
  return score > 0 === isOrder;
}).length;
console.log(`${examples.length} sentences, ${right} on the right side`);
