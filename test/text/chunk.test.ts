// Documents become chunks: nothing is lost, and none is longer than the limit.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { charactersOf, fullWidthOf } from "../../durable/text/characters.ts";
import { chunkDocument, fileChunks } from "../../durable/text/chunk.ts";
import { isBlank, linesOf, strip } from "../../durable/text/lines.ts";

const RULES = PRODUCT.sync.chunks;
const SMALL = { ...RULES, mostChars: 40, overlap: 5, structuredChars: 60, structuredLines: 3 };

const line = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z é部🚀]{0,30}$/u) },
  fc.constantFrom(
    "",
    "",
    "## Part",
    "# Title",
    "def f(x):",
    "    class A:",
    "key: value",
    "[section]",
    "```",
  ),
  fc.stringMatching(/^[a-z部 ]{30,90}$/),
);
const document = fc.record({
  path: fc.constantFrom("a.md", "a.py", "a.yaml", "a.rst", "Makefile", "a.b/c"),
  text: fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n")),
});

function sizeOf(text: string, { fullWidth }: { fullWidth: number }): number {
  return charactersOf(text) + (fullWidth - 1) * fullWidthOf(text);
}

describe("any document", () => {
  it("[TX4] no chunk exceeds the limit, full-width characters counted at their rate", () => {
    fc.assert(
      fc.property(document, ({ path, text }) => {
        for (const chunk of chunkDocument(path, text, SMALL))
          expect(sizeOf(chunk, SMALL)).toBeLessThanOrEqual(40);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("[TX5] every line that is not blank is in a chunk, and the chunks keep their order", () => {
    const whole = { ...SMALL, cutLongLines: false, mostChars: 200, overlap: 0 };
    fc.assert(
      fc.property(document, ({ path, text }) => {
        const joined = linesOf(chunkDocument(path, text, whole).join("\n"))
          .map(strip)
          .filter(Boolean);
        expect(joined).toEqual(linesOf(text).map(strip).filter(Boolean));
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it("[TX5] what a hard cut hits is whole in one of two pieces, as far as they overlap", () => {
    const text = Array.from({ length: 400 }, (_, index) => `w${index}`).join(" ");
    const pieces = chunkDocument("a.txt", text, { ...SMALL, mostChars: 100, overlap: 10 });
    for (const word of text.split(" ")) {
      expect(pieces.some((piece) => piece.split(" ").includes(word))).toBe(true);
    }
  });

  it("[TX4] one line of 400,000 characters is cut, also in a script of full-width characters", () => {
    for (const character of ["a", "部"]) {
      const chunks = chunkDocument("long.md", character.repeat(400_000), RULES);
      expect(chunks.every((chunk) => sizeOf(chunk, RULES) <= RULES.mostChars)).toBe(true);
      expect(chunks.reduce((sum, chunk) => sum + charactersOf(chunk), 0)).toBeGreaterThanOrEqual(400_000);
    }
  });

  it("[TX4] the parity rules leave one overlong line among others in one piece", () => {
    const text = `short\n${"x".repeat(13_000)}\nend`;
    const lengths = (rules: typeof RULES) => chunkDocument("a.md", text, rules).map(charactersOf);
    expect(lengths(PARITY.sync.chunks)).toEqual([5, 13_000, 3]);
    expect(Math.max(...lengths(RULES))).toBe(12_000);
  });
});

describe("kinds of files", () => {
  it("[TX6] the ending decides, whatever its case; unknown endings are read as prose", () => {
    const text = "x = 1\ndef f():\n  pass";
    expect(chunkDocument("a.PY", text, RULES)).toEqual(["x = 1", "def f():\n  pass"]);
    expect(chunkDocument("a.rb", text, RULES)).toEqual([text]);
    expect(chunkDocument("py", text, RULES)).toEqual([text]);
  });

  it("[TX7] JSON is cut at its keys, with numbers, order and repeated keys as they were written", () => {
    const text = `{"b": [1.0, 2.50, 1e2, 12345678901234567890, -0.0, {}], "12": {"é": "\\u00fc\\n"}, "a": [], "a": true}`;
    expect(chunkDocument("a.json", text, { ...RULES, structuredChars: 1 })).toEqual([
      "b:\n[\n  1.0,\n  2.5,\n  100.0,\n  12345678901234567890,\n  -0.0,\n  {}\n]",
      '12:\n{\n  "é": "ü\\n"\n}',
      "a:\ntrue",
    ]);
  });

  it("[TX7] JSON that is no object of two keys, is broken, or is nested too deep stays whole", () => {
    for (const text of [
      "[1, 2]",
      '{"a": 1}',
      '{"a": 1, "b"}',
      `{"a": ${"[".repeat(200)}${"]".repeat(200)}, "b": 1}`,
    ]) {
      expect(chunkDocument("a.json", text, { ...RULES, structuredChars: 1 })).toEqual([text]);
    }
  });

  it("[TX7] values of every kind come back equal", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 2 }), (value) => {
        const chunks = chunkDocument("a.json", JSON.stringify(value), { ...RULES, structuredChars: 1 });
        const parsed = JSON.parse(JSON.stringify(value));
        expect(chunks.length).toBe(Object.keys(parsed).length);
        const values = chunks.map((chunk) => JSON.parse(chunk.slice(chunk.lastIndexOf(":\n") + 2)));
        for (const value of Object.values(parsed)) expect(values).toContainEqual(value);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it("[TX8] configuration is cut at top-level keys and sections once it is long enough", () => {
    const text = "name: x\nsteps:\n  - run: y\n[tool]\nk = 1";
    const rules = { ...RULES, structuredChars: 10, structuredLines: 5 };
    expect(chunkDocument("a.yml", text, rules)).toEqual(["name: x", "steps:\n  - run: y", "[tool]\nk = 1"]);
    expect(chunkDocument("a.yml", text, { ...rules, structuredLines: 6 })).toEqual([text]);
  });
});

describe("chunks as nodes", () => {
  it("[TX9] ids count all chunks, blank ones leave a gap, the summary is the first line", () => {
    expect(fileChunks("n.md", "## A\nx\n\n## B", RULES)).toEqual([
      { id: "n.md::0", chunk: 0, text: "## A\nx", summary: "## A" },
      { id: "n.md::1", chunk: 1, text: "## B", summary: "## B" },
    ]);
    expect(fileChunks("n.md", " \n\n ", RULES)).toEqual([]);
    expect(chunkDocument("n.md", "", RULES).every(isBlank)).toBe(true);
  });
});

describe("headings", () => {
  it("[TX16] a section that is only headings joins the section after it", () => {
    const text =
      "# Backups\n\n## Kept\nFor 35 days.\n\n## Empty\n\n## Drill\nMonthly.\n\n# The end\n\n## Nothing\n";
    const joined = chunkDocument("a.md", text, RULES);
    expect(joined[0]).toBe("# Backups\n\n## Kept\nFor 35 days.");
    expect(joined[1]).toBe("## Empty\n\n## Drill\nMonthly.\n\n# The end");
    expect(joined[2]).toBe("## Nothing");
    expect(chunkDocument("a.md", text, PARITY.sync.chunks)[0]).toBe("# Backups");
  });
});
