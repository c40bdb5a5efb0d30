// The two profiles of settings.ts. Where `product` differs from `parity`, it repairs a defect of the reference.

import type { Settings } from "./settings.ts";

const TIERS = { inhibitoryThreshold: -0.01, reflexThreshold: 0.6, habitualRange: [0.15, 0.6] } as const;

/** Limits of a library call without any: the walk of replay, which nothing waits for. */
export const UNLIMITED = { maxHops: 30, maxFiredNodes: null, maxContextChars: null } as const;

export const PARITY: Settings = {
  vectors: "exact",
  traversal: {
    ...TIERS,
    maxHops: 15,
    beamWidth: 8,
    edgeDamping: 0.3,
    fireThreshold: 0.01,
    visitPenalty: 0,
    maxFiredNodes: 30,
    maxContextChars: 30_000,
    blockingShare: null,
    withdraw: false,
    protectConstitutional: false,
  },
  routing: { mode: "off", topK: 5, alphaSim: 0.5, useRelevance: true },
  seeds: { topK: 4, relativeFloor: 0, absoluteFloor: -1 },
  learning: {
    rule: "gradient",
    learningRate: 0.1,
    discount: 0.95,
    temperature: 1,
    baseline: 0,
    weightBounds: [-1, 1],
    hebbianIncrement: 0.06,
    promotionThreshold: 2,
    hebbianCap: 20,
    coFire: "always",
    kinds: "rewrite",
    followSteps: false,
    readTemperatureAndBaseline: false,
    ignoreUnknown: false,
  },
  injection: {
    topK: 3,
    minSimilarity: 0.3,
    minSimilarityHash: 0,
    inhibitionStrength: -0.5,
    inhibition: "approach",
    inhibitionRate: 0.08,
    correctedShare: null,
    teachQuestion: false,
  },
  decay: { halfLife: 140, minWeight: 0.01, canonicalScale: 2 },
  homeostasis: { reflexRange: [0.05, 0.15], shrink: 0.97, stretch: 1.03, halfLifeRange: [60, 300] },
  scaling: { budget: 5, power: 0.25 },
  structure: {
    splitSuggestions: 10,
    splitsPerRun: 3,
    splitMinScore: 0,
    splitMinParts: 1,
    siblingWeight: 0.3,
    splitMinSimilarity: 0.2,
    mergeMaxLength: 1200,
    mergeMinWeight: 0.8,
    mergesPerRun: 5,
    pruneBelow: 0.01,
    pruneCanonicalAbove: 0.1,
    connectSuggestions: 20,
    carryOver: false,
    keepWorkspace: false,
    pruneInhibitory: true,
    pruneOrphans: "any",
    learningNodes: "prefix",
    connectNeedsFile: true,
  },
  health: { ...TIERS, habitualRange: [0.2, 0.6] },
  sync: { keepLearned: false, followText: false },
  prompt: { frame: 35 },
};

export const PRODUCT: Settings = {
  ...PARITY,
  vectors: "packed",
  traversal: { ...PARITY.traversal, blockingShare: 0.35, withdraw: true, protectConstitutional: true },
  seeds: { topK: 4, relativeFloor: 0.5, absoluteFloor: 0.05 },
  learning: {
    ...PARITY.learning,
    rule: "conserving",
    coFire: "positive",
    kinds: "keep",
    followSteps: true,
    readTemperatureAndBaseline: true,
    ignoreUnknown: true,
  },
  injection: {
    ...PARITY.injection,
    minSimilarityHash: 0.3,
    inhibition: "set",
    correctedShare: 0.8,
    teachQuestion: true,
  },
  structure: {
    ...PARITY.structure,
    splitMinScore: 0.35,
    splitMinParts: 2,
    carryOver: true,
    keepWorkspace: true,
    pruneInhibitory: false,
    pruneOrphans: "generated",
    learningNodes: "kind",
    connectNeedsFile: false,
  },
  health: TIERS,
  sync: { keepLearned: true, followText: true },
  prompt: { frame: 36 },
};

export const PROFILES = { parity: PARITY, product: PRODUCT } as const;
export type ProfileName = keyof typeof PROFILES;
