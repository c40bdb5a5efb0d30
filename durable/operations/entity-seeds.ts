// Who and what a question names: entities begin the walk beside what matches it, so that the walk comes to what mentions them and to
// what is known of them. Of an entity that much mentions only the strongest mentions are followed, and of two entities that a fact
// relates, one leads to the other as long as such a fact may be seen.

import { factsBetween } from "../graph/knowledge/edges.ts";
import { NODE_KINDS } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { FACT, MENTIONS } from "../graph/structure.ts";
import type { Scored } from "../graph/vectors.ts";
import type { Asking } from "../graph/walk.ts";
import { lowerWords } from "../text/names.ts";
import { nameKey } from "./knowledge-rows.ts";
import { entitiesCalled, isUnspaced, shelvedEntities } from "./knowledge-shelf.ts";
import type { Memory } from "./memory.ts";

const ENTITY = NODE_KINDS.indexOf("entity");
/** Of a name alone, as far as that is one. */
const NAMED = 0.5;
const MOST_SEEDS = 10;
/** Words of the longest name that is looked for. */
const MOST_WORDS = 8;
const MENTIONS_FOLLOWED = 50;

export function walksKnowledge({ kindCounts }: RouteGraph): boolean {
  return kindCounts[ENTITY] > 0;
}

/** Entities that a question names, longer names first. */
export function entitySeeds(
  memory: Pick<Memory, "graph" | "store">,
  question: string,
  isHidden: (position: number) => boolean,
): Scored[] {
  const { graph } = memory;
  const asked = namesIn(question);
  const whole = nameKey(question);
  const isAsked = (name: string) => (isUnspaced(name) ? whole.includes(name) : asked.has(name));
  // Other names count as far as what says them may be seen.
  const isHeard = (id: string, by: string | null) =>
    by === null || (graph.edgeOf(by, id) >= 0 && !isHidden(graph.positionOf(by)));
  const entities = shelvedEntities(memory);
  const found: [position: number, length: number][] = [];
  for (const id of entitiesCalled(memory, whole, asked)) {
    const position = graph.positionOf(id);
    const named = entities.get(id)?.names.filter(({ name, by }) => isAsked(name) && isHeard(id, by)) ?? [];
    if (named.length === 0 || position < 0 || isHidden(position)) continue;
    found.push([position, Math.max(...named.map(({ name }) => name.length))]);
  }
  return found
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, MOST_SEEDS)
    .map(([position]): Scored => [graph.idAt(position), NAMED]);
}

/** What of entities a walk passes. */
export function passing(graph: RouteGraph, isHidden: (position: number) => boolean): Asking {
  const followed = new Map<number, ReadonlySet<number> | null>();
  return {
    isSilent: (position) => graph.kindAt(position) === "entity",
    leads(edge) {
      const kind = graph.edgeKindAt(edge);
      const source = graph.sources[edge];
      if (kind === FACT)
        return factsBetween(graph, source, graph.targets[edge]).some((fact) => !isHidden(fact));
      if (kind !== MENTIONS || graph.kindAt(source) !== "entity") return true;
      if (!followed.has(source)) followed.set(source, strongest(graph, source));
      return followed.get(source)?.has(edge) ?? true;
    },
  };
}

/** The mentions of an entity that are followed; null: all of them. */
function strongest(graph: RouteGraph, entity: number): ReadonlySet<number> | null {
  const mentions = graph.outgoing(entity).filter((edge) => graph.edgeKindAt(edge) === MENTIONS);
  if (mentions.length <= MENTIONS_FOLLOWED) return null;
  const byWeight = mentions.sort((a, b) => graph.weights[b] - graph.weights[a]);
  return new Set(byWeight.slice(0, MENTIONS_FOLLOWED));
}

/** All runs of words of a question. */
function namesIn(question: string): ReadonlySet<string> {
  const words = lowerWords(question);
  const names = new Set<string>();
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= Math.min(words.length, start + MOST_WORDS); end++)
      names.add(words.slice(start, end).join(" "));
  return names;
}
