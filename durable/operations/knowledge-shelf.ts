// All facts and entities of an agent in numbers and names, made once and brought up to date from the feed of changes.

import { MENTIONS } from "../graph/structure.ts";
import { askedName } from "../text/names.ts";
import { type EntitySaid, type FactFields, factFieldsOf, saidIn, typeIn } from "./knowledge-rows.ts";
import type { Memory } from "./memory.ts";
import { Shelves } from "./shelves.ts";

type Place = Pick<Memory, "graph" | "store">;

export interface ShelvedFact {
  readonly fields: FactFields;
  readonly author: string;
}

export interface ShelvedEntity {
  readonly name: string;
  /** What it is by itself; the default where nobody said. */
  readonly type: string;
  readonly createdAt: number;
  /** What it is called, as questions are looked through for it, and by whom; null: by all. */
  readonly names: readonly { readonly name: string; readonly by: string | null }[];
  /** What is said of it, by the id of what says it. */
  readonly said: ReadonlyMap<string, EntitySaid>;
}

const FACTS = new Shelves<ShelvedFact>("fact", (node) => ({
  fields: factFieldsOf(node, node.createdAt),
  author: node.author,
}));

const ENTITIES = new Shelves<ShelvedEntity>(
  "entity",
  ({ id, text, createdAt, metadata }, { graph, store }) => {
    const edges = graph
      .incoming(graph.positionOf(id))
      .filter((edge) => graph.edgeKindAt(edge) === MENTIONS)
      .map((edge) => graph.idAt(graph.sources[edge]));
    const said = new Map(edges.map((from) => [from, saidIn(store.edgeMetadata(from, id))]));
    return { name: text, type: typeIn(metadata), createdAt, said, names: namesFrom(text, said) };
  },
  ({ names }) => names.map(({ name }) => keyOfName(name)),
);
/** Names of scripts without spaces are found anywhere in a question. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Their beginning is looked up, characters. */
const BEGINNING = 2;

export function shelvedFacts(place: Place): ReadonlyMap<string, ShelvedFact> {
  return FACTS.of(place);
}

export function shelvedEntities(place: Place): ReadonlyMap<string, ShelvedEntity> {
  return ENTITIES.of(place);
}

/** Entities that may be called something in a question, of which `runs` are the runs of words. */
export function entitiesCalled(place: Place, question: string, runs: ReadonlySet<string>): Set<string> {
  const byKey = ENTITIES.byKey(place);
  const found = new Set<string>();
  const keys = isUnspaced(question) ? [...runs, ...beginningsIn(question)] : runs;
  for (const key of keys) for (const id of byKey.get(key) ?? []) found.add(id);
  return found;
}

export function isUnspaced(name: string): boolean {
  return UNSPACED.test(name);
}

function keyOfName(name: string): string {
  return isUnspaced(name) ? Array.from(name).slice(0, BEGINNING).join("") : name;
}

function beginningsIn(question: string): string[] {
  const characters = Array.from(question);
  return characters.flatMap((one, at) => [one, one + (characters[at + 1] ?? "")]);
}

function namesFrom(own: string, said: ReadonlyMap<string, EntitySaid>): ShelvedEntity["names"] {
  const others = [...said].flatMap(([by, { name, aliases }]) =>
    [name, ...aliases].map((one) => ({ name: one, by })),
  );
  const all = [{ name: own, by: null }, ...others].map(({ name, by }) => ({ name: askedName(name), by }));
  return all.filter(({ name, by }, place) => {
    const isFirst = all.findIndex((one) => one.name === name && (one.by === null || one.by === by)) === place;
    return name !== "" && isFirst;
  });
}
