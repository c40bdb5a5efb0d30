// [MC] The rows of the tools, by themselves: what they take and tell is there, and no place that may hold a text is told.

import { describe, expect, it } from "vitest";
import { type JsonSchema, placesOf, valueAt } from "../../mcp/schemas.ts";
import { TOOLS } from "../../mcp/tools/index.ts";

/** Strings without a list of values that may be told all the same: made by the service, or an id. */
const TOLD = /(^|_|\.|\[\])(ids?|node|supersedes|superseded_by|conflicts_with|part_of|stands_in_for)(\[\])?$/;
const OURS = [
  "because",
  "by",
  "context",
  "job",
  "kind",
  "language",
  "next_cursor",
  "reason",
  "scope",
  "type",
];

/** Places of strings that may hold anything. */
function openStrings(schema: JsonSchema, place = ""): string[] {
  const { enum: choices, const: constant, anyOf = [] } = schema as Record<string, readonly JsonSchema[]>;
  if (choices || constant !== undefined) return [];
  const kinds = [schema.type].flat();
  return [
    ...(kinds.includes("string") ? [place] : []),
    ...anyOf.flatMap((branch) => openStrings(branch, place)),
    ...(schema.items ? openStrings(schema.items, `${place}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      openStrings(inner, place === "" ? name : `${place}.${name}`),
    ),
  ];
}

describe("the rows of tools", () => {
  it("[MC1] have names that hosts take, and say what they are for", () => {
    const names = TOOLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, title, description } of TOOLS) {
      expect(name).toMatch(/^[a-z][a-z_]{2,40}$/);
      expect([title.length > 2, description.length > 40, description.length < 500], name).toEqual([
        true,
        true,
        true,
      ]);
    }
  });

  it.each(TOOLS)("[MC2] $name tells no place that may hold a text, and has its fence", (tool) => {
    const { properties, required } = tool.output();
    expect(required).toContain("context");
    const open = openStrings({ properties });
    expect(open.filter((place) => !TOLD.test(place) && !OURS.includes(place.replace(/^.*\./, "")))).toEqual(
      [],
    );
  });

  it.each(TOOLS)("[MC1] $name takes what its endpoint knows, each field with its type", (tool) => {
    const { properties, required, additionalProperties } = tool.input();
    expect(additionalProperties).toBe(false);
    for (const [name, schema] of Object.entries(properties)) expect(schema, name).toBeDefined();
    for (const name of required) expect(Object.keys(properties)).toContain(name);
  });

  it("[MC2] a place takes its value from each item of a list, and nothing beside it", () => {
    const places = placesOf(["id", "list[].id", "list[].inner.at", "whole"]);
    const value = {
      id: 1,
      secret: 2,
      list: [{ id: 3, text: 4, inner: { at: 5, text: 6 } }, { id: 7 }],
      whole: { any: [8] },
    };
    expect(valueAt(value, places)).toEqual({
      id: 1,
      list: [{ id: 3, inner: { at: 5 } }, { id: 7 }],
      whole: { any: [8] },
    });
    expect(valueAt({ id: null }, places)).toEqual({ id: null });
  });
});
