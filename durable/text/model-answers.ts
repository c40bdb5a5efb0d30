// What a model says of a turn, read as a stranger's word: what is not of the asked shape is left out, and an answer that is none
// is undefined. Fences around an answer never count.

import { jsonIn } from "./extract-json.ts";
import { memoryTypeOf } from "./memory-type.ts";
import { relationOf } from "./relations.ts";

export interface SaidMemory {
  readonly content: string;
  /** Empty where the model said none. */
  readonly type: string;
  readonly confidence: number;
  /** Null where the model said none. */
  readonly tags: readonly string[] | null;
}

const TYPES = ["rule", "fact", "episode", "procedure", "preference"];
const LEAST_CONFIDENCE = 0.5;
const MOST_MEMORIES = 20;
const MOST_TAGS = 10;
const FACT_CONFIDENCE = 0.8;
const ENTITY_TYPES = ["person", "project", "system", "decision", "concept"];

export function memoriesIn(answer: string): SaidMemory[] | undefined {
  return listIn(answer, "memories")
    ?.map((said) => ({
      content: stringOf(said.content).trim(),
      type: typeOf(stringOf(said.type), stringOf(said.content)),
      confidence: Math.min(1, typeof said.confidence === "number" ? said.confidence : 0),
      tags: Array.isArray(said.tags) ? tagsOf(said.tags) : null,
    }))
    .filter(({ content, confidence }) => content !== "" && confidence >= LEAST_CONFIDENCE)
    .slice(0, MOST_MEMORIES);
}

export interface SaidEntity {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

export function entitiesIn(answer: string): SaidEntity[] | undefined {
  return listIn(answer, "entities")?.flatMap(({ name, type, aliases, description }) =>
    stringOf(name) === ""
      ? []
      : [
          {
            name: stringOf(name),
            type: ENTITY_TYPES.find((known) => known === type) ?? "concept",
            aliases: stringsOf(aliases),
            summary: stringOf(description),
          },
        ],
  );
}

export interface SaidFact {
  readonly source: string;
  readonly target: string;
  /** As the model put it, and as one of those that are known. */
  readonly relation: string;
  readonly label: string;
  readonly fact: string;
  /** As written; null where nothing was said. */
  readonly validAt: string | null;
  readonly invalidAt: string | null;
  readonly confidence: number;
}

/** Facts between two different entities of those that were named. */
export function factsIn(answer: string, known: readonly string[]): SaidFact[] | undefined {
  return listIn(answer, "facts")
    ?.map((said) => ({
      source: stringOf(said.source_entity_name),
      target: stringOf(said.target_entity_name),
      relation: stringOf(said.relation_type),
      label: relationOf(stringOf(said.relation_type)),
      fact: stringOf(said.fact),
      validAt: stringOf(said.valid_at) || null,
      invalidAt: stringOf(said.invalid_at) || null,
      confidence: FACT_CONFIDENCE,
    }))
    .filter(({ source, target }) => source !== target && known.includes(source) && known.includes(target));
}

/** Whether a text contradicts one of those that were offered, and which. An answer that is none is a no. */
export function verdictIn(
  answer: string,
  offered: readonly string[],
): { readonly contradicts: boolean; readonly id: string | null } {
  const said = jsonIn(answer);
  const none = { contradicts: false, id: null };
  if (!isObject(said) || said.contradicts !== true) return none;
  const id = stringOf(said.contradicted_id);
  if (id === "") return { contradicts: true, id: null };
  return offered.includes(id) ? { contradicts: true, id } : none;
}

/** Whether a model takes a new entity for one of those that were offered; null: for none. */
export function sameEntityIn(answer: string, offered: readonly string[]): string | null {
  const said = jsonIn(answer);
  if (!isObject(said) || said.is_duplicate !== true) return null;
  return offered.find((id) => id === said.existing_id) ?? null;
}

/** What a model says of a new fact beside `count` others, by their places from 0 on. */
export function factVerdictIn(
  answer: string,
  count: number,
): { readonly duplicates: readonly number[]; readonly contradicted: readonly number[] } {
  const said = jsonIn(answer);
  const places = (value: unknown) =>
    (Array.isArray(value) ? value : [])
      .filter((number) => Number.isInteger(number) && number >= 1 && number <= count)
      .map((number: number) => number - 1);
  if (!isObject(said)) return { duplicates: [], contradicted: [] };
  return { duplicates: places(said.duplicate_indices), contradicted: places(said.contradicted_indices) };
}

/** A list in the order that a model gave it: places from 0 on, each once; what it left out follows in the old order. */
export function reordered<T>(items: readonly T[], answer: string): T[] {
  const said = jsonIn(answer);
  const isPlace = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 0;
  const places = new Set(
    (Array.isArray(said) ? said : []).filter((one) => isPlace(one) && one < items.length),
  );
  for (const place of items.keys()) places.add(place);
  return [...places].map((place) => items[place]);
}

/** Whether the first few of a ranking are so close that asking a model could change something. */
export function isTightRace(scores: readonly number[], threshold: number): boolean {
  const [first, , , fourth] = scores;
  return threshold > 0 && scores.length >= 4 && first - fourth <= threshold;
}

/** A type that nobody knows is no type: then the words decide. */
function typeOf(type: string, content: string): string {
  return type === "" || TYPES.includes(type) ? type : memoryTypeOf(content);
}

function tagsOf(tags: readonly unknown[]): string[] {
  const said = stringsOf(tags).map((tag) => tag.trim().toLowerCase());
  return [...new Set(said)].filter((tag) => tag !== "").slice(0, MOST_TAGS);
}

type Fields = Readonly<Record<string, unknown>>;

/** A list, alone or under its name. */
function listIn(answer: string, name: string): Fields[] | undefined {
  const said = jsonIn(answer);
  const list = isObject(said) ? said[name] : said;
  return Array.isArray(list) ? list.filter(isObject) : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
