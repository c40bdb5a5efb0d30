// Learning, correcting and injecting on a real store, up to the question that is asked next.

import { describe, expect, it } from "vitest";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { correction } from "../../durable/operations/correction.ts";
import { captureFeedback } from "../../durable/operations/judging.ts";
import { learn } from "../../durable/operations/learn.ts";
import { selfLearn } from "../../durable/operations/self-learn.ts";
import { taughtId, taughtNode } from "../../durable/operations/taught-node.ts";
import { walkOfIds } from "../../durable/operations/walk-of.ts";
import { edgeRows } from "../../golden/state.ts";
import type { ErrorCode } from "../../wire/errors.ts";
import { TeachingMemory } from "../support/teaching-memory.ts";
import { linked, QUESTION, RIGHT, TEXTS, taughtACorrection } from "../support/team-memory.ts";

const refusal = (code: ErrorCode) => expect.objectContaining({ code });

describe("learn", () => {
  it("[LN20] a −1 on a query weakens the route that it took, and says by how much", async () => {
    const memory = await linked();
    const { queryId, fired } = await memory.ask(QUESTION);
    const reply = await memory.do(learn, { query_id: queryId, outcome: -1 });
    const weight = memory.weight("deploy.md::0", "keys.md::0") as number;
    expect(weight).toBeLessThan(0.7);
    expect(reply).toMatchObject({ edges_updated: 1, fired_ids: fired, unknown_ids: [] });
    expect(reply.max_weight_delta).toBeCloseTo(0.7 - weight, 12);
  });

  it("[LN21] names the walk by the conversation, newest question first", async () => {
    const memory = await linked();
    const first = await memory.ask("escalate to the secondary engineer", "chat");
    const second = await memory.ask(QUESTION, "chat");
    const reply = await memory.do(learn, { chat_id: "chat", lookback: 2, outcome: 1 });
    expect(reply.fired_ids).toEqual([...new Set([...second.fired, ...first.fired])]);
  });

  it("[LN26] names the walk by its fired ids; what is no node is told and left out", async () => {
    const memory = await linked();
    const reply = await memory.do(learn, {
      fired_ids: ["deploy.md::0", "ghost", "keys.md::0", "keys.md::0"],
      outcome: -1,
    });
    expect(reply).toMatchObject({
      edges_updated: 1,
      fired_ids: ["deploy.md::0", "keys.md::0"],
      unknown_ids: ["ghost"],
    });
  });

  it("[LN22] one node has no route: nothing changes, and the reply says so", async () => {
    const memory = await linked();
    const reply = await memory.do(learn, { fired_ids: ["keys.md::0"], outcome: 1 });
    expect(reply).toMatchObject({ edges_updated: 0, max_weight_delta: 0 });
    expect(reply.note).toContain("two nodes");
  });

  it("[LN23] a walk that left no trail is refused", async () => {
    const memory = await linked();
    await expect(memory.do(learn, { query_id: "nope", outcome: 1 })).rejects.toEqual(
      refusal("unknown_query"),
    );
    await expect(memory.do(learn, { chat_id: "nope", outcome: 1 })).rejects.toEqual(refusal("unknown_chat"));
  });

  it("[LN24] the journal holds every change of a lesson under its event id", async () => {
    const memory = await linked();
    const before = edgeRows(memory.memory);
    const { queryId } = await memory.ask(QUESTION);
    const { event_id } = await memory.do(learn, { query_id: queryId, outcome: -0.5 });
    const [{ body }] = memory.memory.store.journal(1, undefined, "learn");
    expect(body).toMatchObject({ event: event_id, outcome: -0.5, changes_left_out: 0 });
    const changes = body.changes as [string, string | null, number][];
    const change = changes.find(([, target]) => target === "keys.md::0")?.[2] as number;
    expect(before).toEqual([["deploy.md::0", "keys.md::0", 0.7, "sibling"]]);
    expect(memory.weight("deploy.md::0", "keys.md::0")).toBeCloseTo(0.7 + change, 12);
    expect(changes.some(([, target]) => target === null)).toBe(true);
  });

  it("[LN25] what was learned is the same after a reload", async () => {
    const { memory, nodeId } = await taughtACorrection();
    const graph = new RouteGraph();
    const vectors = new PackedVectors(memory.embedder.dimension);
    memory.store.load(graph, vectors);
    expect(edgeRows({ graph, store: memory.store }, true)).toEqual(edgeRows(memory, true));
    expect(vectors.routesOf(nodeId)).toEqual([0, 1]);
  });
});

