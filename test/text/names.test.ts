// Names: what a node is called, what a text mentions, and whom a question asks for.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesAskedFor, namesOf, nameTermsOf, possibleNames } from "../../durable/text/names.ts";

describe("what a node is called", () => {
  it("[HR16] is its title in lower case, words joined by blanks, without a remark in brackets", () => {
    expect(namesOf({ title: "Tosca (opera)" })).toEqual(["tosca"]);
    expect(namesOf({ title: "St. John's–Bay" })).toEqual(["st john s bay"]);
    expect(namesOf({ title: "東京大学" })).toEqual(["東京大学"]);
  });

  it("[HR16] is nothing where the title is no name: too short, too long, no text", () => {
    for (const title of ["", "it", "(opera)", "a b c d e f g h i", 7, null, ["Tosca"], undefined]) {
      expect(namesOf({ title }), JSON.stringify(title)).toEqual([]);
    }
  });
});

/** The same by trying every run of words. */
function naiveNames(text: string): string[] {
  const words = text.normalize("NFKC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isName = (word: string) => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word);
  const runs = words.flatMap((_, start) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((length) => words.slice(start, start + length)),
  );
  return runs
    .filter((run) => run.length > 0 && isName(run[0]) && isName(run[run.length - 1]))
    .map((run) => run.join(" ").toLowerCase())
    .filter((name) => name.length >= 4);
}

describe("what a text could mention", () => {
  it("[HR17] is every run of up to eight words that begins and ends like a name, each once", () => {
    const word = fc.constantFrom("Anna", "of", "Baden", "42", "the", "京都", "x", "Ångström", "-", "it");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const found = possibleNames(words.join(" "));
        expect(new Set(found).size).toBe(found.length);
        expect(found.toSorted()).toEqual([...new Set(naiveNames(words.join(" ")))].sort());
      }),
    );
  });

  it("[HR17] holds the title of a node wherever a text says it, whatever stands between its words", () => {
    const [name] = namesOf({ title: "Lake of the Woods (Ontario)" });
    expect(possibleNames("We went to Lake-of the\nWoods, again.")).toContain(name);
    expect(possibleNames("we saw woods by a lake")).toEqual([]);
  });

  it("[HR17] is found in any text, and never fails", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        for (const name of possibleNames(text)) expect(name).toMatch(/^[\p{L}\p{M}\p{N} \ufffd]+$/u);
      }),
    );
  });
});

describe("the terms that may tie a text to others", () => {
  it.each([
    ["The keeper of Skarvo met Norrholm's 2nd crew at Skarvo", ["skarvo", "norrholm", "2nd", "2", "nd"]],
    ["nobody is named here", []],
    ["备份", ["备", "备份", "份"]],
    ["\ud800 \0", []],
  ])("[HR64] are those of its words that begin like a name, each once: %j", (text, terms) => {
    expect(nameTermsOf(text).sort()).toEqual([...terms].sort());
  });
});

describe("whom a question asks for", () => {
  it("[HR18] is every word with a capital inside a sentence of English", () => {
    expect(namesAskedFor("What did Caroline say to Melanie about the TLS keys?")).toEqual([
      "Caroline",
      "Melanie",
    ]);
    expect(namesAskedFor("Where is it? When did Bob leave?")).toEqual(["Bob"]);
  });

  it("[HR18] is nobody where capitals mean nothing: in German, or where every word has one", () => {
    expect(namesAskedFor("Wann läuft das Zertifikat der Datenbank ab?")).toEqual([]);
    expect(namesAskedFor("Where Is The Key")).toEqual([]);
    expect(namesAskedFor("")).toEqual([]);
  });
});
