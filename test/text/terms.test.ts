// Terms: the words of a text as full-text search counts them, in any script and of any text.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchableText } from "../../durable/text/searchable.ts";
import { stemOf, termsOf } from "../../durable/text/terms.ts";
import { wordsOf } from "../../durable/text/words.ts";

const AnyText = fc.string({ unit: "binary", maxLength: 300 });

describe("terms of a text", () => {
  it("[HR11] are its words with how often each occurs, in order of first occurrence", () => {
    expect([...termsOf("Disk full: the disk of DB-2, disk!")]).toEqual([
      ["disk", 3],
      ["full", 1],
      ["db", 1],
      ["2", 1],
    ]);
  });

  it("[HR11] counts every word of any text once, whatever the text is", () => {
    fc.assert(
      fc.property(AnyText, (text) => {
        const counts = [...termsOf(text).values()];
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(wordsOf(text.toWellFormed()).length);
      }),
    );
  });

  it("[HR12] hold nothing that a full-text query could take for syntax", () => {
    fc.assert(
      fc.property(
        fc.oneof(AnyText, fc.string({ unit: fc.constantFrom(..."a_\"'*^:()+-. \0\ud800") })),
        (text) => {
          for (const term of termsOf(text).keys()) {
            expect(term).toMatch(/^[\p{L}\p{M}\p{N}\ufffd]+$/u);
            expect(term.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });

  it("[HR12] are none in a text of symbols, of function words or of nothing", () => {
    for (const text of ["", " \n", "?!… →", "🎉🎊", "\0", "\ud800", "the of and", "_"]) {
      expect([...termsOf(text)], JSON.stringify(text)).toEqual([]);
    }
  });

  it("[HR13] meet in one stem where English words are of one family, and short words, names and codes stay", () => {
    for (const family of [
      ["policy", "policies"],
      ["bake", "bakes", "baked", "baking"],
      ["restart", "restarts", "restarted", "restarting"],
      ["box", "boxes"],
      ["cache", "caches", "cached"],
    ]) {
      expect(new Set(family.map(stemOf)).size, family.join()).toBe(1);
    }
    expect([...termsOf("bus glass sing e4471 größen 重启").keys()]).toEqual([
      "bus",
      "glass",
      "sing",
      "e4471",
      "e",
      "4471",
      "größen",
      "重",
      "重启",
      "启",
    ]);
  });

  it("[HR14] are bounded: what is longer than a hundred characters is its beginning", () => {
    const long = "x".repeat(100_000);
    expect([...termsOf(`${long} ${long}y`)]).toEqual([["x".repeat(100), 2]]);
    const cut = `${"x".repeat(99)}${"\u{20000}".normalize()}𐐷𐐷`;
    for (const term of termsOf(cut).keys()) expect(term.isWellFormed()).toBe(true);
  });
});

describe("the text under which a node is found", () => {
  it("[HR15] is its text after title, speaker and caption, each on a line", () => {
    const metadata = { caption: "a red door", title: "Doors", speaker: "Ann", other: "no" };
    expect(searchableText("It opens.", metadata)).toBe("Doors\nAnn\na red door\nIt opens.");
    expect(searchableText("It opens.", {})).toBe("It opens.");
  });

  it("[HR15] takes strings only, whatever metadata holds", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("title", "speaker", "x"), fc.jsonValue()), (metadata) => {
        const { title, speaker } = metadata;
        const said = [title, speaker].filter((part) => typeof part === "string" && part !== "");
        expect(searchableText("text", metadata)).toBe([...said, "text"].join("\n"));
      }),
    );
  });
});
