// Unknown input becomes a typed request, or a refusal that names every place to fix.

import type * as z from "zod";
import { Refusal } from "../wire/errors.ts";
import { SETTINGS } from "./settings.ts";

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** The request as its schema reads it; otherwise `invalid_request` with one `{ path, message }` per problem. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, []));
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see details)` : "";
  throw new Refusal(
    "invalid_request",
    `fix ${first.path}: ${first.message}${more}`,
    problems.slice(0, SETTINGS.issuesNamed),
  );
}

/** A place in a request as people write it: `nodes[3].content`. */
export function placeOf(path: readonly PropertyKey[]): string {
  const place = path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index ? "." : ""}${String(key)}`))
    .join("");
  return shortened(place) || "the request";
}

/** Of a union, the problems of the branch that comes closest: the caller most likely meant that one. */
function problemsOf(issue: z.core.$ZodIssue, base: readonly PropertyKey[]): Problem[] {
  const path = [...base, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, branch) => (branch.length < best.length ? branch : best));
    return closest.flatMap((inner) => problemsOf(inner, path));
  }
  return [{ path: placeOf(path), message: shortened(sentenceOf(issue)) }];
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}: remove it`;
  }
  if (issue.code === "invalid_key") return issue.issues.map((inner) => inner.message).join("; ");
  return issue.message
    .replace(/^(Invalid input|Too small|Too big): /, "")
    .replace(/^(expected .+), received undefined$/, "is missing, $1");
}

function shortened(text: string): string {
  return text.length <= SETTINGS.issueLength ? text : `${text.slice(0, SETTINGS.issueLength)}…`;
}
