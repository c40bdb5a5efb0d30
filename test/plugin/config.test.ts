// Options and token: what is used of what the user wrote, and what the log says about the rest.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readOptions, resolveConfig } from "../../plugin/src/config.ts";
import type { Option } from "../../plugin/src/option.ts";
import { OPTIONS } from "../../plugin/src/options.ts";
import { PROCESS } from "../../plugin/src/token.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-plugin-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function file(text: string, mode = 0o600): string {
  const name = path.join(folder, `token-${Math.random()}`);
  fs.writeFileSync(name, text, { mode });
  fs.chmodSync(name, mode);
  return name;
}

/** With the real reading of files. */
function tokenOf(token: unknown, environment: Record<string, string> = {}) {
  const raw = { baseUrl: "https://memory.example", token };
  return resolveConfig(raw, { ...PROCESS, environment }).config;
}

const options = Object.entries(OPTIONS as Record<string, Option<unknown>>);

describe("options", () => {
  it.each(options)(
    "[PL2] %s: any value at all is used as it is allowed, or named once with its default used",
    (name, option) => {
      fc.assert(
        fc.property(fc.anything({ maxDepth: 2, withNullPrototype: false }), (value) => {
          const { options: read, warnings } = readOptions({ [name]: value });
          const allowed = value === undefined || value === null || option.read(value) !== undefined;
          if (!allowed) {
            expect(warnings).toHaveLength(1);
            expect(warnings[0]).toContain(`option ${name} must be ${option.allowed}`);
            const defaults = readOptions({}).options;
            expect(read).toEqual(option.restricts ? { ...defaults, enabled: false } : defaults);
          }
        }),
        { numRuns: 200, seed: 1 },
      );
    },
  );

  it.each(options.filter(([, { schema }]) => schema.type === "integer"))(
    "[PL2] %s is taken at both of its bounds and not beyond",
    (name, { schema, fallback }) => {
      const read = (value: number) =>
        (readOptions({ [name]: value }).options as Record<string, unknown>)[name];
      const { minimum, maximum } = schema as { minimum: number; maximum: number };
      expect([read(minimum), read(maximum)]).toEqual([minimum, maximum]);
      expect([read(minimum - 1), read(maximum + 1), read(minimum + 0.5)]).toEqual([
        fallback,
        fallback,
        fallback,
      ]);
    },
  );

  it("[PL5] what should keep memory out and can't be read keeps it out everywhere", () => {
    for (const wrong of [{ enabled: "no" }, { deniedChatIds: "c-1" }, { allowedChatIds: [null] }]) {
      expect(readOptions(wrong).options.enabled).toBe(false);
    }
    expect(readOptions({ deniedChatIds: [-1001234567890, "c-1"] }).options).toMatchObject({
      enabled: true,
      deniedChatIds: ["-1001234567890", "c-1"],
    });
    // Beyond this a number is not the one that was written.
    expect(readOptions({ deniedChatIds: JSON.parse("[1234567890123456789]") }).options.enabled).toBe(false);
  });

  it("[PL2] a secret that is not allowed is not repeated", () => {
    const { warnings } = readOptions({ token: { secret: "hunter2" }, authToken: 5 });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain("hunter2");
  });

  it("[PL2] an option that changes nothing here says so when it is set", () => {
    const { warnings } = readOptions({ strictDomain: true, defaultDomain: "global", autoRecallGraph: false });
    expect(warnings).toEqual([expect.stringMatching(/^option strictDomain changes nothing: /)]);
  });

  it("[PL2] a name from the prototype of objects is no option", () => {
    const { warnings } = readOptions(JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}'));
    expect(warnings).toHaveLength(3);
  });
});

describe("an address", () => {
  it.each<[string, RegExp | null]>([
    ["https://memory.example", null],
    ["https://memory.example/base/", null],
    ["http://127.0.0.1:8787", null],
    ["http://localhost:8787", null],
    ["http://[::1]:8787", null],
    ["http://memory.example", /https/],
    ["http://127.0.0.1.evil.example", /https/],
    ["http://localhost.evil.example", /https/],
    ["ftp://memory.example", /https/],
    ["https://user:pw@memory.example", /credentials/],
    ["https://memory.example/?key=pw", /credentials/],
    ["memory.example", /whole URL/],
  ])("[PL3] %s", (baseUrl, fault) => {
    const { obstacle } = resolveConfig({ baseUrl, token: "t" }, { ...PROCESS, environment: {} }).config;
    if (fault === null) expect(obstacle).toBeNull();
    else expect(obstacle).toMatch(fault);
    expect(obstacle ?? "").not.toContain("pw");
  });
});

describe("a token", () => {
  it("[PL3] comes from the file, else the variable, else the options", () => {
    const all = { EDGEBRAIN_TOKEN_FILE: file("of-the-file\n"), EDGEBRAIN_TOKEN: "of-the-variable" };
    expect(tokenOf("of-the-options", all).token.value).toBe("of-the-file");
    expect(tokenOf("of-the-options", { EDGEBRAIN_TOKEN: " of-the-variable " }).token.value).toBe(
      "of-the-variable",
    );
    expect(tokenOf(" of-the-options ").token.value).toBe("of-the-options");
  });

  it.each<[string, () => string, RegExp]>([
    ["that others can read", () => file("t", 0o644), /chmod 600/],
    ["that its group can read", () => file("t", 0o640), /chmod 600/],
    ["that is missing", () => path.join(folder, "missing"), /can't be used/],
    ["that is a folder", () => folder, /can't be used/],
    ["that is empty", () => file(" \n"), /is empty/],
    ["that holds two lines", () => file("one\ntwo"), /characters that no token has/],
  ])("[PL3] a file %s ends the search: no other credential is sent", (_, made, reason) => {
    const { token, obstacle } = tokenOf("of-the-options", {
      EDGEBRAIN_TOKEN_FILE: made(),
      EDGEBRAIN_TOKEN: "other",
    });
    expect(token.value).toBeNull();
    expect(obstacle).toMatch(reason);
  });

  it.each<[string, unknown, string | null]>([
    ["of the environment", { source: "env", provider: "default", id: "MINE" }, "of-mine"],
    ["of the environment that is not set", { source: "env", provider: "default", id: "NOT_MINE" }, null],
    ["of a store", { source: "store", provider: "default", id: "MINE" }, null],
    ["of a file by a relative path", { source: "file", provider: "default", id: "token" }, null],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an unset variable is written as
    ["that the host did not find", "${MINE}", null],
  ])("[PL3] a reference %s, as a one-shot command gets it", (_, token, value) => {
    expect(tokenOf(token, { MINE: "of-mine" }).token.value).toBe(value);
  });

  it("[PL3] a reference to a file of the owner's is read", () => {
    expect(tokenOf({ source: "file", provider: "default", id: file("mine") }).token.value).toBe("mine");
    expect(tokenOf({ source: "file", provider: "default", id: file("mine", 0o604) }).token.value).toBeNull();
  });
});
