// [RM] What a reviewer is told of a proposal: how new it is, what it contradicts, how much it says.

import { beforeEach, describe, expect, it } from "vitest";
import { ReviewHouse } from "../support/review-house.ts";

const PORT = "The database listens on port 5432.";
const OTHER_PORT = "The database listens on port 5433.";

let house: ReviewHouse;
beforeEach(async () => {
  house = await ReviewHouse.begin();
  await house.owner.inject({ content: "The ferry to the island leaves from pier four." });
});

async function stateOf(content: string, more = {}) {
  const state = await house.device.propose({ content, ...more });
  return { novelty: state.novelty as number, salience: state.salience as number, conflicts: state.conflicts };
}

describe("the weight of a proposal", () => {
  it("[RM30] is new where nothing resembles it, and little where memory or the queue does", async () => {
    const first = await stateOf(PORT);
    expect(first.novelty).toBeGreaterThan(0.6);
    const again = await stateOf("Port 5432 is what the database listens on.");
    expect(again.novelty).toBeLessThan(0.4);
    await house.owner.inject({ content: "Backups of the archive run nightly at two." });
    expect((await stateOf("Nightly backups of the archive run at two.")).novelty).toBeLessThan(0.2);
    expect(first.salience).toBeGreaterThan((await stateOf("ok thanks")).salience);
  });

  it("[RM31] names the memory that says something else, and in what", async () => {
    const { node_id } = await house.owner.inject({ content: PORT });
    for (let number = 0; number < 30; number++)
      await house.owner.inject({ content: `The database of team ${number} has a table of ports.` });
    const conflict = { node_id, because: "number", proposed: "5433", known: "5432" };
    expect((await stateOf(OTHER_PORT)).conflicts).toEqual([conflict]);
    const [{ conflicts }] = (await house.reviewer.proposals()).proposals;
    expect(conflicts).toEqual([conflict]);
  });

  it("[RM32] does not name what was corrected, nor what a correction is about", async () => {
    const { node_id: wrong } = await house.owner.inject({ content: PORT });
    expect((await stateOf(OTHER_PORT, { kind: "correction", corrects: [wrong] })).conflicts).toEqual([]);
    await house.owner.correction({ content: OTHER_PORT, corrects: [wrong] });
    const { conflicts, novelty } = await stateOf("The database listens on port 5433 now.");
    expect(conflicts).toEqual([]);
    expect(novelty).toBeLessThan(0.4);
  });

  it("[RM30] leaves what does not stand any more out before it looks for what is near", async () => {
    const wrong: string[] = [];
    for (let number = 0; number < 40; number++) {
      const { node_id } = await house.owner.inject({
        content: `The database listens on port 6${100 + number}.`,
      });
      wrong.push(node_id);
    }
    await house.owner.correction({ content: "The cache has no port at all.", corrects: wrong });
    const { node_id } = await house.owner.inject({
      content: "The database listens, as all of us know, on port 5432.",
    });
    const { conflicts } = await stateOf(OTHER_PORT);
    expect(conflicts.map((one) => one.node_id)).toEqual([node_id]);
  });

  it("[RM34] is told anew when the proposal is revised, and does not count the proposal itself", async () => {
    const { node_id } = await house.owner.inject({ content: PORT });
    const { id, digest } = await house.propose("Lunch is at noon.");
    const { proposal } = await house.device.revise({ id, digest, content: OTHER_PORT });
    expect(proposal.conflicts.map((one) => one.node_id)).toEqual([node_id]);
    const { proposal: same } = await house.device.revise({ id, digest: proposal.digest, title: "Port" });
    expect([same.novelty, same.conflicts]).toEqual([proposal.novelty, proposal.conflicts]);
    const { proposal: back } = await house.device.revise({
      id,
      digest: same.digest,
      content: "Lunch is at noon!",
    });
    expect(back.novelty).toBeGreaterThan(0.5);
  });

  it("[RM61] loses a conflict with what is erased", async () => {
    const { node_id } = await house.owner.inject({ content: PORT });
    const { id } = await house.propose(OTHER_PORT);
    expect((await house.device.proposal(id)).proposal.conflicts).toHaveLength(1);
    await house.owner.erase({ node_ids: [node_id] });
    expect((await house.device.proposal(id)).proposal.conflicts).toEqual([]);
    expect(JSON.stringify(await house.object.disk())).not.toContain("5432");
  });
});
