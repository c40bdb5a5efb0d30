// [DV] Writes for a known state: the tags that replies carry, writes that name them, and editing a node.

import { beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { ENDPOINTS, takesBody } from "../../wire/endpoints.ts";
import { ENDPOINT_NAMES, prepare, SAMPLE_NODE, sendSample } from "../support/samples.ts";
import { Story, send } from "../support/story.ts";

let story: Story;
let agent: string;
let token: string;
let memory: MemoryClient;

beforeEach(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
  token = story.owner.token;
  memory = story.memory(agent);
  await prepare(memory);
});

const tagOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag");
const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

describe.each(ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].writes && takesBody(ENDPOINTS[name].method)))(
  "%s",
  (name) => {
    it("[DV20] for a state that has passed is refused, tells the present one, and changes nothing", async () => {
      const { revision } = await memory.info();
      await memory.inject({ content: "another device was faster" });
      const stale = await sendSample(name, agent, token, { "If-Match": `"r${revision}"` });
      expect((await memory.info()).revision).toBe(revision + 1);
      if (name === "rpc") return expect(stale.body).toHaveProperty("error");
      expect([stale.status, stale.error?.code]).toEqual([412, "precondition_failed"]);
      expect(stale.error?.details).toMatchObject({ revision: revision + 1, etag: `r${revision + 1}` });
    });
  },
);

describe("a tag", () => {
  it("[DV21] is on every reply of an agent, as the reply leaves or finds the memory", async () => {
    const { revision } = await memory.info();
    const read = await sendSample("info", agent, token);
    const written = await sendSample("inject", agent, token);
    expect([tagOf(read), tagOf(written)]).toEqual([`"r${revision}"`, `"r${revision + 1}"`]);
  });

  it("[DV21] is on no reply that is given again: others may have written since", async () => {
    const headers = { "Idempotency-Key": "twice" };
    const first = await sendSample("inject", agent, token, headers);
    const again = await sendSample("inject", agent, token, headers);
    expect([tagOf(first) === null, tagOf(again), again.text]).toEqual([false, null, first.text]);
  });

  it("[DV22] lets a write pass while nothing has changed, also as a weak tag, a bare one, or one of several", async () => {
    for (const write of ['"r%"', 'W/"r%"', "r%", "%", '"r1", "r%"', "*"]) {
      const { revision } = await memory.info();
      const tag = write.replace("%", String(revision));
      const { status, text } = await sendSample("learn", agent, token, { "If-Match": tag });
      expect([tag, status, text]).toEqual([tag, 200, text]);
    }
  });

  it("[DV22] that can't be one is refused as such", async () => {
    for (const tag of ['"', '"r1', "r 1", "x,", '"é"', Array(21).fill('"r1"').join(", ")]) {
      const { status, error } = await sendSample("inject", agent, token, { "If-Match": encodeURI(tag) });
      expect([tag, status, error?.code]).toEqual([tag, 400, "invalid_request"]);
    }
  });

  it("[DV22] does not stand in the way of a write that was done and is sent again", async () => {
    const { revision } = await memory.info();
    const headers = { "If-Match": `"r${revision}"`, "Idempotency-Key": "lost reply" };
    const first = await sendSample("inject", agent, token, headers);
    const again = await sendSample("inject", agent, token, headers);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });

  it("[DV23] of a node changes with what is set on it, and not with what it learns", async () => {
    const { etag } = await memory.node(SAMPLE_NODE);
    const other = await memory.inject({ content: "deploy with care and the release script" });
    await memory.learn({ fired_ids: [SAMPLE_NODE, other.node_id], outcome: 1 });
    expect((await memory.node(SAMPLE_NODE)).etag).toBe(etag);
    const edited = await memory.edit({ id: SAMPLE_NODE, summary: "deploys" }, { ifMatch: etag });
    expect(edited.etag).not.toBe(etag);
    expect(await memory.node(SAMPLE_NODE)).toMatchObject({ etag: edited.etag, summary: "deploys" });
  });

  it("[DV23] of a node guards its anchor too", async () => {
    const { etag } = await memory.node(SAMPLE_NODE);
    await memory.anchor({ node_id: SAMPLE_NODE, authority: "canonical" }, { ifMatch: etag });
    const late = memory.anchor({ node_id: SAMPLE_NODE, authority: "overlay" }, { ifMatch: etag });
    expect(await failureOf(late)).toMatchObject({ code: "precondition_failed", status: 412 });
  });

  it("[DV23] makes the slower of two editors look again", async () => {
    const { etag } = await memory.node(SAMPLE_NODE);
    await memory.edit({ id: SAMPLE_NODE, text: "deploy with the new script" }, { ifMatch: etag });
    const late = await failureOf(memory.edit({ id: SAMPLE_NODE, text: "deploy by hand" }, { ifMatch: etag }));
    const now = await memory.node(SAMPLE_NODE);
    expect(late).toMatchObject({ code: "precondition_failed", details: { node_etag: now.etag } });
    expect(now.text).toBe("deploy with the new script");
  });
});

