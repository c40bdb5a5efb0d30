// Which texts deny something.

import { describe, expect, it } from "vitest";
import { denies } from "../../durable/text/negation.ts";

const DENIALS = [
  "Guests may not smoke in the lobby",
  "The door doesn't lock",
  "The door doesn’t lock",
  "Non-members pay 20 euros",
  "Deploys without a review",
  "Gäste dürfen nicht rauchen",
  "Nichtmitglieder zahlen mehr",
  "Es gibt keine Parkplätze",
  "De winkel is niet open",
  "Le musée n'ouvre jamais le lundi",
  "Los visitantes no pueden aparcar",
  "Il negozio non apre",
  "O museu não abre",
  "Butiken är inte öppen",
  "Магазин не работает",
  "非会员可以停车",
  "这里不能停车",
  "ここでは駐車できません",
  "여기에 주차할 수 없습니다",
];
const CLAIMS = [
  "Guests may smoke on the terrace",
  "The notice is by the door",
  "Nonstop trains leave at ten",
  "The knot is tied",
  "Mitglieder zahlen weniger",
  "Le musée ouvre le lundi",
  "会员可以免费停车",
  "ここに駐車できます",
  "여기에 주차할 수 있습니다",
  "",
];

describe("a text", () => {
  it("[SU5] denies by the words of its language", () => {
    expect(DENIALS.filter((text) => !denies(text))).toEqual([]);
  });

  it("[SU5] that claims something does not", () => {
    expect(CLAIMS.filter(denies)).toEqual([]);
  });
});
