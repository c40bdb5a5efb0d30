// [RM] Decisions that meet, machines that stop, memories that move: a proposal becomes one memory or none.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import type { StoredProposal } from "../../durable/store/ports.ts";
import { LIMITS } from "../../wire/limits.ts";
import { archived, seen } from "../support/both-homes.ts";
import { arm, disarm, type Fault } from "../support/faults.ts";
import { exportOf, importInto } from "../support/moving.ts";
import { ReviewHouse, waitingIn } from "../support/review-house.ts";
import { deploy, timePasses } from "../support/scripted-embedder.ts";

const FACT = "The harbour crane is serviced every second Tuesday.";
const OTHER = "The ferry to the island leaves from pier four.";
const DAY_MS = 86_400_000;

const refused = (code: string) => expect.objectContaining({ code });

let house: ReviewHouse;
beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  house = await ReviewHouse.begin();
});
afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

async function reviewRows(): Promise<{ nodes: number; audit: number; statuses: unknown[] }> {
  const { nodes, audit, proposals } = (await house.object.disk(["nodes", "audit", "proposals"])) as {
    nodes: unknown[];
    audit: { kind: string }[];
    proposals: { status: string }[];
  };
  return {
    nodes: nodes.length,
    audit: audit.filter(({ kind }) => kind === "review").length,
    statuses: proposals.map(({ status }) => status),
  };
}

/** Codes of what was refused, and how many were done. */
async function outcomesOf(moves: readonly Promise<unknown>[]): Promise<{ done: number; codes: unknown[] }> {
  const results = await Promise.allSettled(moves);
  const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
  return { done: results.length - codes.length, codes };
}

describe("decisions that meet", () => {
  it("[RM50] fifty approvals of one proposal at once make one memory and one row of the audit chain", async () => {
    const { id, digest } = await house.propose(FACT);
    const reviewers: MemoryClient[] = [house.owner];
    for (let number = 1; number < 5; number++) reviewers.push(await house.as("reviewer"));
    const moves = Array.from({ length: 50 }, (_, at) => reviewers[at % 5].approve({ id, digest }));
    const { done, codes } = await outcomesOf(moves);
    expect([done, new Set(codes)]).toEqual([1, new Set(["proposal_decided"])]);
    expect(await reviewRows()).toEqual({ nodes: 1, audit: 1, statuses: ["approved"] });
    expect(await house.owner.verifyAudit()).toMatchObject({ ok: true });
  });

  it("[RM50] fifty deliveries of one approval are one approval, answered alike", async () => {
    const { id, digest } = await house.propose(FACT);
    const options = { idempotencyKey: "once" };
    const reviewer = house.reviewer;
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => reviewer.approve({ id, digest }, options)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await reviewRows()).toEqual({ nodes: 1, audit: 1, statuses: ["approved"] });
  });

  it.each(Array.from({ length: 6 }, (_, index) => index))(
    "[RM51] of approving, rejecting, revising and running out one wins, round %i",
    async (round) => {
      const { id, digest } = await house.propose(FACT);
      const moves = [
        () => house.reviewer.approve({ id, digest }),
        () => house.owner.reject({ id, digest }),
        () => house.device.revise({ id, digest, content: OTHER }),
        async () => timePasses(LIMITS.proposalDays * DAY_MS + 1),
        () => house.owner.approveBatch({ items: [{ id, digest }] }),
      ];
      const order = moves.map((_, at) => moves[(at + round) % moves.length]);
      await Promise.allSettled(order.map((move) => move()));
      await house.object.drained();
      const { nodes, audit, statuses } = await reviewRows();
      expect(statuses).toHaveLength(1);
      expect(nodes).toBe(statuses[0] === "approved" ? 1 : 0);
      expect(audit).toBe(statuses[0] === "pending" ? 0 : 1);
      expect((await house.reviewer.proposal(id)).proposal.status).not.toBe("pending");
    },
  );

  it("[RM52] an approval that waits while its text is erased adds nothing", async () => {
    const { id, digest } = await house.propose(FACT);
    await house.owner.inject({ content: FACT, id: "same" });
    const erase = house.owner.erase({ node_ids: ["same"] });
    const { done, codes } = await outcomesOf([erase, house.reviewer.approve({ id, digest })]);
    if (done === 1) expect(codes).toEqual(["not_found"]);
    const disk = JSON.stringify(await house.object.disk());
    expect(disk).not.toContain("harbour crane");
  });
});

