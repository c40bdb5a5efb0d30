// Sentences of chats, and cutting to bytes.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstBytes } from "../../durable/text/bytes.ts";
import { objects } from "../../durable/text/objecting.ts";
import { sentencesOf } from "../../durable/text/sentences.ts";

describe("sentences", () => {
  it.each<[string, string, string[]]>([
    [
      "one after the other",
      "I prefer tea. We ship on Monday! Why?",
      ["I prefer tea.", "We ship on Monday!", "Why?"],
    ],
    ["abbreviations", "Dr. Smith is out, e.g. today. Fine.", ["Dr. Smith is out, e.g. today.", "Fine."]],
    [
      "points of a list",
      "We decided:\n- rent the office\n2. never ship late",
      ["We decided:", "rent the office", "never ship late"],
    ],
    ["lines that only wrap", "we never ship\non a Friday\n\nelse", ["we never ship on a Friday", "else"]],
    ["scripts without spaces", "记住这个。好的！私はお茶。", ["记住这个。", "好的！", "私はお茶。"]],
    ["code, which is none", "before\n```js\nnever(code);\n```\nafter", ["before", "after"]],
    ["code without an end", "before\n```\nnever code", ["before"]],
    ["nothing", " \n\n ", []],
  ])("[CP9] are told apart: %s", (_, text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });

  it("[CP9] hold every letter of a text without code, in order", () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
    const words = fc.constantFrom(
      "tea",
      "Friday",
      "z.B.",
      "Dr.",
      "记住",
      ".",
      "!",
      "?",
      "\n",
      "\n\n",
      " ",
      ",",
      "e.g.",
      "(x)",
    );
    const property = fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const text = parts.join(" ");
      return letters(sentencesOf(text).join("")) === letters(text);
    });
    fc.assert(property, { seed: 20261130, numRuns: 1_000 });
  });
});

describe("cutting to bytes", () => {
  it("[CP10] takes the longest beginning of whole characters that fits, as a naive one does", () => {
    const naive = (text: string, most: number) => {
      let kept = "";
      for (const character of text) {
        if (Buffer.byteLength(kept + character) > most) break;
        kept += character;
      }
      return kept;
    };
    const property = fc.property(fc.string({ unit: "binary" }), fc.nat(60), (text, most) => {
      expect(firstBytes(text, most)).toBe(naive(text, most));
    });
    fc.assert(property, { seed: 20261130, numRuns: 2_000 });
    expect(firstBytes("🎻🎻", 7)).toBe("🎻");
  });
});

describe("a message that contradicts the answer before it", () => {
  it.each([
    "No, it runs in Bergen.",
    "That's wrong, we moved.",
    "that is not right",
    "You’re mistaken.",
    "Das stimmt nicht.",
    "Nein, das war gestern.",
    "C’est faux, il est à Vienne.",
    "Non, c'est le bleu.",
    "Eso no es correcto",
    "Isso está errado.",
    "Нет, это неверно.",
    "不对，是二楼",
    "違います。二階です。",
  ])("[PF1] is told by how it begins: %s", (text) => expect(objects(text)).toBe(true));

  it.each([
    "No problem, thanks!",
    "Thanks, that helped.",
    "What is wrong with the build?",
    "Nothing is false here",
    "nein danke",
    "Nonfat milk is fine.",
    "Can you say why it is not right to do so?",
    "Notwithstanding all that, go on.",
    "¿Qué está mal aquí?",
    "谢谢，很好",
    `No. ${"And so on. ".repeat(100)}`,
  ])("[PF1] or is none: %s", (text) => expect(objects(text)).toBe(false));
});
