// [LA] What tells two things of one kind apart, and what is only said of one of them; in several languages.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAPTURING, STORING } from "../../durable/graph/memories/likeness.ts";
import { contradictedBy } from "../../durable/operations/contradicted.ts";
import { placingOf, sayTheSame } from "../../durable/operations/placing-memory.ts";
import { areOfOthers, statementsOf } from "../../durable/text/disagreement.ts";
import { TWO_PROPERTIES, TWO_THINGS, TWO_VALUES } from "../support/look-alikes/labelled.ts";

const near = (content: string) => [{ id: "known", content, similarity: 0.97 }];
const outcomes = (one: string, other: string) =>
  [STORING, CAPTURING].flatMap((settings) =>
    [placingOf(one, near(other), settings), placingOf(other, near(one), settings)].map(
      ({ outcome }) => outcome,
    ),
  );

describe("two texts", () => {
  it.each(TWO_THINGS)("[LA1] %j and %j are about two things", (one, other) => {
    expect(new Set(outcomes(one, other))).toEqual(new Set(["store"]));
    expect(sayTheSame(one, other)).toBe(false);
    expect([...contradictedBy(one, near(other), null), ...contradictedBy(other, near(one), null)]).toEqual(
      [],
    );
  });

  it.each(TWO_VALUES)("[LA2] %j and %j say two values of one thing", (one, other) => {
    expect(new Set(outcomes(one, other))).toEqual(new Set(["new_version"]));
  });

  it.each(TWO_PROPERTIES)("[LA3] %j and %j say two things of one", (one, other) => {
    expect(outcomes(one, other)).not.toContain("new_version");
  });

  it("[LA1] of several sentences are about one thing where they share its label", () => {
    const [one, other] = ["Room A seats 12. Room B seats 20.", "Room B seats 30. Room C seats 4."];
    expect(areOfOthers(statementsOf(one), statementsOf(other))).toBe(false);
    expect(areOfOthers(statementsOf(one), statementsOf("Room C seats 4."))).toBe(true);
  });

  it("[LA1] are never of others than themselves, whatever characters they hold", () => {
    const word = fc.constantFrom(
      "Room",
      "A",
      "B",
      "3",
      "first",
      "is",
      "第",
      "一",
      "号",
      "は",
      "팀은",
      "no.",
      ".",
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 9 }).map((words) => words.join(" ")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(text, (one) => {
        expect(areOfOthers(statementsOf(one), statementsOf(one))).toBe(false);
      }),
    );
  });
});
