// [RM] Reviewed memory as its callers see it: proposing, deciding, and who may do which.

import { beforeEach, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { LIMITS } from "../../wire/limits.ts";
import { ReviewHouse, waitingIn } from "../support/review-house.ts";

const FACT = "The harbour crane is serviced every second Tuesday.";
const OTHER = "The ferry to the island leaves from pier four.";

const refused = (code: string) => expect.objectContaining({ code });

let house: ReviewHouse;
let device: MemoryClient;
let reviewer: MemoryClient;
let owner: MemoryClient;

beforeEach(async () => {
  house = await ReviewHouse.begin();
  ({ device, reviewer, owner } = house);
});

describe("a proposal", () => {
  it("[RM1] is no memory until a reviewer approves it, and is one like any other from then on", async () => {
    const { id, digest, status } = await house.propose(FACT, { source: "agent_end" });
    expect(status).toBe("pending");
    expect(await house.textsFor("when is the crane serviced?")).toEqual([]);
    expect((await owner.info()).nodes).toBe(0);
    const done = await reviewer.approve({ id, digest });
    expect(done).toMatchObject({ status: "approved", node_injected: true });
    expect(await house.textsFor("when is the crane serviced?")).toEqual([FACT]);
    const { proposal } = await device.proposal(id);
    expect(proposal).toMatchObject({ status: "approved", node_id: done.node_id, source: "agent_end" });
  });

  it("[RM2] keeps title, tags, entities, relations and source for the reviewer and for the memory", async () => {
    const more = {
      title: "Crane",
      tags: ["harbour"],
      entities: [{ name: "crane", type: "machine" }],
      relations: [{ from: "crane", to: "harbour", type: "stands_in" }],
      metadata: { floor: 3 },
      session: "talk-1",
    };
    const { id, digest } = await house.propose(FACT, {
      ...more,
      source: "letters",
      source_prompt: "what was said",
    });
    expect((await reviewer.proposal(id)).proposal).toMatchObject({ ...more, source_prompt: "what was said" });
    const { node_id } = await reviewer.approve({ id, digest });
    const { session, metadata, ...kept } = more;
    const node = await owner.node(node_id as string);
    expect(node.metadata).toMatchObject({ ...kept, ...metadata, source: "letters", proposal: id });
    expect(JSON.stringify(node)).not.toContain("what was said");
  });

  it("[RM3] of the same text as one that waits is that one, and of what is memory already is none", async () => {
    const first = await house.propose(FACT);
    expect(await device.propose({ content: `  ${FACT}\n` })).toMatchObject({ id: first.id, created: false });
    await reviewer.approve({ id: first.id, digest: first.digest });
    const again = await device.propose({ content: FACT });
    const [{ id: node }] = (await owner.query({ query: FACT })).fired;
    expect(again).toMatchObject({ id: null, status: "duplicate", node_id: node });
    expect(await waitingIn(reviewer)).toEqual([]);
  });

  it("[RM4] of a text that is memory by the time of its approval is approved, and names what says it", async () => {
    const { id, digest } = await house.propose(FACT);
    const { node_id } = await owner.inject({ content: FACT, id: "written-by-hand" });
    expect(await reviewer.approve({ id, digest })).toMatchObject({ node_id, node_injected: false });
    expect((await owner.info()).nodes).toBe(1);
  });

  it("[RM5] that was rejected says why, and its text is refused for a while", async () => {
    const { id, digest } = await house.propose(FACT);
    await reviewer.reject({ id, digest, reason: "the crane was sold" });
    expect((await device.proposal(id)).proposal).toMatchObject({
      status: "rejected",
      reason: "the crane was sold",
    });
    await expect(device.propose({ content: FACT })).rejects.toEqual(refused("rejected_before"));
    expect((await owner.info()).nodes).toBe(0);
  });

  it("[RM6] is decided once, and the refusal of another decision says how it stands", async () => {
    const { id, digest } = await house.propose(FACT);
    await reviewer.approve({ id, digest });
    const late = expect.objectContaining({
      code: "proposal_decided",
      details: expect.objectContaining({ status: "approved" }),
    });
    await expect(reviewer.approve({ id, digest })).rejects.toEqual(late);
    await expect(reviewer.reject({ id })).rejects.toEqual(late);
    await expect(device.revise({ id, digest, title: "later" })).rejects.toEqual(late);
  });

  it("[RM7] is approved and revised as it was read, or not at all", async () => {
    const { id, digest } = await house.propose(FACT);
    const { proposal } = await device.revise({ id, digest, content: OTHER });
    const stale = expect.objectContaining({
      code: "proposal_changed",
      details: { id, digest: proposal.digest },
    });
    await expect(reviewer.approve({ id, digest })).rejects.toEqual(stale);
    await expect(device.revise({ id, digest, title: "x" })).rejects.toEqual(stale);
    await reviewer.approve({ id, digest: proposal.digest });
    expect(await house.textsFor("where does the ferry leave?")).toEqual([OTHER]);
  });

  it("[RM8] can be approved with another text and title, and keeps what was proposed", async () => {
    const { id, digest } = await house.propose(FACT);
    const { node_id } = await reviewer.approve({ id, digest, content: OTHER, title: "Ferry" });
    expect(await owner.node(node_id as string)).toMatchObject({ text: OTHER, metadata: { title: "Ferry" } });
    expect((await reviewer.proposal(id)).proposal.content).toBe(FACT);
  });

  it("[RM9] a correction suppresses what it corrects, and answers its question, from its approval on", async () => {
    const { node_id: wrong } = await owner.inject({ content: "The crane is serviced by the night shift." });
    const asked = await device.query({ query: "who services the crane?" });
    const right = "The crane is serviced by the port authority.";
    const { id, digest } = await house.propose(right, {
      kind: "correction",
      query_id: asked.query_id,
      corrects: [wrong],
    });
    expect(await house.textsFor("who services the crane?")).toEqual([
      "The crane is serviced by the night shift.",
    ]);
    await reviewer.approve({ id, digest });
    expect(await house.textsFor("who services the crane?")).toEqual([right]);
  });
});

describe("who decides", () => {
  it("[RM10] nobody approves what they proposed, unless the owner lets reviewers", async () => {
    for (const memory of [reviewer, owner]) {
      const { id, digest } = await memory.propose({ content: `${FACT} ${memory === owner}` });
      const item = { id: id as string, digest: digest as string };
      await expect(memory.approve(item)).rejects.toEqual(refused("own_proposal"));
      const { results } = await memory.approveBatch({ items: [item] });
      expect(results).toMatchObject([{ error: { code: "own_proposal" } }]);
    }
    expect((await owner.info()).nodes).toBe(0);
    await owner.setPolicy({ self_approval: true });
    const [mine] = await waitingIn(reviewer);
    await reviewer.approve({ id: mine.id, digest: mine.digest });
    expect((await owner.info()).nodes).toBe(1);
  });

  it("[RM11] an agent sees, revises and lists its own proposals, and no others", async () => {
    const theirs = await reviewer.propose({ content: OTHER });
    const own = await house.propose(FACT);
    expect((await waitingIn(device)).map(({ id }) => id)).toEqual([own.id]);
    expect((await waitingIn(reviewer)).map(({ content }) => content)).toEqual([FACT, OTHER]);
    const [id, digest] = [theirs.id as string, theirs.digest as string];
    await expect(device.proposal(id)).rejects.toEqual(refused("not_found"));
    await expect(device.revise({ id, digest, title: "x" })).rejects.toEqual(refused("not_found"));
    await expect(device.proposal("p-0")).rejects.toEqual(refused("not_found"));
    for (const move of [device.approve(own), device.reject(own)]) {
      await expect(move).rejects.toEqual(refused("forbidden"));
    }
  });

  it("[RM12] many are decided at once, each with a result of its own", async () => {
    const [one, two, three] = [
      await house.propose(FACT),
      await house.propose(OTHER),
      await house.propose("A third text."),
    ];
    const reply = await reviewer.approveBatch({
      items: [
        { id: one.id, digest: one.digest },
        { id: two.id, digest: one.digest },
        { id: "p-unknown", digest: one.digest },
        { id: one.id, digest: one.digest },
      ],
    });
    expect(reply.results.map((result) => ("error" in result ? result.error.code : result.status))).toEqual([
      "approved",
      "proposal_changed",
      "not_found",
      "proposal_decided",
    ]);
    expect([reply.decided, reply.refused]).toEqual([1, 3]);
    const rest = await reviewer.rejectBatch({ items: [{ id: two.id }, { id: three.id }], reason: "no" });
    expect(rest).toMatchObject({ decided: 2, refused: 0 });
    expect(await waitingIn(reviewer)).toEqual([]);
    expect((await owner.info()).nodes).toBe(1);
  });

  it("[RM13] decisions are in the audit chain, the journal and the events", async () => {
    const [one, two] = [await house.propose(FACT), await house.propose(OTHER)];
    const { node_id } = await reviewer.approve({ id: one.id, digest: one.digest });
    await reviewer.reject({ id: two.id });
    expect((await owner.audit({ kind: "review" })).events).toHaveLength(2);
    expect(await owner.verifyAudit()).toMatchObject({ ok: true });
    const { entries } = await owner.journal({ type: "review" });
    expect(entries.map(({ body }) => body.action)).toEqual(["rejected", "approved", "proposed", "proposed"]);
    expect(JSON.stringify(entries)).not.toContain("crane");
    const { events } = await owner.changes({ after: 0 });
    expect(events.filter(({ type }) => type === "review").map(({ nodes }) => nodes)).toEqual([
      [],
      [],
      [node_id],
      [],
    ]);
  });
});

describe("the queue", () => {
  it("[RM14] is listed by state, kind and author, newest or oldest first, page by page", async () => {
    const ids = [];
    for (let number = 0; number < 5; number++) ids.push((await house.propose(`Fact number ${number}.`)).id);
    const paged = async (order: "newest" | "oldest") => {
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await reviewer.proposals({ order, limit: 2, cursor });
        found.push(...page.proposals.map(({ id }) => id));
        if (page.next_cursor === null) return found;
        cursor = page.next_cursor;
      }
    };
    expect([...(await paged("newest"))].sort()).toEqual([...ids].sort());
    expect(await paged("oldest")).toEqual((await paged("newest")).reverse());
    await reviewer.reject({ id: ids[0] });
    const idsOf = async (filter: Parameters<MemoryClient["proposals"]>[0]) =>
      (await reviewer.proposals(filter)).proposals.map(({ id }) => id);
    expect(await idsOf({ status: "rejected" })).toEqual([ids[0]]);
    expect(await idsOf({ status: "any" })).toHaveLength(5);
    expect(await idsOf({ kind: "correction" })).toEqual([]);
    expect(await idsOf({ author: "nobody" })).toEqual([]);
    expect((await owner.health()).review).toMatchObject({ waiting: 4, oldest_ms: expect.any(Number) });
  });

  it("[RM15] is bounded for a token and for an agent, and a decision makes room", async () => {
    const fill = async (from: MemoryClient, which: number) => {
      const all = Array.from(
        { length: LIMITS.proposalsPerToken },
        (_, number) => `Fact ${which} of ${number}.`,
      );
      await Promise.all(all.map((content) => from.propose({ content })));
    };
    await fill(device, 0);
    await expect(device.propose({ content: FACT })).rejects.toEqual(refused("proposals_waiting"));
    const [{ id }] = await waitingIn(device);
    await reviewer.reject({ id });
    await device.propose({ content: FACT });
    for (let token = 1; token < LIMITS.proposalsWaiting / LIMITS.proposalsPerToken; token++)
      await fill(await house.as("agent"), token);
    const late = await house.as("agent");
    await expect(late.propose({ content: OTHER })).rejects.toEqual(refused("queue_full"));
  });
});
