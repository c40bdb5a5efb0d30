// [OP] The metrics: who may read them, and that their numbers are those of the directory.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { ReviewHouse } from "../support/review-house.ts";
import { OPERATOR_TOKEN, ORIGIN, Story, send, told } from "../support/story.ts";

let story: Story;

beforeAll(async () => {
  story = await Story.begin();
});

/** The value of each line, by its name and labels. */
async function metrics(path = "/metrics"): Promise<Record<string, number>> {
  const { status, text } = await send("GET", path, { token: OPERATOR_TOKEN });
  expect(status).toBe(200);
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

it("[OP5] is the operator's alone", async () => {
  expect((await send("GET", "/metrics")).status).toBe(401);
  const { status, error } = await send("GET", "/metrics", { token: story.owner.token });
  expect([status, error?.code]).toEqual([403, "forbidden"]);
});

it("[OP5] says what each number means, in the format of Prometheus", async () => {
  const { text, headers } = await send("GET", "/metrics", { token: OPERATOR_TOKEN });
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const [line] of text.matchAll(/^.+$/gm)) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) edgebrain_\w+ .+|edgebrain_\w+({\w+="[^"]*"(,\w+="[^"]*")*})? \d+)$/,
    );
  }
  expect(text.match(/^# HELP/gm)).toHaveLength(text.match(/^# TYPE/gm)?.length ?? 0);
});

it("[OP5] counts tenants, agents, grants, audit rows and replicated changes", async () => {
  const before = await metrics();
  await story.agent();
  await story.token("reader", { expires_at: Date.now() + 50 });
  const { id } = await story.token("reader");
  await story.directory.revokeToken(id);
  await scheduler.wait(60);
  const after = await metrics();
  const grown = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name]]),
  );
  expect(grown).toMatchObject({
    edgebrain_tenants: 0,
    edgebrain_agents: 1,
    'edgebrain_grants{kind="token",state="valid"}': 0,
    'edgebrain_grants{kind="token",state="expired"}': 1,
    'edgebrain_grants{kind="token",state="revoked"}': 1,
    edgebrain_tenant_audit_rows_total: 4,
  });
  expect(after.edgebrain_d1_bytes).toBeGreaterThan(0);
});

it("[OP5] names tenants only where their use is asked for", async () => {
  const { text } = await send("GET", "/metrics", { token: OPERATOR_TOKEN });
  expect(text).not.toContain(story.tenant.name);
  const memory = await story.newMemory();
  await memory.query({ query: "anything?" });
  const name = `edgebrain_usage_total{tenant="${story.tenant.name}",counted="queries"}`;
  await vi.waitFor(async () => expect((await metrics("/metrics?usage=true"))[name]).toBe(1), 10_000);
});

it("[OP5] is unavailable while D1 is", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failing = {
    prepare() {
      throw new Error("D1 is away");
    },
  } as unknown as D1Database;
  const request = new Request(`${ORIGIN}/metrics`, {
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  const answer = await createApp().fetch(request, { ...env, DB: failing }, createExecutionContext());
  expect((await told(answer)).error?.code).toBe("unavailable");
});

it("[OP5] counts proposals by state, and says for how long the oldest has been waiting", async () => {
  const before = await metrics();
  const house = await ReviewHouse.begin(story);
  await house.propose("The harbour crane is serviced on Tuesdays.");
  const { id, digest } = await house.propose("The ferry leaves from pier four.");
  await house.reviewer.approve({ id, digest });
  await house.object.drained();
  const after = await metrics();
  for (const state of ["pending", "approved"]) {
    const name = `edgebrain_proposals{state="${state}"}`;
    expect(after[name] - before[name]).toBe(1);
  }
  expect(after.edgebrain_proposals_oldest_seconds).toBeGreaterThanOrEqual(0);
});
