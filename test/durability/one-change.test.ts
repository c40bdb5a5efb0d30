// A request is one change or none, and an object holds one agent.

import { describe, expect, it } from "vitest";
import type { Draft } from "../../durable/graph/draft.ts";
import { Refusal } from "../../wire/errors.ts";
import { agentNamed, newAgent } from "../support/agent-story.ts";
import { addNote, live } from "../support/lived-agent.ts";

describe("one change", () => {
  it("[DU16] a request with the same key is one change, after eviction and after rehydration too", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    let times = 0;
    const request = (draft: Draft) => {
      addNote(draft, `b${++times}`);
      return { times };
    };
    await agent.write(request, "key-1");
    const again = () => agent.repeat("key-1");
    const answer = { ok: true, value: { times: 1 } };
    expect(await again()).toMatchObject(answer);
    await agent.evict();
    expect(await again()).toMatchObject(answer);
    await agent.drained();
    await agent.lose();
    expect(await again()).toMatchObject(answer);
    expect(times).toBe(1);
    expect(await agent.write(request, "key-1")).toMatchObject({ error: { code: "idempotency_conflict" } });
  });

  it("[DU17] a refused request writes nothing", async () => {
    const agent = await newAgent();
    await live(agent);
    const [disk, mind] = [await agent.disk(), await agent.mind()];
    const refused = await agent.write((draft, { store, call }) => {
      addNote(draft, "x", "n1");
      draft.removeNode("n3");
      store.record("inject", {}, { at: call.now, author: call.author });
      store.setSetting("half_life", 1);
      throw new Refusal("protected_node", "no");
    }, "key-2");
    expect(refused).toMatchObject({ ok: false, error: { code: "protected_node", message: "no" } });
    expect(await agent.disk()).toEqual(disk);
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU18] a defect leaves memory and disk as before, and answers with a number to report", async () => {
    const agent = await newAgent();
    await live(agent);
    const [disk, mind] = [await agent.disk(), await agent.mind()];
    const broken = await agent.write((draft) => {
      addNote(draft, "x", "n1");
      draft.removeNode("n3");
      throw new TypeError("secret of the user");
    });
    expect(broken).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(JSON.stringify(broken)).not.toContain("secret");
    expect(await agent.disk()).toEqual(disk);
    expect(await agent.mind()).toEqual(mind);
  });

  it("[DU18] a defect that got round the draft is gone from memory with the next request", async () => {
    const agent = await newAgent();
    await live(agent);
    const mind = await agent.mind();
    const waiting = agent.writeLater((draft) => addNote(draft, "y", "n1"));
    await agent.write(({ graph }) => {
      graph.addEdge("n0", "n7", 0.4, "sibling");
      throw new TypeError("defect");
    });
    expect(await waiting).toMatchObject({ ok: true });
    expect(await agent.mind()).not.toEqual(mind);
    const after = await agent.mind();
    await agent.evict();
    expect(await agent.mind()).toEqual(after);
  });
});

describe("whose memory it is", () => {
  it("[DU19] an object serves the agent that it began with and no other", async () => {
    const agent = await newAgent();
    await agent.write((draft) => addNote(draft, "a"));
    const other = agentNamed("someone-else", "product", agent.id);
    expect(await other.mind()).toMatchObject({ code: "not_found" });
    await agent.evict();
    expect(await other.mind()).toMatchObject({ code: "not_found" });
    expect(await agentNamed(agent.id, "parity").mind()).toMatchObject({ code: "not_configured" });
  });

  it("[DU20] an agent of an embedder that this program lacks answers by words, and keeps what is written for later", async () => {
    const agent = await newAgent();
    await agent.write((draft, { store }) => {
      addNote(draft, "a");
      store.setSetting("embedder", { name: "gone-v1", dimension: draft.vectors.dimension });
    });
    await agent.evict();
    expect(await agent.mind()).toMatchObject({ nodes: [{ id: "a" }] });
    const written = await agent.perform("inject", { content: "The door is blue." });
    expect(written).toMatchObject({ ok: true, value: { injected: true, embedding: "pending" } });
    const asked = await agent.perform("query", { query: "Which door is blue?" });
    expect(asked).toMatchObject({
      value: { degraded: "embedder_unavailable", fired: [{ text: "The door is blue." }] },
    });
    const health = await agent.perform("health", {});
    expect(health).toMatchObject({ value: { embedder: { name: "gone-v1", state: "missing", pending: 1 } } });
  });
});
