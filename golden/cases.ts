// Golden cases from a folder: an input, and what the reference computed from it.
// A `*.json` file holds one case as an object, or several as a list; anything else is malformed and is said to be.

import fs from "node:fs";
import path from "node:path";

export interface GoldenCase {
  readonly name: string;
  /** Which operation the case exercises. */
  readonly op: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
  /** Absolute, for every number in `expected`. */
  readonly tolerance: number;
  /** True: objects may hold more than the keys of `expected`. */
  readonly open: boolean;
}

export interface Malformed {
  readonly file: string;
  readonly reason: string;
}

export interface Cases {
  readonly cases: readonly GoldenCase[];
  readonly malformed: readonly Malformed[];
}

// biome-ignore lint/suspicious/noExplicitAny: an input has the shape that its operation documents
export type GoldenOperation = (input: any, goldenCase: GoldenCase) => unknown;

/** All cases of a folder, by file name. Throws when there is no such folder. */
export function readCases(folder: string): Cases {
  const cases: GoldenCase[] = [];
  const malformed: Malformed[] = [];
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
  for (const file of files.sort()) {
    try {
      cases.push(...casesOf(file, fs.readFileSync(path.join(folder, file), "utf8")));
    } catch (error) {
      malformed.push({ file, reason: (error as Error).message });
    }
  }
  return { cases, malformed };
}

function casesOf(file: string, text: string): GoldenCase[] {
  const content: unknown = JSON.parse(text);
  if (!Array.isArray(content)) return [caseOf(content, "")];
  const topic = path.basename(file, ".json");
  return content.map((item) => caseOf(item, topic));
}

/** A case of a list belongs to the operation that its file, or else its input, names. */
function caseOf(content: unknown, topic: string): GoldenCase {
  const fields = asObject(content, "a case");
  const input = asObject(fields.input, "input");
  const name = asString(fields.name, "name");
  if (fields.expected === undefined) throw new Error("expected is missing");
  const tolerance = fields.tolerance ?? 0;
  if (typeof tolerance !== "number" || !(tolerance >= 0))
    throw new Error("tolerance must be a number from 0 on");
  const { description } = fields;
  const expected = wanted(fields.expected);
  const shared = { description: String(description ?? ""), input, expected, tolerance };
  if (topic === "") return { name, op: asString(fields.op, "op"), ...shared, open: false };
  const op = typeof input.op === "string" ? `${topic}/${input.op}` : topic;
  return { name: `${topic}: ${name}`, op, ...shared, open: true };
}

/** Where the reference errs a case says what it gives, and what is wanted instead. */
function wanted(expected: unknown): unknown {
  const isJudged = typeof expected === "object" && expected !== null && "reference" in expected;
  return isJudged && "wanted" in expected ? expected.wanted : expected;
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Error(`${what} must be an object`);
}

function asString(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`${what} must be a non-empty string`);
}
