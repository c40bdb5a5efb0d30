// The verdict on one golden case: run its operation, compare what comes back.

import type { GoldenCase, GoldenOperation } from "./cases.ts";
import { type Difference, firstDifference } from "./compare.ts";
import { comparable, reasonToSkip } from "./skipped.ts";

export type Verdict =
  | { readonly status: "passed" }
  | { readonly status: "skipped"; readonly reason: string }
  | { readonly status: "failed"; readonly reason: string; readonly difference?: Difference };

export async function judge(
  goldenCase: GoldenCase,
  operations: Readonly<Record<string, GoldenOperation>>,
): Promise<Verdict> {
  const { name, op, input, expected, tolerance, open } = goldenCase;
  const reason = reasonToSkip(name, op);
  if (reason !== undefined) return { status: "skipped", reason };
  if (!Object.hasOwn(operations, op)) return { status: "failed", reason: `unknown operation ${op}` };
  try {
    const actual = asJson(await operations[op](structuredClone(input), goldenCase));
    const difference = firstDifference(comparable(op, expected), actual, { tolerance, open });
    return difference
      ? { status: "failed", reason: `differs at ${difference.path || "the whole"}`, difference }
      : { status: "passed" };
  } catch (error) {
    return { status: "failed", reason: `threw ${(error as Error).stack ?? error}` };
  }
}

/** As it would go over the wire, so that an undefined field is no field. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