describe("correction", () => {
  it("[LN30] outranks what it corrects from the very next question", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const asked = await memory.ask(QUESTION);
    expect(asked.fired[0]).toBe("deploy.md::0");
    const reply = await memory.do(correction, { query_id: asked.queryId, content: RIGHT });
    expect(reply).toMatchObject({ node_injected: true, corrected_ids: ["deploy.md::0"] });
    const again = await memory.ask(QUESTION);
    expect(again.fired[0]).toBe(reply.node_id);
    expect(again.fired).not.toContain("deploy.md::0");
  });

  it("[LN31] is found by the question even when its own words are quite others", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const { queryId } = await memory.ask(QUESTION);
    const content = "Shipping happens through Jenkins nowadays";
    const { node_id } = await memory.do(correction, { query_id: queryId, content });
    const reworded = await memory.ask("how would I deploy the release to production?");
    expect(reworded.fired[0]).toBe(node_id);
    expect(reworded.fired).not.toContain("deploy.md::0");
  });

  it("[LN32] leaves other questions alone", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const { queryId } = await memory.ask(QUESTION);
    await memory.do(correction, { query_id: queryId, content: RIGHT });
    const other = await memory.ask("rotate the database password");
    expect(other.fired[0]).toBe("keys.md::0");
  });

  it("[LN33] said again, it learns the new question and suppresses what was wrong this time", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const first = await memory.ask(QUESTION);
    await memory.do(correction, { query_id: first.queryId, content: RIGHT });
    const second = await memory.ask("rollback a bad release");
    const reply = await memory.do(correction, { query_id: second.queryId, content: ` ${RIGHT}\n` });
    expect(reply).toMatchObject({ node_injected: false, node_id: taughtId("correction", RIGHT) });
    expect(reply.corrected_ids).toContain("rollback.md::0");
    expect((await memory.ask("rollback a bad release")).fired[0]).toBe(reply.node_id);
  });

  it("[LN34] of a correction suppresses it, and what it had suppressed stays suppressed", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const first = await memory.ask(QUESTION);
    const older = await memory.do(correction, { query_id: first.queryId, content: RIGHT });
    const second = await memory.ask(QUESTION);
    const content = "Deploy a release to production from the hotfix branch, never from another";
    const newer = await memory.do(correction, { query_id: second.queryId, content });
    expect(newer.corrected_ids).toEqual(expect.arrayContaining([older.node_id, "deploy.md::0"]));
    const third = await memory.ask(QUESTION);
    expect(third.fired[0]).toBe(newer.node_id);
    expect(third.fired).not.toContain(older.node_id);
    expect(third.fired).not.toContain("deploy.md::0");
  });

  it("[LN35] suppresses the nodes that it names, but never a constitutional one", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    memory.anchor("deploy.md::0");
    const { queryId } = await memory.ask(QUESTION);
    const request = { query_id: queryId, content: RIGHT, corrects: ["oncall.md::0"] };
    const reply = await memory.do(correction, request);
    expect(reply.corrected_ids).toEqual(["oncall.md::0"]);
    expect((await memory.ask(QUESTION)).fired).toContain("deploy.md::0");
  });

  it("[LN36] in the parity profile it acts on everything that fired, and suppresses nothing yet", async () => {
    const memory = await TeachingMemory.with(TEXTS, { ...PARITY, vectors: "packed" });
    const { queryId, fired } = await memory.ask(QUESTION);
    const reply = await memory.do(correction, { query_id: queryId, content: RIGHT });
    expect(reply.corrected_ids).toEqual(fired);
    expect(memory.weight(reply.node_id, "deploy.md::0")).toBe(0);
  });
});

describe("self-learn", () => {
  it("[LN40] a teaching with +1 reinforces the walk and suppresses nothing", async () => {
    const memory = await linked();
    const { queryId } = await memory.ask(QUESTION);
    const content = "Rotate keys after a deploy to production";
    const request = { query_id: queryId, content, outcome: 1, node_type: "TEACHING" as const };
    const reply = await memory.do(selfLearn, request);
    expect(memory.weight("deploy.md::0", "keys.md::0")).toBeGreaterThan(0.7);
    expect(reply).toMatchObject({ node_id: taughtId("teaching", content), corrected_ids: [] });
  });

  it("[LN41] a correction without a walk corrects its nearest neighbours", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const reply = await memory.do(selfLearn, { content: RIGHT });
    expect(reply).toMatchObject({ edges_updated: 0, corrected_ids: ["deploy.md::0"] });
    expect(memory.weight(reply.node_id, "deploy.md::0")).toBe(-0.5);
    expect(memory.weight("deploy.md::0", reply.node_id)).toBeGreaterThan(0);
  });
});

describe("captured feedback", () => {
  it("[LN50] is taken once for each key", async () => {
    const memory = await linked();
    const [vector] = await memory.memory.embedder.embed([RIGHT], "document");
    const node = taughtNode("correction", taughtId("correction", RIGHT), RIGHT, {});
    const walk = walkOfIds(["deploy.md::0", "keys.md::0"]);
    const capture = { walk, node, vector, question: null, outcome: null, dedupKey: "m1" };
    const take = () => memory.do({ act: (work) => captureFeedback(work, capture) }, {});
    expect(await take()).toMatchObject({ deduped: false, injected: true, outcome: -1 });
    const weights = edgeRows(memory.memory);
    expect(await take()).toEqual({ deduped: true, injected: false, edgesUpdated: 0, outcome: null });
    expect(edgeRows(memory.memory)).toEqual(weights);
    expect(memory.weight(node.id, "deploy.md::0")).toBe(-0.5);
  });
});
