// Whether a new entity or fact is one that is known. What can be told without a model is; a model is asked for the rest, and
// where there is none, or it says nothing, what is new stays new.

import { cosine, type Vector } from "../vectors.ts";

export interface Named {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly vector: Vector;
}

/** Id of the known entity, or null. `ask` is called at most once, and only when nothing else tells. */
export function resolvedEntity(
  fresh: Named,
  known: readonly (Named & { readonly id: string })[],
  threshold: number,
  ask: () => string | null,
): string | null {
  if (known.length === 0) return null;
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const found =
    known.find(({ name }) => isSame(name, fresh.name)) ??
    known.find(
      ({ name, aliases, vector }) =>
        aliases.some((alias) => isSame(alias, fresh.name)) ||
        fresh.aliases.some((alias) => isSame(alias, name)) ||
        (fresh.vector.length > 0 &&
          fresh.vector.length === vector.length &&
          cosine(fresh.vector, vector) > threshold),
    );
  return found ? found.id : ask();
}

export interface Fact {
  readonly fact: string;
  readonly source: string;
  readonly target: string;
}

export interface FactOutcome {
  readonly action: "insert" | "skip" | "invalidate";
  readonly affected: readonly string[];
}

export interface FactVerdict {
  readonly duplicates: readonly number[];
  readonly contradicted: readonly number[];
}

/** What becomes of a new fact beside those between the same two entities. A contradiction outranks a duplicate. */
export function resolvedFact(
  fresh: Fact,
  known: readonly (Fact & { readonly id: string })[],
  ask: () => FactVerdict,
): FactOutcome {
  if (known.length === 0) return { action: "insert", affected: [] };
  const same = known.find(
    ({ fact, source, target }) => fact === fresh.fact && source === fresh.source && target === fresh.target,
  );
  if (same) return { action: "skip", affected: [same.id] };
  const { duplicates, contradicted } = ask();
  const ids = (places: readonly number[]) => places.map((place) => known[place].id);
  if (contradicted.length > 0) return { action: "invalidate", affected: ids(contradicted) };
  if (duplicates.length > 0) return { action: "skip", affected: ids(duplicates) };
  return { action: "insert", affected: [] };
}

export interface Mentioned {
  readonly name: string;
  readonly memoryIds: readonly string[];
}

/** What is known of entities after one more mention: an entity that is known keeps all of its links. */
export function mentioned(
  known: readonly Mentioned[],
  { name, memory }: { readonly name: string; readonly memory: string },
): Mentioned[] {
  const named = (one: string) => ({ name: one, aliases: [], vector: [] });
  const id = resolvedEntity(
    named(name),
    known.map((one) => ({ ...named(one.name), id: one.name })),
    1,
    () => null,
  );
  if (id === null) return [...known, { name, memoryIds: [memory] }];
  return known.map((one) =>
    one.name === id ? { ...one, memoryIds: [...new Set([...one.memoryIds, memory])] } : one,
  );
}