describe("editing", () => {
  it("[DV24] sets what it names and leaves the rest", async () => {
    await memory.edit({ id: SAMPLE_NODE, summary: "how", metadata: { from: "phone" } });
    const { changed } = await memory.edit({ id: SAMPLE_NODE, metadata: { from: "laptop" } });
    expect(changed).toEqual(["metadata"]);
    expect(await memory.node(SAMPLE_NODE)).toMatchObject({
      text: "deploy with the release script",
      summary: "how",
      metadata: { from: "laptop" },
    });
  });

  it("[DV24] a new text is found by its own words at once, keeps what was learned, and names its author", async () => {
    const device = await story.token("owner");
    const other = await memory.inject({ content: "the release script lives in the tools folder" });
    await memory.learn({ fired_ids: [SAMPLE_NODE, other.node_id], outcome: 1 });
    const before = await memory.node(SAMPLE_NODE);
    await story.memory(agent, device.token).edit({ id: SAMPLE_NODE, text: "giraffes sleep standing up" });
    const after = await memory.node(SAMPLE_NODE);
    expect([after.outgoing, after.incoming]).toEqual([before.outgoing, before.incoming]);
    expect([after.author, after.summary]).toEqual([device.id, "giraffes sleep standing up"]);
    const { fired } = await memory.query({ query: "how do giraffes sleep?" });
    expect(fired[0]).toMatchObject({ id: SAMPLE_NODE, text: "giraffes sleep standing up" });
  });

  it("[DV24] to what is there already changes nothing", async () => {
    const { revision } = await memory.info();
    const text = "  deploy with the release script\n";
    expect((await memory.edit({ id: SAMPLE_NODE, text })).changed).toEqual([]);
    expect((await memory.info()).revision - revision).toBeLessThanOrEqual(1);
    expect((await memory.changes({ after: revision })).events).toEqual([]);
  });

  it("[DV25] leaves what sync owns, and what is constitutional, as it is, and says why", async () => {
    await memory.sync({ files: [{ path: "plan.md", text: "# Plan\n\nShip on Friday.\n" }] });
    await memory.inject({ id: "law", content: "never delete backups", authority: "constitutional" });
    for (const [id, why] of [
      ["plan.md::0", "the file plan.md"],
      ["law", "constitutional"],
    ]) {
      const refusal = await failureOf(memory.edit({ id, text: "something else" }));
      expect(refusal).toMatchObject({ code: "protected_node", message: expect.stringContaining(why) });
    }
    expect(await failureOf(memory.edit({ id: "nowhere", text: "x" }))).toMatchObject({ code: "not_found" });
  });

  it("[DV25] of nothing, with an id in the body, or of an unknown field is refused", async () => {
    const path = `/v1/agents/${agent}/nodes/${encodeURIComponent(SAMPLE_NODE)}`;
    for (const body of [{}, { id: "other", text: "x" }, { text: " " }, { kind: "note" }, [], "x", null]) {
      const { status, error } = await send("PATCH", path, { token, body });
      expect([body, status, error?.code]).toEqual([
        body,
        400,
        expect.stringMatching(/^(invalid_request|malformed_json)$/),
      ]);
    }
  });

  it("[DV26] what an edited node said first can be taught again, as a node of its own", async () => {
    const { node_id: first } = await memory.correction({
      content: "ship on Mondays",
      fired_ids: [SAMPLE_NODE],
    });
    await memory.edit({ id: first, text: "ship on Tuesdays" });
    const again = await memory.correction({ content: "ship on Mondays", fired_ids: [SAMPLE_NODE] });
    expect(again).toMatchObject({ node_injected: true, node_id: expect.stringContaining(first) });
    expect(again.node_id).not.toBe(first);
    expect((await memory.node(first)).text).toBe("ship on Tuesdays");
    const plain = await memory.inject({ content: "ship on Mondays", type: "CORRECTION" });
    expect(plain).toMatchObject({ injected: false, node_id: again.node_id });
  });
});
