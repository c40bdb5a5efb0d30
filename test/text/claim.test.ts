// Claims against a text: what is a literal match, where it is, and what stands around it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verified } from "../../durable/text/claim.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

describe("a claim", () => {
  it("[VC1] is verbatim where it stands in the text but for case, and normalised where also but for blanks, quotes, dashes and forms", () => {
    const text = "The operator said: “don’t  restart node‑7 at the Café”.\nSecond line.";
    const match = (claim: string) => verified(text, claim).match;
    expect(match("THE OPERATOR SAID")).toBe("verbatim");
    expect(match(' "don\'t restart node-7 at the cafe\u0301" ')).toBe("normalised");
    expect(match("caf\u00e9\u201d. second line")).toBe("normalised");
    expect(match("restart\u200b node\u20117")).toBe("normalised");
    expect(match("do not restart")).toBe("none");
    expect(match("caf")).toBe("verbatim");
    expect(match("cafe")).toBe("none");
    expect(match("\u200b \ufeff")).toBe("none");
  });

  it("[VC2] comes with the bytes that it takes in the text, none over another", () => {
    const { occurrences } = verified("é😀 AbAb ab", "ab");
    expect(occurrences.map(({ start, end }) => [start, end])).toEqual([
      [7, 9],
      [9, 11],
      [12, 14],
    ]);
    expect(verified("a".repeat(500), "a").occurrences).toHaveLength(100);
  });

  it("[VC2] is found as by comparing at every place", () => {
    const Letters = fc.string({ unit: fc.constantFrom(..."abAB .é😀", "e\u0301"), maxLength: 24 });
    fc.assert(
      fc.property(Letters, Letters, (text, claim) => {
        const { match, occurrences } = verified(text, claim);
        const wanted = claim.trim().toLowerCase();
        const bytes = encoder.encode(text);
        for (const { start, end } of occurrences) {
          const found = decoder.decode(bytes.slice(start, end)).toLowerCase();
          if (match === "verbatim") expect(found).toBe(wanted);
        }
        if (wanted !== "" && !/\p{M}/u.test(text + claim) && !/\s\s/.test(text + claim)) {
          expect(match === "verbatim").toBe(text.toLowerCase().includes(wanted));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("[VC3] comes with its sentence, and says where that holds a negation which the claim lacks", () => {
    const text =
      "The broker runs.\nDo not use port 8080. Use v1.2 on port 9090! Nie über Port 7070。禁止しない port 6060";
    const around = (claim: string) => {
      const [{ sentence, negation }] = verified(text, claim).occurrences;
      return [sentence, negation];
    };
    expect(around("port 8080")).toEqual(["Do not use port 8080.", true]);
    expect(around("not use port 8080")).toEqual(["Do not use port 8080.", false]);
    expect(around("port 9090")).toEqual(["Use v1.2 on port 9090!", false]);
    expect(around("broker runs.")).toEqual(["The broker runs.", false]);
    expect(around("Port 7070")).toEqual(["Nie über Port 7070。", true]);
    expect(around("port 6060")).toEqual(["禁止しない port 6060", true]);
  });

  it("[VC3] is answered for any text, and a sentence without an end stays bounded", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary", minLength: 1 }),
        (text, claim) => {
          for (const { sentence } of verified(text, claim).occurrences) expect(text).toContain(sentence);
        },
      ),
    );
    const [{ sentence }] = verified("word ".repeat(20_000), "word word").occurrences;
    expect(sentence.length).toBeLessThan(1_100);
  });
});
