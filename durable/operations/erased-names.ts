// Takes the names of erased nodes out of JSON that is kept: of the journal's entries and of remembered replies.
// A list loses what names one of them; what names one outside of any list can't be kept.

import type { Json } from "../graph/records.ts";

/** The value without the names; undefined when it can't be kept. The same object where nothing was named. */
export function withoutNames(value: Json, names: ReadonlySet<string>): Json | undefined {
  if (typeof value === "string") return names.has(value) ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? listWithout(value, names) : objectWithout(value, names);
}

/** Whether a text anywhere in the value satisfies a condition. */
export function someText(value: Json, condition: (text: string) => boolean): boolean {
  if (typeof value === "string") return condition(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => someText(inner as Json, condition));
}

function listWithout(list: readonly Json[], names: ReadonlySet<string>): Json | undefined {
  const named = list.some((item) => typeof item === "string" && names.has(item));
  // A list of ids loses one; of what stands for one thing, such as an edge with its weight, nothing stays.
  if (named && !list.every((item) => typeof item === "string")) return undefined;
  const kept = list.map((item) => withoutNames(item, names));
  if (kept.every((item, place) => item === list[place])) return list;
  return kept.filter((item) => item !== undefined);
}

function objectWithout(object: Readonly<Record<string, Json>>, names: ReadonlySet<string>): Json | undefined {
  const entries = Object.entries(object);
  const kept = entries.map(([key, inner]) => [key, withoutNames(inner, names)] as const);
  if (kept.some(([, inner]) => inner === undefined)) return undefined;
  if (entries.every(([key, inner], place) => inner === kept[place][1] && !names.has(key))) return object;
  return Object.fromEntries(kept.filter(([key]) => !names.has(key))) as Json;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
