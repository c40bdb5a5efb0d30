// [AU] What docs/access.md promises in numbers is what is set.

import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { SETTINGS } from "../../src/settings.ts";
import { LIMITS } from "../../wire/limits.ts";

const text = fs
  .readFileSync(path.join(import.meta.dirname, "../../docs/access.md"), "utf8")
  .replace(/\s+/g, " ");

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

it("[AU21] the document states within what time a change reaches everybody", () => {
  expect(text).toContain(`at most ${SETTINGS.tokenTrustMs / SECOND} seconds from when it asked D1`);
  expect(text).toContain(`within ${SETTINGS.unknownTokenMs / SECOND} seconds after it was granted`);
  expect(SETTINGS.tokenTrustMs).toBeLessThanOrEqual(30 * SECOND);
});

it("[AU36] the document states how often keys are fetched, and for how long they serve", () => {
  expect(text).toContain(`fetched again after ${SETTINGS.keysFreshMs / MINUTE} minutes`);
  expect(text).toContain(`at most every ${SETTINGS.keysCoolDownMs / SECOND} seconds`);
  expect(text).toContain(`serve for ${SETTINGS.keysServedMs / HOUR} hours`);
});

it("[AU32] the document states the limits of tokens", () => {
  expect(text).toContain(`at least ${SETTINGS.operatorTokenLength} characters`);
  expect(text).toContain(`0 to ${SETTINGS.clockToleranceMostSeconds}, default 0`);
  expect(text).toContain(`at most ${LIMITS.signedToken.toLocaleString("en-US")} bytes`);
  expect(LIMITS.rotationGraceMs).toBe(24 * HOUR);
});
