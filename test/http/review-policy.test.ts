// [RM] Where everything waits for a reviewer, nothing that a device can do adds memory, whatever endpoints there are.

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { ROLES } from "../../wire/directory.ts";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { ReviewHouse, waitingIn } from "../support/review-house.ts";
import { ENDPOINT_NAMES, prepare, sendSample } from "../support/samples.ts";

const FACT = "The harbour crane is serviced every second Tuesday.";
const WRONG = "The crane is serviced by the night shift.";
const RIGHT = "The crane is serviced by the port authority.";
/** Writes that are refused: of somebody else's proposal or captured turn. */
const WITHOUT: Partial<Record<(typeof ENDPOINT_NAMES)[number], string>> = {
  revise: "not_found",
  retryCapture: "not_found",
  dropCapture: "not_found",
  changeMemory: "review_required",
  endMemory: "review_required",
  endFact: "review_required",
};
const DECISIONS = ["approve", "approveBatch", "discard", "resolveConflict"];

const refused = (code: string) => expect.objectContaining({ code });

/** What the memory says, in the order of its nodes. */
async function said({ object }: ReviewHouse): Promise<unknown[]> {
  const { nodes } = (await object.disk(["nodes"])) as { nodes: Record<string, unknown>[] };
  return nodes.map(({ id, text, summary, metadata }) => [id, text, summary, metadata]);
}

describe("what anybody but an owner sends where everything waits", () => {
  let house: ReviewHouse;
  let before: unknown[];
  beforeAll(async () => {
    house = await ReviewHouse.begin();
    await prepare(house.owner);
    await house.owner.setPolicy({ capture: "proposal", self_approval: false });
    before = await said(house);
  });

  it.each(ENDPOINT_NAMES)("[RM20] leaves no unreviewed memory: %s of a device", async (name) => {
    const { status, error } = await sendSample(name, house.name, house.tokens.device.token);
    const { role, writes } = ENDPOINTS[name];
    if (ROLES.indexOf(role) > ROLES.indexOf("agent"))
      expect([status, error?.code]).toEqual([403, "forbidden"]);
    // What can't be proposed is refused, with what to do instead.
    else if (writes && status !== 200) expect([name, error?.code]).toEqual([name, WITHOUT[name]]);
    expect(await said(house)).toEqual(before);
  });

  it.each(ENDPOINT_NAMES.filter((name) => !DECISIONS.includes(name)))(
    "[RM20] leaves no unreviewed memory: %s of a reviewer",
    async (name) => {
      await sendSample(name, house.name, house.tokens.reviewer.token);
      expect(await said(house)).toEqual(before);
    },
  );
});

describe("with the policy", () => {
  let house: ReviewHouse;
  let device: MemoryClient;
  let owner: MemoryClient;
  beforeEach(async () => {
    house = await ReviewHouse.begin();
    ({ device, owner } = house);
  });

  it("[RM21] by default agents write directly, and only an owner changes that", async () => {
    expect(await device.policy()).toMatchObject({ capture: "direct", self_approval: false });
    expect(await device.inject({ content: FACT })).toMatchObject({ injected: true });
    for (const memory of [device, house.reviewer])
      await expect(memory.setPolicy({ capture: "proposal" })).rejects.toEqual(refused("forbidden"));
    expect(await owner.setPolicy({ capture: "proposal" })).toMatchObject({
      capture: "proposal",
      self_approval: false,
    });
    expect(await device.inject({ content: WRONG })).toMatchObject({
      injected: false,
      proposal: { status: "pending" },
    });
    expect(await owner.inject({ content: RIGHT })).toMatchObject({ injected: true });
    expect((await owner.audit({ kind: "settings" })).events).toHaveLength(1);
    await owner.setPolicy({ capture: "direct" });
    expect(await device.inject({ content: `${FACT} Always.` })).toMatchObject({ injected: true });
  });

  it("[RM22] what would be written becomes a proposal that says all of it", async () => {
    await owner.setPolicy({ capture: "proposal" });
    const { proposal, node_id } = await device.inject({
      id: "crane-1",
      content: FACT,
      type: "DIRECTIVE",
      summary: "crane",
      metadata: { title: "Crane", project: "port" },
    });
    expect(node_id).toBe("crane-1");
    const [{ id, digest, ...waiting }] = await waitingIn(house.reviewer);
    expect(id).toBe(proposal?.id);
    expect(waiting).toMatchObject({ type: "DIRECTIVE", summary: "crane", metadata: { project: "port" } });
    expect(await house.reviewer.approve({ id, digest })).toMatchObject({ node_id: "crane-1" });
    expect(await owner.node("crane-1")).toMatchObject({
      kind: "directive",
      text: FACT,
      summary: "crane",
      metadata: { title: "Crane", project: "port" },
    });
    const batch = await device.injectBatch({
      nodes: [{ content: FACT }, { content: WRONG }, { content: RIGHT }],
    });
    expect(batch).toMatchObject({ injected: 0, skipped: 1 });
    expect(batch.proposals?.map(({ status }) => status)).toEqual(["pending", "pending"]);
  });

  it("[RM23] an approved write does what it would have done directly, links, suppressions and questions included", async () => {
    const direct = await ReviewHouse.begin(house.story);
    const steps = async (one: ReviewHouse, memory: MemoryClient, approveAll: () => Promise<void>) => {
      await memory.inject({ content: FACT, metadata: { title: "Night shift" } });
      await approveAll();
      await memory.inject({ content: WRONG });
      await approveAll();
      const { query_id } = await one.owner.query({ query: "who services the crane?" });
      await memory.correction({ query_id, content: RIGHT });
      await approveAll();
      const asked = await one.owner.query({ query: "what else about the crane?" });
      await memory.selfLearn({
        query_id: asked.query_id,
        outcome: 0.5,
        node_type: "TEACHING",
        content: "The crane lifts forty tonnes.",
      });
      await approveAll();
    };
    await steps(direct, direct.device, async () => undefined);
    await owner.setPolicy({ capture: "proposal" });
    await steps(house, device, async () => {
      for (const { id, digest } of await waitingIn(house.reviewer))
        await house.reviewer.approve({ id, digest });
    });
    const tables = ["edges", "vectors", "names", "turns"];
    const [reviewed, plain] = [await house.object.disk(tables), await direct.object.disk(tables)];
    // Whoever approves a question counts as its teacher, and times differ.
    const known = (rows: unknown) =>
      JSON.stringify(rows)
        .replaceAll(/"at":\d+/g, '"at":0')
        .replaceAll(house.tokens.reviewer.id, "device")
        .replaceAll(house.tokens.device.id, "device")
        .replaceAll(direct.tokens.device.id, "device")
        .replaceAll(house.story.owner.id, "owner");
    expect(known(reviewed)).toBe(known(plain));
    expect(await house.textsFor("who services the crane?")).toEqual(
      await direct.textsFor("who services the crane?"),
    );
  });

  it("[RM24] what reaches the graph on any other way is refused, and nothing is changed", async () => {
    await owner.setPolicy({ capture: "proposal" });
    const revision = (await owner.info()).revision;
    const result = await house.object.write((draft) =>
      draft.putNode({
        ...{ id: "n", kind: "note", origin: "created", authority: "overlay", text: FACT, summary: "" },
        ...{ file: null, chunk: null, metadata: {} },
      }),
    );
    expect(result).toMatchObject({ ok: false, error: { code: "review_required" } });
    expect(await owner.info()).toMatchObject({ nodes: 0, revision });
  });
});
