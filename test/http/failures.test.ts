// [WI] When a part of ours fails: a plain answer outside, one line without content inside.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { ORIGIN, Story, told } from "../support/story.ts";

const CONTENT = "the launch code is 0000";
let story: Story;
let agent: string;

beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Asks an agent whose object fails with this error. */
async function askFailing(error: Error) {
  const perform = async () => {
    throw error;
  };
  const BRAIN = { idFromName: String, get: () => ({ perform }) } as unknown as Cloudflare.Env["BRAIN"];
  const request = new Request(`${ORIGIN}/v1/agents/${agent}/query`, {
    method: "POST",
    headers: { Authorization: `Bearer ${story.owner.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ query: CONTENT }),
  });
  return told(await createApp().fetch(request, { ...env, BRAIN }, createExecutionContext()));
}

it("[WI24] a defect is answered with its request id, and logged in one line without content or token", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { status, error, text, headers } = await askFailing(new TypeError(`can't parse "${CONTENT}"`));
  expect([status, error?.code]).toEqual([500, "internal"]);
  expect(error?.message).toContain(headers.get("x-request-id"));
  expect(text).not.toMatch(/launch|TypeError|\.ts/);
  expect(log).toHaveBeenCalledTimes(1);
  const [line] = log.mock.calls[0] as [string];
  expect(JSON.parse(line)).toMatchObject({ code: "internal", error: "TypeError", method: "POST" });
  expect(line).not.toContain("launch");
  expect(line).not.toContain(story.owner.token);
  expect(line).not.toContain("\n");
});

it.each(["retryable", "overloaded"])(
  "[WI25] an object that is %s is unavailable, with Retry-After",
  async (how) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { status, error, headers } = await askFailing(Object.assign(new Error("gone"), { [how]: true }));
    expect([status, error?.code, headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
  },
);
