// The naive twin of the walk: plain maps, ids instead of positions, every edge scanned for every question.
// It is written from the rules of the walk alone and shares no code with it.

import type { NodeRecord } from "../../durable/graph/records.ts";
import type { TraversalSettings } from "../../durable/graph/settings.ts";
import type { EdgeRow } from "./small-graph.ts";

export interface NaiveWorld {
  readonly nodes: ReadonlyMap<string, NodeRecord>;
  /** Edges in bucket order, no two with the same ends. */
  readonly edges: readonly EdgeRow[];
}

export interface NaiveWalk {
  fired: string[];
  scores: Record<string, number>;
  steps: { source: string; target: string; weight: number; effective: number; hop: number; score: number }[];
  suppressed: { id: string; by: string[] }[];
}

type Scores = Map<string, number>;
/** Targets to follow among the habitual edges of one source. */
export type NaiveChoice = (source: string, rows: readonly EdgeRow[]) => readonly string[];

interface Found {
  source: string;
  target: string;
  weight: number;
  effective: number;
  own: number;
  score: number;
  isReflex: boolean;
}

export function naiveTraverse(
  world: NaiveWorld,
  seeds: readonly (readonly [string, number])[],
  settings: TraversalSettings,
  choice?: NaiveChoice,
  resemblance?: (id: string) => number,
): NaiveWalk {
  const s = settings;
  const [low, high] = s.habitualRange;
  const walk: NaiveWalk = { fired: [], scores: {}, steps: [], suppressed: [] };
  const scores: Scores = new Map();
  const owns: Scores = new Map();
  const keptOut = new Map<string, { by: string[]; own: number }>();
  const uses = new Map<string, number>();
  let length = 0;

  const activity = (id: string, active: Scores): number | undefined => {
    const score = active.get(id);
    if (!resemblance) return score;
    const like = world.nodes.has(id) ? resemblance(id) : 0;
    return like > (score ?? 0) ? like : score;
  };
  const inhibitors = (target: string, active: Scores) =>
    s.protectConstitutional && world.nodes.get(target)?.authority === "constitutional"
      ? []
      : world.edges.filter(
          ([from, to, weight]) =>
            to === target &&
            activity(from, active) !== undefined &&
            weight < 0 &&
            weight <= s.inhibitoryThreshold,
        );
  /** The score that is left, or null when the target is blocked. */
  const judge = (target: string, own: number, active: Scores): number | null => {
    const against = inhibitors(target, active);
    let total = 0;
    for (const [from, , weight] of against) total += (activity(from, active) ?? 0) * weight;
    const isBlocked =
      s.blockingShare === null
        ? total <= s.inhibitoryThreshold
        : total < 0 && -total >= s.blockingShare * own;
    const left = isBlocked ? null : own + total;
    if ((left === null || left < s.fireThreshold) && own >= s.fireThreshold) {
      const by = against.map(([from]) => from);
      keptOut.set(target, { by, own: Math.max(own, keptOut.get(target)?.own ?? 0) });
    }
    return left;
  };
  const isFull = () =>
    (s.maxFiredNodes !== null && walk.fired.length >= s.maxFiredNodes) ||
    (s.maxContextChars !== null && length >= s.maxContextChars);
  const fire = (id: string, own: number) => {
    walk.fired.push(id);
    owns.set(id, own);
    length += [...(world.nodes.get(id)?.text ?? "")].length;
  };
  const finish = () => {
    if (s.withdraw) {
      for (const id of [...new Set([...walk.fired].reverse())]) {
        const others = new Map([...scores].filter(([other]) => other !== id));
        const left = judge(id, owns.get(id) ?? 0, others);
        if (left === null || left < s.fireThreshold) scores.delete(id);
      }
      walk.fired = walk.fired.filter((id) => scores.has(id));
    }
    if (s.standIn) {
      const weightOf = (from: string, to: string) =>
        world.edges.find((edge) => edge[0] === from && edge[1] === to)?.[2] ?? 0;
      for (const [target, { by, own }] of keptOut) {
        if (scores.has(target)) continue;
        const strength = (id: string) => -weightOf(id, target) * (activity(id, scores) ?? 0);
        for (const id of [...by].sort((x, y) => strength(y) - strength(x))) {
          const left = judge(id, own, scores);
          if (left === null || left < s.fireThreshold) continue;
          if (scores.has(id)) {
            scores.set(id, Math.max(scores.get(id) ?? 0, own));
          } else {
            if (isFull()) scores.delete(walk.fired.pop() as string);
            fire(id, own);
            scores.set(id, own);
          }
          break;
        }
      }
      walk.fired = walk.fired.filter((id) => scores.has(id));
    }
    walk.scores = Object.fromEntries(scores);
    for (const [id, { by }] of keptOut) if (!scores.has(id)) walk.suppressed.push({ id, by });
    return walk;
  };

  if (s.maxHops <= 0 || s.beamWidth <= 0) return walk;
  const known = seeds.filter(([id]) => world.nodes.has(id));
  const active: Scores = new Map(known);
  let frontier: [string, number][] = [];
  for (const [id, own] of [...known].sort((a, b) => b[1] - a[1])) {
    const left = judge(id, own, active);
    if (left === null || left < s.fireThreshold) continue;
    const beam = s.beamCutsSeeds ? s.beamWidth : Number.POSITIVE_INFINITY;
    const limit = s.maxFiredNodes === null ? beam : Math.min(beam, s.maxFiredNodes);
    if (frontier.length >= limit) continue;
    frontier.push([id, left]);
    fire(id, own);
  }
  for (const [id, score] of frontier) scores.set(id, score);
  if (isFull()) return finish();

  for (let hop = 1; hop <= s.maxHops && frontier.length > 0; hop++) {
    const found: Found[] = [];
    for (const [source, carried] of frontier) {
      for (const [from, target, weight] of world.edges) {
        if (from !== source || !world.nodes.has(target)) continue;
        const effective = weight * s.edgeDamping ** (uses.get(`${source} ${target}`) ?? 0);
        if (effective <= 0) continue;
        const isReflex = weight >= s.reflexThreshold;
        if (!isReflex && !(low <= weight && weight < high)) continue;
        const own = carried * effective;
        const left = judge(target, own, scores);
        if (left === null) continue;
        const score = scores.has(target) ? left - s.visitPenalty : left;
        if (score < s.fireThreshold) continue;
        found.push({ source, target, weight, effective, own, score, isReflex });
      }
    }
    if (found.length === 0) break;
    const habitual = found.filter(({ isReflex }) => !isReflex);
    const reflex = found.filter(({ isReflex }) => isReflex);
    let order: Found[];
    if (choice && habitual.length > 0) {
      order = [];
      for (const source of [...new Set(habitual.map((one) => one.source))].sort()) {
        const rivals = habitual.filter((one) => one.source === source);
        const chosen = choice(
          source,
          rivals.map(({ target, weight }) => [source, target, weight]),
        );
        order.push(...rivals.filter(({ target }) => chosen.includes(target)));
      }
      order.push(...reflex);
    } else {
      const byScore = (a: Found, b: Found) => b.score - a.score;
      order = [...habitual.sort(byScore), ...reflex.sort(byScore)];
    }
    order.sort((a, b) => b.score - a.score);
    const next: [string, number][] = [];
    const taken = new Set<string>();
    for (const { source, target, weight, effective, own, score } of order.slice(0, s.beamWidth)) {
      if (taken.has(target)) continue;
      taken.add(target);
      const isNew = !scores.has(target);
      if (isNew) fire(target, own);
      scores.set(target, Math.max(scores.get(target) ?? Number.NEGATIVE_INFINITY, score));
      uses.set(`${source} ${target}`, (uses.get(`${source} ${target}`) ?? 0) + 1);
      walk.steps.push({ source, target, weight, effective, hop, score });
      next.push([target, score]);
      if (isNew && isFull()) break;
    }
    if (s.keptScore === "last") for (const [target, score] of next) scores.set(target, score);
    frontier = next;
    if (isFull()) break;
  }
  return finish();
}
