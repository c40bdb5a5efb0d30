// Which entity a name means: one of the same name, else one that is also called so, else one whose name is the same in another spelling. Only
// what the audience of the new text may hear is looked at, so that nobody learns from a name what others said in private.

import type { Draft } from "../graph/draft.ts";
import { factsAt, mentionersOf } from "../graph/knowledge/edges.ts";
import { resolvedEntity } from "../graph/memories/resolving.ts";
import type { Vector } from "../graph/vectors.ts";
import { areSpelledAlike } from "../text/spelled-alike.ts";
import { type EntitySaid, entityIdOf, nameKey, saidIn } from "./knowledge-rows.ts";
import { shelvedEntities } from "./knowledge-shelf.ts";
import type { Work } from "./memory.ts";

/** Similarity above which two spellings name the same. */
const SAME_NAME = 0.95;
const NEAREST = 10;

/** Entities by the names that were said of them in the open change, and before. */
type Names = Map<string, Set<string>>;

const known = new WeakMap<Draft, Names>();

export interface Hearing {
  /** Whether what a node says may be heard. */
  readonly hears: (id: string) => boolean;
}

/** Id of the entity that a name means; null: none that is known. */
export function knownEntity(
  work: Work,
  said: Pick<EntitySaid, "name" | "aliases">,
  vector: Vector | null,
  hearing: Hearing,
): string | null {
  const { draft, vectors } = work;
  const { graph } = draft;
  const id = entityIdOf(said.name);
  if (isEntity(work, id)) return id;
  const names = namesIn(work);
  const isSpelledAs = (one: string) => areSpelledAlike(draft.node(one)?.text ?? "", said.name);
  const candidates = new Set<string>();
  for (const name of [said.name, ...said.aliases])
    for (const one of names.get(nameKey(name)) ?? []) if (isEntity(work, one)) candidates.add(one);
  if (vector) {
    const near = vectors.search(vector, NEAREST, 2, (one) => isEntity(work, one));
    for (const [one, similarity] of near) if (similarity > SAME_NAME && isSpelledAs(one)) candidates.add(one);
  }
  const heard = [...candidates].flatMap((one) => {
    const position = graph.positionOf(one);
    const mentioners = mentionersOf(graph, position)
      .map((other) => graph.idAt(other))
      .filter(hearing.hears);
    const facts = factsAt(graph, position).map((fact) => graph.idAt(fact));
    if (mentioners.length === 0 && !facts.some(hearing.hears)) return [];
    const aliases = mentioners.flatMap((mentioner) => {
      const told = saidIn(draft.edgeMetadata(mentioner, one));
      return [told.name, ...told.aliases];
    });
    // A name that only looks alike has no vector here.
    const own = isSpelledAs(one) ? (vectors.vector(one, 0) ?? []) : [];
    return [{ id: one, name: draft.node(one)?.text ?? "", aliases, vector: own }];
  });
  return resolvedEntity({ ...said, vector: vector ?? [] }, heard, SAME_NAME, () => null);
}

/** From now on these names may mean an entity, within the open change too. */
export function noteNames(work: Work, id: string, { name, aliases }: Pick<EntitySaid, "name" | "aliases">) {
  const names = namesIn(work);
  for (const one of [name, ...aliases]) add(names, one, id);
}

function namesIn(work: Work): Names {
  const ready = known.get(work.draft);
  if (ready) return ready;
  const names: Names = new Map();
  for (const [id, { name, said }] of shelvedEntities(work)) {
    add(names, name, id);
    for (const { name: called, aliases } of said.values())
      for (const one of [called, ...aliases]) add(names, one, id);
  }
  known.set(work.draft, names);
  return names;
}

function add(names: Names, name: string, id: string): void {
  const key = nameKey(name);
  if (key === "") return;
  names.set(key, (names.get(key) ?? new Set()).add(id));
}

function isEntity({ draft: { graph } }: Work, id: string): boolean {
  const position = graph.positionOf(id);
  return position >= 0 && graph.kindAt(position) === "entity";
}
