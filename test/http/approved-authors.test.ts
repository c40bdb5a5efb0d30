// [RM] Whose an approved proposal is: of who proposed it, whoever approved it.

import { describe, expect, it } from "vitest";
import { PRIVATE_CODE, PROPOSED } from "../support/proposed-kinds.ts";
import { refused } from "../support/remembering.ts";
import { ReviewHouse } from "../support/review-house.ts";

async function begin() {
  const house = await ReviewHouse.begin();
  await house.owner.setPolicy({ capture: "proposal", self_approval: false });
  return house;
}

async function authorsIn({ object }: ReviewHouse): Promise<Record<string, string[]>> {
  const { nodes } = (await object.disk(["nodes"])) as { nodes: { kind: string; author: string }[] };
  const kinds = [...new Set(nodes.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      [...new Set(nodes.filter((one) => one.kind === kind).map(({ author }) => author))],
    ]),
  );
}

describe("what was approved", () => {
  it.each(["reviewer", "owner"] as const)(
    "[RM45] of a private memory is its proposer's to read and to say again, also when the %s decides",
    async (decider) => {
      const house = await begin();
      const { device } = house;
      const decides = house[decider];
      const { proposal } = await device.storeMemory({ content: PRIVATE_CODE, visibility: "private" });
      const { id, digest } = proposal as { id: string; digest: string };
      const { node_id } = await decides.approve({ id, digest });
      // Who may not read it is not told its name either.
      expect(node_id === null).toBe(decider === "reviewer");
      const known = (await device.proposal(id)).proposal.node_id as string;
      expect(await device.memory(known)).toMatchObject({ content: PRIVATE_CODE });
      const question = { query: "what is the alarm code of the boathouse?" };
      expect((await device.query(question)).fired.map((one) => one.id)).toEqual([known]);
      expect(await device.storeMemory({ content: PRIVATE_CODE, visibility: "private" })).toMatchObject({
        ...{ status: "duplicate", id: known },
      });
      for (const other of [house.reviewer, await house.as("agent")]) {
        await expect(other.memory(known)).rejects.toEqual(refused("not_found"));
        expect((await other.query(question)).fired).toEqual([]);
      }
    },
  );

  it("[RM44] has its proposer as author, of every kind, many at once and with edited words; the audit chain names who approved", async () => {
    const house = await begin();
    const { device, reviewer, owner } = house;
    const other = await house.as("agent");
    for (const propose of PROPOSED) await propose(device);
    await other.propose({ content: "The tide table hangs in the lock keeper's hut." });
    const { proposals } = await reviewer.proposals({ limit: 50 });
    const [edited, ...rest] = proposals.filter(({ procedure }) => !procedure);
    await reviewer.approve({ id: edited.id, digest: edited.digest, content: `${edited.content} Always.` });
    const items = [...rest, ...proposals.filter(({ procedure }) => procedure)].map(({ id, digest }) => ({
      id,
      digest,
    }));
    expect(await reviewer.approveBatch({ items })).toMatchObject({ refused: 0 });
    const authors = await authorsIn(house);
    const mine = house.tokens.device.id;
    for (const kind of ["memory", "correction", "procedure", "step", "fact"])
      expect([kind, authors[kind]]).toEqual([kind, [mine]]);
    expect(authors.teaching).toHaveLength(2);
    expect(authors.teaching).toContain(mine);
    expect(Object.values(authors).flat()).not.toContain(house.tokens.reviewer.id);
    const { events } = await owner.audit({ kind: "review" });
    expect(events.map(({ actor }) => actor)).toEqual(proposals.map(() => house.tokens.reviewer.id));
  });

  it("[RM46] is taken back by who proposed it, who approved it and owners, and by nobody else", async () => {
    const house = await begin();
    const { device, reviewer } = house;
    const approved = async (content: string) => {
      const { id, digest } = (await device.storeMemory({ content })).proposal as {
        id: string;
        digest: string;
      };
      return (await reviewer.approve({ id, digest })).event_id as string;
    };
    const [first, second] = [
      await approved("The ferry leaves from pier four"),
      await approved("The crane is painted yellow"),
    ];
    for (const other of [await house.as("agent"), await house.as("reviewer")])
      await expect(other.undo({ event_id: first })).rejects.toEqual(refused("forbidden"));
    expect(await device.undo({ event_id: first })).toMatchObject({ events: 1 });
    expect(await reviewer.undo({ event_id: second })).toMatchObject({ events: 1 });
    expect((await house.owner.info()).nodes).toBe(0);
  });
});
