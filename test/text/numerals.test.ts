// [TX] Numbers that are written out, in eight languages: the same value and the same wording as their digits, and nothing else is.

import { describe, expect, it } from "vitest";
import { valueStance, valuesOf } from "../../durable/text/value-tokens.ts";
import { wordingOf } from "../../durable/text/wording.ts";

/** Written out, in digits, and another number. */
const SAME: readonly (readonly [written: string, digits: string, other: string])[] = [
  ["Invoices go out on the fifth", "Invoices go out on the 5th", "Invoices go out on the sixth"],
  ["The quay has twelve cranes", "The quay has 12 cranes", "The quay has thirteen cranes"],
  ["Backups run on the twenty-first.", "Backups run on the 21st", "Backups run on the 22nd"],
  [
    "The harbour closes on the third of May",
    "The harbour closes on the 3rd of May",
    "It closes on the 4th of May",
  ],
  [
    "Die Rechnungen gehen am fünften raus",
    "Die Rechnungen gehen am 5. raus",
    "Die Rechnungen gehen am siebten raus",
  ],
  ["Der Kai hat zwölf Kräne", "Der Kai hat 12 Kräne", "Der Kai hat zehn Kräne"],
  ["Le quai a douze grues", "Le quai a 12 grues", "Le quai a treize grues"],
  ["C'est le cinquième entrepôt", "C'est le 5ème entrepôt", "C'est le sixième entrepôt"],
  ["El muelle tiene cinco grúas", "El muelle tiene 5 grúas", "El muelle tiene ocho grúas"],
  ["O cais tem três guindastes", "O cais tem 3 guindastes", "O cais tem oito guindastes"],
  ["Счета уходят пятого числа", "Счета уходят 5-го числа", "Счета уходят шестого числа"],
  ["На причале пять кранов", "На причале 5 кранов", "На причале шесть кранов"],
  ["我们的发票每月十五号寄出", "我们的发票每月15号寄出", "我们的发票每月五号寄出"],
  ["請求書は毎月五日に送ります", "請求書は毎月5日に送ります", "請求書は毎月八日に送ります"],
];

/** Words that are numbers elsewhere. */
const APART: readonly (readonly [one: string, other: string])[] = [
  ["The backup runs once a day", "The backup runs 11 a day"],
  ["Le bateau du port est neuf", "Le bateau du port est 9"],
  ["A reunião é na quinta", "A reunião é na 5"],
  ["O café do porto é doce", "O café do porto é 12"],
  ["O preço dos barcos subiu", "O preço 2 barcos subiu"],
  ["The elf guards the quay", "The 11 guards the quay"],
  ["The ferry stops at room 5a", "The ferry stops at room 5"],
  ["统一的发票由港口寄出", "统1的发票由港口寄出"],
];

const stance = (a: string, b: string) => valueStance(valuesOf(a), valuesOf(b));

describe("numbers that are written out", () => {
  it.each(SAME)("[TX40] %s: says %s, and not %s", (written, digits, other) => {
    expect(wordingOf(written)).toBe(wordingOf(digits));
    expect([stance(written, digits), stance(digits, written)]).toEqual(["same", "same"]);
    for (const one of [written, digits]) {
      expect(wordingOf(one)).not.toBe(wordingOf(other));
      expect(stance(one, other)).toBe("other");
    }
  });

  it.each(APART)("[TX41] %s is not %s", (one, other) => {
    expect(wordingOf(one)).not.toBe(wordingOf(other));
  });

  it("[TX41] are many, and a text of nothing else is read in no time", () => {
    const text = "twenty-".repeat(20_000);
    expect(wordingOf(text)).toBe(text);
  });
});
