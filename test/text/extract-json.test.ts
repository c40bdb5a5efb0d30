// JSON in what language models write.

import { describe, expect, it } from "vitest";
import { jsonIn, sectionsIn } from "../../durable/text/extract-json.ts";

describe("JSON in a reply", () => {
  it("[TX14] is found alone, in a fence, and between words", () => {
    expect(jsonIn('```json\n{"a": 1}\n```')).toEqual({ a: 1 });
    expect(jsonIn('Sure: {"a": {"b": 2}} – done')).toEqual({ a: { b: 2 } });
    expect(jsonIn("nothing here")).toBeUndefined();
    expect(jsonIn("}{")).toBeUndefined();
  });

  it("[TX14] sections are stripped texts; any other reply gives none", () => {
    expect(sectionsIn('{"sections": [" a ", 3, "", "b"]}')).toEqual(["a", "b"]);
    for (const reply of ["null", "[]", '{"sections": "a"}', "no"]) expect(sectionsIn(reply)).toEqual([]);
  });
});
