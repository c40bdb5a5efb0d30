// Every golden case as a test of its own, so that a change of one number has a name.

import path from "node:path";
import { describe, expect, it } from "vitest";
import { readCases } from "../../golden/cases.ts";
import { judge } from "../../golden/judge.ts";
import { OPERATIONS } from "../../golden/operations/index.ts";
import { reasonToSkip } from "../../golden/skipped.ts";

const MOST_SKIPPED = 8;

/** Folders of cases, with how many there are at least. */
const FOLDERS = [
  ["route-graph", 200],
  ["plugin", 40],
  ["semantic-memory", 300],
  ["experience-replay", 160],
] as const;

describe.each(FOLDERS)("golden cases of %s", (folder, least) => {
  const { cases, malformed } = readCases(path.join(import.meta.dirname, "../../golden/cases", folder));

  it("[GV1] are all readable", () => {
    expect(malformed).toEqual([]);
    expect(cases.length).toBeGreaterThan(least);
  });

  it(`[GV2] are skipped with a reason only, at most ${MOST_SKIPPED} of them`, () => {
    const skipped = cases.filter(({ name, op }) => reasonToSkip(name, op) !== undefined);
    expect(skipped.length).toBeLessThanOrEqual(MOST_SKIPPED);
  });

  for (const goldenCase of cases) {
    const skipped = reasonToSkip(goldenCase.name, goldenCase.op) !== undefined;
    it.skipIf(skipped)(`[GV3] ${goldenCase.op}: ${goldenCase.name}`, async () => {
      expect(await judge(goldenCase, OPERATIONS)).toEqual({ status: "passed" });
    });
  }
});
