// The language of decisions: branches of one condition each, tried in order, and a default.
//   condition := variable op number      op := the first of  >= <= != == > <  that occurs, tested in this order
//   number    := [+-]? (digits [. digits?]? | . digits) [(e|E) [+-]? digits]?      exact doubles, no tolerance
// Evaluating passes over a condition that is none; writing refuses it and says where. Nothing here throws.

import { charactersOf } from "./characters.ts";
import { strip } from "./lines.ts";

/** How large a rule may be. */
export interface RuleBounds {
  readonly ruleBranches: number;
  /** Characters of a text in a rule. */
  readonly ruleText: number;
}

const OPERATORS = [">=", "<=", "!=", "==", ">", "<"] as const;
export type Operator = (typeof OPERATORS)[number];

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

export interface Condition {
  readonly variable: string;
  readonly op: Operator;
  readonly value: number;
}

export interface Branch {
  readonly condition: string;
  readonly result: string;
  /** Number of what backs it, where the rule names one. */
  readonly citation: number | null;
}

export interface Rule {
  readonly description: string;
  readonly branches: readonly Branch[];
  readonly defaultBranch: string;
}

/** What is wrong with a rule, and where. */
export interface RuleFlaw {
  /** Of the rule: `branches`, `default_branch`, or of a branch: `condition`, `result`, `citation`; null: the whole. */
  readonly field: string | null;
  /** From 1 on; null: the flaw is in none of the branches. */
  readonly branch: number | null;
  /** Character of the condition at which it is, from 1 on; null where there is no one place. */
  readonly at: number | null;
  readonly message: string;
}

export interface Verdict {
  readonly result: string;
  readonly usedDefault: boolean;
  /** As it was written; null: the default was used. */
  readonly matchedCondition: string | null;
  readonly citation: number | null;
  /** Variables that the branches up to the deciding one ask for and nobody gave. */
  readonly missingVariables: readonly string[];
  /** Numbers of branches whose condition is none, from 1 on. */
  readonly malformedBranches: readonly number[];
}

/** The parts of a condition, or null when it is none. */
export function conditionOf(text: string): Condition | null {
  const read = readCondition(text);
  return "op" in read ? read : null;
}

/** The rule that a text holds, or what makes it no rule; the conditions of its branches are not looked at. */
export function ruleOf(text: string, bounds: RuleBounds): Rule | RuleFlaw {
  const fields = jsonObject(text);
  if (!fields) return flaw(null, null, "must be a JSON object with description, branches and default_branch");
  const { description, branches, default_branch: defaultBranch } = fields;
  const whole =
    textFlaw("description", null, description, bounds) ??
    textFlaw("default_branch", null, defaultBranch, bounds) ??
    listFlaw(branches, bounds);
  if (whole) return whole;
  const read: Branch[] = [];
  for (const [index, value] of (branches as unknown[]).entries()) {
    const branch = branchOf(value, index + 1, bounds);
    if ("message" in branch) return branch;
    read.push(branch);
  }
  return { description: description as string, branches: read, defaultBranch: defaultBranch as string };
}

/** What keeps a text from being written as a rule; null: nothing. */
export function flawOfRule(text: string, bounds: RuleBounds): RuleFlaw | null {
  const rule = ruleOf(text, bounds);
  if (isFlaw(rule)) return rule;
  for (const [index, { condition }] of rule.branches.entries()) {
    const read = readCondition(condition);
    if (!("op" in read)) return flaw("condition", index + 1, read.problem, read.at);
    const stray = /[<>=!]/.exec(read.variable);
    if (stray) {
      const at = characterAt(condition, condition.indexOf(stray[0]));
      return flaw("condition", index + 1, `has a ${stray[0]} that is part of no operator`, at);
    }
  }
  return null;
}

export function isFlaw(rule: Rule | RuleFlaw): rule is RuleFlaw {
  return "message" in rule;
}

/** The first branch that holds, or the default. Variables are numbers by their names, which are case sensitive. */
export function decide(rule: Rule, variables: ReadonlyMap<string, number>): Verdict {
  const missing = new Set<string>();
  const malformed: number[] = [];
  const told = () => ({ missingVariables: [...missing], malformedBranches: malformed });
  for (const [index, { condition, result, citation }] of rule.branches.entries()) {
    const parts = conditionOf(condition);
    const given = parts && variables.get(parts.variable);
    if (!parts) malformed.push(index + 1);
    else if (given === undefined) missing.add(parts.variable);
    else if (holds(given as number, parts))
      return { result, usedDefault: false, matchedCondition: condition, citation, ...told() };
  }
  return { result: rule.defaultBranch, usedDefault: true, matchedCondition: null, citation: null, ...told() };
}

function holds(given: number, { op, value }: Condition): boolean {
  if (op === ">=") return given >= value;
  if (op === "<=") return given <= value;
  if (op === "!=") return given !== value;
  if (op === "==") return given === value;
  return op === ">" ? given > value : given < value;
}

interface Problem {
  readonly problem: string;
  readonly at: number;
}

function readCondition(text: string): Condition | Problem {
  const op = OPERATORS.find((operator) => text.includes(operator));
  if (!op) return { problem: `has no operator: use one of ${OPERATORS.join(" ")}`, at: 1 };
  const place = text.indexOf(op);
  const variable = strip(text.slice(0, place));
  if (variable === "") return { problem: `names no variable before ${op}`, at: characterAt(text, place) };
  const behind = text.slice(place + op.length);
  const number = strip(behind);
  const at = characterAt(text, place + op.length + (number === "" ? 0 : behind.indexOf(number)));
  if (number === "") return { problem: `has no number after ${op}`, at };
  const value = NUMBER.test(number) ? Number(number) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: `has something else than one plain number after ${op}`, at };
  return { variable, op, value };
}

function branchOf(value: unknown, number: number, bounds: RuleBounds): Branch | RuleFlaw {
  if (!isObject(value)) return flaw(null, number, "must be an object with condition and result");
  const { condition, result, citation = null } = value;
  const wrong =
    textFlaw("condition", number, condition, bounds) ?? textFlaw("result", number, result, bounds);
  if (wrong) return wrong;
  if (citation !== null && !Number.isSafeInteger(citation))
    return flaw("citation", number, "must be a whole number, or left out");
  return {
    condition: condition as string,
    result: result as string,
    citation: citation as number | null,
  };
}

function textFlaw(
  field: string,
  branch: number | null,
  value: unknown,
  { ruleText: most }: RuleBounds,
): RuleFlaw | null {
  if (typeof value !== "string") return flaw(field, branch, "must be a text");
  if (value.length > most && charactersOf(value) > most)
    return flaw(field, branch, `must have at most ${most} characters`);
  return null;
}

function listFlaw(value: unknown, { ruleBranches: most }: RuleBounds): RuleFlaw | null {
  if (!Array.isArray(value)) return flaw("branches", null, "must be a list");
  if (value.length > most) return flaw("branches", null, `must be at most ${most}`);
  return null;
}

function flaw(
  field: string | null,
  branch: number | null,
  message: string,
  at: number | null = null,
): RuleFlaw {
  return { field, branch, at, message };
}

function characterAt(text: string, unit: number): number {
  return charactersOf(text.slice(0, unit)) + 1;
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