describe("a machine that stops", () => {
  const FAULTS: Fault[] = [
    { at: "act" },
    { at: "end" },
    ...Array.from({ length: 30 }, (_, after): Fault => ({ at: "statement", after })),
  ];

  it("[RM53] leaves a proposal undecided or decided with all that belongs to it, and nothing between", async () => {
    let struck = 0;
    for (const [number, fault] of FAULTS.entries()) {
      const { id, digest } = await house.propose(`${FACT} Number ${number}.`);
      const before = await reviewRows();
      arm(fault);
      await house.reviewer.approve({ id, digest }).catch(() => undefined);
      if (disarm()) struck++;
      await house.object.evict();
      const after = await reviewRows();
      const status = (await house.reviewer.proposal(id)).proposal.status;
      const grown = status === "approved" ? 1 : 0;
      expect([after.nodes - before.nodes, after.audit - before.audit]).toEqual([grown, grown]);
      if (status === "pending") await house.reviewer.approve({ id, digest });
    }
    expect(struck).toBeGreaterThan(10);
    expect((await reviewRows()).nodes).toBe(FAULTS.length);
    const { mind, reloaded } = await seen(house.object);
    expect(mind).toEqual(reloaded);
  });

  it("[RM54] and loses its disk has proposals, decisions and policy back from D1", async () => {
    await house.owner.setPolicy({ capture: "proposal" });
    const [one, two] = [await house.propose(FACT), await house.propose(OTHER)];
    await house.reviewer.reject({ id: one.id, reason: "no" });
    await house.object.drained();
    const { disk } = await seen(house.object);
    expect(await archived(house.object)).toEqual(disk);
    await house.object.lose();
    expect((await waitingIn(house.reviewer)).map(({ id }) => id)).toEqual([two.id]);
    expect(await house.device.inject({ content: "A third fact." })).toMatchObject({ injected: false });
    await house.reviewer.approve({ id: two.id, digest: two.digest });
    expect(await house.textsFor("where does the ferry leave?")).toEqual([OTHER]);
    await expect(house.device.propose({ content: FACT })).rejects.toEqual(refused("rejected_before"));
  });
});

describe("D1", () => {
  it("[RM54] that lost proposals has them back with the next change", async () => {
    await house.propose(FACT);
    const { id } = await house.propose(OTHER);
    await house.reviewer.reject({ id });
    await house.object.drained();
    await env.DB.batch([
      env.DB.prepare("delete from proposals where agent = ?").bind(house.object.id),
      env.DB.prepare("update agents set applied_seq = 0 where id = ?").bind(house.object.id),
    ]);
    await house.owner.inject({ content: "Something else." });
    await house.object.drained();
    expect(await archived(house.object)).toEqual((await seen(house.object)).disk);
  });

  it("[RM16] and the object keep the newest of what was decided, and all that waits", async () => {
    const waiting = await house.propose(FACT);
    const { id: newest } = await house.propose(OTHER);
    await house.reviewer.reject({ id: newest });
    const many = LIMITS.proposalsKept + 200;
    await house.object.write((_, { store, call }) => {
      const like = store.proposals.get(newest) as StoredProposal;
      const old = Array.from({ length: many }, (_, number) => ({
        ...like,
        id: `old-${number}`,
        decidedAt: number,
      }));
      store.proposals.put(old, call.now);
    });
    const kept = async () => (await reviewRows()).statuses.length;
    expect(await kept()).toBeGreaterThan(LIMITS.proposalsKept + 100);
    const { id } = await house.propose("The last one.");
    await house.reviewer.reject({ id });
    expect(await kept()).toBe(LIMITS.proposalsKept + 1);
    expect((await house.reviewer.proposal(newest)).proposal.status).toBe("rejected");
    expect((await waitingIn(house.reviewer)).map(({ id }) => id)).toEqual([waiting.id]);
    await house.object.drained();
    expect(await archived(house.object)).toEqual((await seen(house.object)).disk);
  });
});

