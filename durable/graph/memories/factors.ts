// What speaks for a memory beside its words and its meaning, each 0 … 1: how lately and how often it was of use, what kind of
// memory it is, how sure it is, how often it was heard again, and whether its tags are asked for.

import type { MemoryRecord } from "./memory-record.ts";
import type { Factor } from "./weights.ts";

export interface AskedOf {
  readonly now: number;
  readonly project: string;
  /** Words of the question, lower case. */
  readonly words: ReadonlySet<string>;
  /** Words of a tag, as those of the question are made. */
  readonly wordsOf: (tag: string) => readonly string[];
}

const HOUR_MS = 3_600_000;
const HALF_LIFE_HOURS = 168;
// biome-ignore lint/suspicious/noApproximativeNumericConstant: rankings are compared with those of the reference, which rounds it
const HALVING = 0.693;
const NEVER_USED = 0.1;
/** A count counts in full from 2^10 − 1 uses, and from 2^5 − 1 times heard again. */
const USE_DOUBLINGS = 10;
const HEARD_DOUBLINGS = 5;
const TYPE_BOOSTS: Readonly<Record<string, number>> = {
  rule: 1.5,
  procedure: 1.3,
  fact: 1,
  episode: 0.8,
  preference: 0.7,
};
const MOST_BOOST = 1.5;
const OTHER_SCOPE = 0.8;
/** A confidence below this says that nobody said any. */
const LEAST_CONFIDENCE = 0.01;
const USUAL_CONFIDENCE = 0.7;

export function factorsOf(
  memory: MemoryRecord,
  asked: AskedOf,
  { similarity, proximity }: { readonly similarity: number; readonly proximity: number },
): Record<Factor, number> {
  return {
    similarity,
    recency: recencyOf(memory.lastAccessed, asked.now),
    frequency: countOf(memory.accessCount, USE_DOUBLINGS),
    type_boost: (TYPE_BOOSTS[memory.type] ?? 1) / MOST_BOOST,
    scope_boost: scopeBoost(memory, asked.project) / MOST_BOOST,
    confidence: memory.confidence < LEAST_CONFIDENCE ? USUAL_CONFIDENCE : memory.confidence,
    reinforcement: countOf(memory.reinforcedCount, HEARD_DOUBLINGS),
    tag_affinity: tagAffinity(memory.tags, asked),
    graph_proximity: proximity,
  };
}

function recencyOf(lastAccessed: number | null, now: number): number {
  if (lastAccessed === null) return NEVER_USED;
  const hours = Math.max(0, now - lastAccessed) / HOUR_MS;
  return Math.exp((-HALVING * hours) / HALF_LIFE_HOURS);
}

function countOf(count: number, doublings: number): number {
  return count <= 0 ? 0 : Math.min(1, Math.log2(count + 1) / doublings);
}

function scopeBoost({ scope, project }: MemoryRecord, asked: string): number {
  if (asked === "") return 1;
  if (scope === "project" && project === asked) return MOST_BOOST;
  return scope === "permanent" ? 1 : OTHER_SCOPE;
}

/** The share of tags whose words are all asked for. */
function tagAffinity(tags: readonly string[], { words, wordsOf }: AskedOf): number {
  if (tags.length === 0) return 0;
  const found = tags.filter((tag) => {
    const parts = wordsOf(tag);
    return parts.length > 0 && parts.every((word) => words.has(word));
  });
  return found.length / tags.length;
}

/** How near a memory is that a walk found at so many hops: next to it 1, two hops 0.5, anything else 0.25. */
export function proximityOf(hops: number): number {
  return hops === 1 ? 1 : hops === 2 ? 0.5 : 0.25;
}
