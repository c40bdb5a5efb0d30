// How a node stands to a question that was asked before: its own words and meaning, its rank among the candidates, and
// what a seed needed. Computed in the memory as it is now; what a seed needed is told as it was.

import type { Lowered } from "../graph/lowering.ts";
import type { SeedSettings } from "../graph/recall-settings.ts";
import { seedsOf } from "../graph/seeding.ts";
import { byScoreThenId, type Scored } from "../graph/vectors.ts";
import type { Trail } from "../store/ports.ts";
import { candidatesOf } from "./candidates.ts";
import { isEntityId } from "./knowledge-rows.ts";
import type { Work } from "./memory.ts";
import { reaching } from "./reaching.ts";
import { type EmbeddedQuestion, excluding } from "./recall.ts";

export interface Standing {
  /** As a seed; null: not among the candidates. */
  readonly score: number | null;
  readonly rank: number | null;
  /** Null: nothing was a seed. */
  readonly needed: number | null;
  readonly words: number;
  readonly meaning: number | null;
  /** Whether it would be a seed now, as the question was asked then. */
  readonly isSeed: boolean;
  /** Whether it would be one if the question's vector counts as well. */
  readonly isSeedByMeaning: boolean;
  /** Good enough, and yet behind those that took all places. */
  readonly isOutRanked: boolean;
  /** It would be a seed, had no verdict lowered it. */
  readonly isLoweredOut: boolean;
  /** What verdicts left of nodes, by id. */
  readonly lowered: ReadonlyMap<string, Lowered>;
}

interface Found {
  readonly found: readonly Scored[];
  /** What the relative floor goes by; absent: the first. */
  readonly best?: number;
  readonly words: ReadonlyMap<string, number>;
  readonly meaning: ReadonlyMap<string, number>;
  readonly lowered?: ReadonlyMap<string, Lowered>;
}

const NONE_LOWERED: ReadonlyMap<string, Lowered> = new Map();

interface Asked extends Pick<EmbeddedQuestion, "vector" | "reach"> {
  readonly trail: Trail;
  readonly node: string;
}

export function standingOf(work: Work, asked: Asked): Standing {
  const { trail, node, vector } = asked;
  const settings = { ...work.settings.seeds, topK: trail.why?.bounds.topK ?? work.settings.seeds.topK };
  const hadVector = trail.why?.hadVector ?? true;
  const then = foundBy(work, asked, hadVector, settings);
  const isSeed = isAmong(then, node, settings);
  const rank = then.found.findIndex(([id]) => id === node);
  const score = rank < 0 ? null : then.found[rank][1];
  const needed = neededBy(trail, settings);
  const lowered = then.lowered ?? NONE_LOWERED;
  return {
    score,
    rank: rank < 0 ? null : rank + 1,
    needed,
    words: then.words.get(node) ?? 0,
    meaning: vector && (then.meaning.get(node) ?? work.vectors.similarity(node, vector)),
    isSeed,
    isSeedByMeaning: !hadVector && !isSeed && isAmong(foundBy(work, asked, true, settings), node, settings),
    isOutRanked:
      score !== null && rank >= settings.topK && isAmong(then, node, { ...settings, topK: rank + 1 }),
    isLoweredOut: !isSeed && isAmong({ ...then, found: raised(then.found, node, lowered) }, node, settings),
    lowered,
  };
}

/** The candidates as they would be, had no verdict lowered one of them. */
function raised(
  found: readonly Scored[],
  node: string,
  lowered: ReadonlyMap<string, Lowered>,
): readonly Scored[] {
  const kept = lowered.get(node)?.kept ?? 1;
  return found.map(([id, score]): Scored => [id, id === node ? score / kept : score]).sort(byScoreThenId);
}

function foundBy(
  work: Work,
  { trail, node, vector, reach }: Asked,
  withVector: boolean,
  settings: SeedSettings,
): Found {
  const { graph, vectors } = work;
  const { hybrid } = work.settings;
  const by = withVector ? vector : null;
  const filters = trail.why?.filters;
  const isExcluded = filters && excluding(filters.files, filters.prefixes);
  const isAllowed = isExcluded
    ? (id: string) => id === node || !isExcluded(graph.fileAt(graph.positionOf(id)))
    : undefined;
  const search = () => {
    const { taught } = work.settings;
    if (hybrid)
      return candidatesOf(
        work,
        { text: trail.query, vector: by, isAllowed },
        {
          hybrid,
          taught,
          taughtFloor: settings.taughtFloor,
          inhibitoryThreshold: work.settings.traversal.inhibitoryThreshold,
          now: work.call.now,
        },
      );
    const found: readonly Scored[] = by ? vectors.search(by, vectors.size, settings.taughtFloor) : [];
    return { found, words: new Map<string, number>(), meaning: new Map<string, number>(found) };
  };
  return reach && by ? reaching(work, reach, search) : search();
}

function isAmong({ found, best }: Found, node: string, settings: SeedSettings): boolean {
  return seedsOf(found, settings, best).some(([id]) => id === node);
}

/** The least score with which a node would have been a seed. */
function neededBy(
  { seeds: all, why }: Trail,
  { topK, relativeFloor, absoluteFloor }: SeedSettings,
): number | null {
  // Entities that the question names begin the walk besides.
  const seeds = all.filter(([id]) => !isEntityId(id));
  if (seeds.length === 0) return null;
  if (seeds.length >= topK) return seeds[seeds.length - 1][1];
  return why?.bounds.leastSeed ?? Math.max(absoluteFloor, relativeFloor * seeds[0][1]);
}
