// The language of decisions: what is a condition, which branch wins, and what may not be written.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conditionOf,
  decide,
  flawOfRule,
  isFlaw,
  type Rule,
  ruleOf,
} from "../../durable/text/decision-rule.ts";
import { strip } from "../../durable/text/lines.ts";
import { LIMITS } from "../../wire/limits.ts";

const OPERATORS = [">=", "<=", "!=", "==", ">", "<"];
const Piece = fc.constantFrom(
  ...OPERATORS,
  "=",
  "!",
  "x",
  "load",
  " ",
  ".",
  "5",
  "+",
  "-",
  "e",
  "0x",
  "_",
  "é",
  "\n",
);
const Condition = fc.oneof(
  fc.array(Piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .tuple(fc.constantFrom("x", "y", "a b"), fc.constantFrom(...OPERATORS), fc.double({ noNaN: true }))
    .map(([variable, op, value]) => `${variable} ${op} ${value}`),
);
const Variables = fc.dictionary(fc.constantFrom("x", "y", "a b", "load"), fc.double({ noNaN: true }));

const ruleIn = (text: string) => ruleOf(text, LIMITS);
const flawIn = (text: string) => flawOfRule(text, LIMITS);
const ruleText = (branches: unknown, rest: object = {}) =>
  JSON.stringify({ description: "d", branches, default_branch: "n", ...rest });

describe("a condition", () => {
  it("[DC1] is a variable, the first operator of the fixed order, and one plain number", () => {
    fc.assert(
      fc.property(Condition, (text) => {
        expect(conditionOf(text)).toEqual(naiveCondition(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("[DC1] has no number that is infinite", () => {
    for (const value of ["inf", "nan", "Infinity", "1e999", "-1e999"]) {
      expect(conditionOf(`x > ${value}`)).toBeNull();
    }
  });
});

describe("a rule", () => {
  it("[DC2] is decided by the first branch whose variable is given and whose comparison holds, else by its default", () => {
    const Branches = fc.array(fc.record({ condition: Condition, result: fc.string({ maxLength: 5 }) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(Branches, Variables, (branches, variables) => {
        const rule = ruleIn(ruleText(branches)) as Rule;
        expect(decide(rule, new Map(Object.entries(variables)))).toMatchObject(
          naiveVerdict(branches, variables),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("[DC3] says which variables were asked for and not given, up to the branch that decided", () => {
    const rule = ruleIn(
      ruleText([
        { condition: "Load > 1", result: "a" },
        { condition: "x = 1", result: "b" },
        { condition: "load > 1", result: "c" },
        { condition: "other > 1", result: "d" },
      ]),
    ) as Rule;
    expect(decide(rule, new Map([["load", 2]]))).toMatchObject({
      result: "c",
      missingVariables: ["Load"],
      malformedBranches: [2],
    });
    expect(decide(rule, new Map())).toMatchObject({
      usedDefault: true,
      missingVariables: ["Load", "load", "other"],
    });
  });

  it("[DC4] is not written with a condition that is none: the branch, the field and the character are named", () => {
    const flawOf = (condition: string) =>
      flawIn(
        ruleText([
          { condition: "x > 1", result: "a" },
          { condition, result: "b" },
        ]),
      );
    expect(flawOf("load = 3")).toMatchObject({ branch: 2, field: "condition", at: 1 });
    expect(flawOf(" 😀  >= high")).toMatchObject({ branch: 2, at: 8 });
    expect(flawOf(">= 5")).toMatchObject({ branch: 2, at: 1 });
    expect(flawOf("load >=  ")).toMatchObject({ branch: 2, at: 8 });
    expect(flawOf("load => 5")).toMatchObject({ branch: 2, at: 6 });
    expect(flawOf("load > 5")).toBeNull();
  });

  it("[DC5] is as long as its limits and no longer", () => {
    const { ruleBranches: branches, ruleText: text } = LIMITS;
    const longest = "😀".repeat(text);
    const many = (count: number) => Array.from({ length: count }, () => ({ condition: "x>1", result: "r" }));
    expect(flawIn(ruleText(many(branches)))).toBeNull();
    expect(flawIn(ruleText(many(branches + 1)))).toMatchObject({ field: "branches", branch: null });
    expect(flawIn(ruleText([{ condition: "x>1", result: longest }]))).toBeNull();
    expect(flawIn(ruleText([{ condition: "x>1", result: `${longest}a` }]))).toMatchObject({
      field: "result",
      branch: 1,
    });
    expect(flawIn(ruleText([], { description: `${longest}a` }))).toMatchObject({ field: "description" });
    expect(flawIn(ruleText([], { default_branch: `${longest}a` }))).toMatchObject({
      field: "default_branch",
    });
    expect(flawIn(ruleText([{ condition: "x>1", result: "r", citation: 1.5 }]))).toMatchObject({
      field: "citation",
      branch: 1,
    });
  });

  it("[DC6] is read of any text without failing, however deep or wide that is", () => {
    const deep = 200_000;
    const texts = [
      "[".repeat(deep),
      '{"branches":'.repeat(deep),
      `{"a":${"[".repeat(deep)}${"]".repeat(deep)}}`,
    ];
    for (const text of texts) expect(flawIn(text)).not.toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "binary" })), (text) => {
        const rule = ruleIn(text);
        if (!isFlaw(rule)) decide(rule, new Map());
        flawIn(text);
      }),
    );
    const Almost = fc.record(
      {
        description: fc.jsonValue(),
        default_branch: fc.oneof(fc.jsonValue(), fc.constant("n")),
        branches: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(Almost, (almost) => void flawIn(JSON.stringify(almost))));
  });

  it("[DC4] that may be written has no branch that can never be decided", () => {
    const Branches = fc.array(fc.record({ condition: Condition, result: fc.string({ maxLength: 5 }) }), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(Branches, (branches) => {
        const text = ruleText(branches);
        if (flawIn(text) !== null) return;
        expect(decide(ruleIn(text) as Rule, new Map()).malformedBranches).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** The definition read literally, with a number read character by character. */
function naiveCondition(text: string) {
  for (const op of OPERATORS) {
    const parts = text.split(op);
    if (parts.length === 1) continue;
    const variable = strip(parts[0]);
    const number = strip(parts.slice(1).join(op));
    if (variable === "" || !naiveNumber(number)) return null;
    const value = Number.parseFloat(number);
    return Number.isFinite(value) ? { variable, op, value } : null;
  }
  return null;
}

function naiveNumber(text: string): boolean {
  const isDigits = (part: string) => part !== "" && [...part].every((digit) => "0123456789".includes(digit));
  const unsigned = (part: string) => (part[0] === "+" || part[0] === "-" ? part.slice(1) : part);
  const mark = text.search(/[eE]/);
  if (mark >= 0 && !isDigits(unsigned(text.slice(mark + 1)))) return false;
  const [whole, part, ...more] = unsigned(mark < 0 ? text : text.slice(0, mark)).split(".");
  if (more.length > 0) return false;
  if (part === undefined) return isDigits(whole);
  return whole === "" ? isDigits(part) : isDigits(whole) && (part === "" || isDigits(part));
}

function naiveVerdict(
  branches: readonly { condition: string; result: string }[],
  variables: Readonly<Record<string, number>>,
) {
  for (const { condition, result } of branches) {
    const parts = naiveCondition(condition);
    if (!parts || !Object.hasOwn(variables, parts.variable)) continue;
    const [given, { op, value }] = [variables[parts.variable], parts];
    const compared: Record<string, boolean> = {
      ">=": given >= value,
      "<=": given <= value,
      "!=": given !== value,
      "==": given === value,
      ">": given > value,
      "<": given < value,
    };
    if (compared[op]) return { result, usedDefault: false, matchedCondition: condition };
  }
  return { result: "n", usedDefault: true, matchedCondition: null };
}
