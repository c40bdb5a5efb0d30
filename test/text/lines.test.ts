// Lines, white space and characters, counted the same everywhere.

import { describe, expect, it } from "vitest";
import { charactersOf, compareCharacters, firstCharacters } from "../../durable/text/characters.ts";
import { fileText, firstLine, linesOf, strip } from "../../durable/text/lines.ts";

describe("lines", () => {
  it("[TX1] a line ends at every line end there is, and a final one makes no empty line", () => {
    expect(linesOf("a\nb\r\nc\rd\u2028e\u0085f\n")).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(linesOf("")).toEqual([]);
    expect(linesOf("\n")).toEqual([""]);
  });

  it("[TX1] the first line may be empty: blank lines are not skipped", () => {
    expect(firstLine("one\r\ntwo")).toBe("one");
    expect(firstLine("\nx")).toBe("");
    expect(firstLine("")).toBe("");
  });

  it("[TX1] strip takes separators and wide spaces, and leaves a byte order mark", () => {
    expect(strip("\u001c\u3000 a b \u0085\n")).toBe("a b");
    expect(strip("\ufeffa")).toBe("\ufeffa");
    expect(strip(" \t ")).toBe("");
  });

  it("[TX2] the text of a file has no byte order mark and no Windows line ends", () => {
    expect(fileText("\ufeffa\r\nb\rc\n")).toBe("a\nb\nc\n");
  });
});

describe("characters", () => {
  it("[TX3] lengths count code points, a lone surrogate as one", () => {
    expect(charactersOf("🚀é\ud800")).toBe(3);
    expect(firstCharacters("🚀🚀a", 2)).toBe("🚀🚀");
    expect(firstCharacters("ab", 5)).toBe("ab");
  });

  it("[TX3] order is by code point, where UTF-16 units would differ", () => {
    expect(["\u{10000}", "\uffff", "a", "ab", ""].sort(compareCharacters)).toEqual([
      "",
      "a",
      "ab",
      "\uffff",
      "\u{10000}",
    ]);
  });
});