describe("time", () => {
  it("[RM55] shows as expired what nobody decided, before the alarm comes and after it", async () => {
    const { id, digest } = await house.propose(FACT);
    await house.object.drained();
    timePasses(LIMITS.proposalDays * DAY_MS + 1);
    const told = async () => {
      expect((await house.device.proposal(id)).proposal.status).toBe("expired");
      expect(await waitingIn(house.reviewer)).toEqual([]);
      expect((await house.reviewer.proposals({ status: "expired" })).proposals).toMatchObject([{ id }]);
      await expect(house.reviewer.approve({ id, digest })).rejects.toEqual(refused("proposal_expired"));
      await expect(house.reviewer.reject({ id })).rejects.toEqual(refused("proposal_expired"));
    };
    await told();
    expect((await reviewRows()).statuses).toEqual(["pending"]);
    await house.object.drained();
    expect(await reviewRows()).toEqual({ nodes: 0, audit: 1, statuses: ["expired"] });
    await told();
    expect((await house.propose(FACT)).status).toBe("pending");
  });

  it("[RM55] lets the same text come again some time after it was rejected", async () => {
    const { id } = await house.propose(FACT);
    await house.reviewer.reject({ id });
    timePasses((LIMITS.rejectedDays - 1) * DAY_MS);
    await expect(house.device.propose({ content: FACT })).rejects.toEqual(refused("rejected_before"));
    timePasses(2 * DAY_MS);
    expect((await house.propose(FACT)).status).toBe("pending");
  });
});

describe("a memory that moves, goes back, or is emptied", () => {
  it("[RM56] an export holds proposals, and an import brings them as they were, to be decided there", async () => {
    const waiting = await house.propose(FACT, { title: "Crane", tags: ["port"], source_prompt: "said so" });
    const { id: gone } = await house.propose(OTHER);
    await house.reviewer.reject({ id: gone });
    await house.owner.setPolicy({ capture: "proposal" });
    const file = await exportOf(house.object);
    const there = await ReviewHouse.begin(house.story);
    expect(await importInto(there.object, file)).toMatchObject({ state: "done" });
    expect((await there.reviewer.proposals({ status: "any" })).proposals).toEqual(
      (await house.reviewer.proposals({ status: "any" })).proposals,
    );
    expect(await there.owner.policy()).toMatchObject({ capture: "direct" });
    await there.reviewer.approve({ id: waiting.id, digest: waiting.digest });
    expect(await there.textsFor("when is the crane serviced?")).toEqual([FACT]);
  });

  it("[RM57] no import, restore or erasure changes the policy, and a restore brings no decision back", async () => {
    const { id, digest } = await house.propose(FACT);
    await house.object.drained();
    const { revision: seq } = await house.owner.info();
    await house.owner.setPolicy({ capture: "proposal" });
    await house.reviewer.approve({ id, digest });
    await house.object.drained();
    await house.owner.restore({ seq });
    expect(await reviewRows()).toMatchObject({ nodes: 0, statuses: ["approved"] });
    const isOn = async () => expect(await house.owner.policy()).toMatchObject({ capture: "proposal" });
    await isOn();
    const plain = await ReviewHouse.begin(house.story);
    await plain.owner.inject({ content: OTHER });
    await importInto(house.object, await exportOf(plain.object), { replace: true });
    await isOn();
    await house.owner.erase({ agent: true });
    await isOn();
    await house.object.drained();
    await house.object.lose();
    await isOn();
    expect(await house.device.inject({ content: FACT })).toMatchObject({ injected: false });
  });
});
