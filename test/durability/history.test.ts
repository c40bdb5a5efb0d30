// History goes as far as it says, holds what there was, and forgets what it must.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Archive } from "../../durable/archive/archive.ts";
import { HISTORY_KEPT_MS } from "../../durable/archive/history.ts";
import { D1Replica } from "../../durable/archive/replica.ts";
import { ObjectDatabase } from "../../durable/store/object-database.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { newAgent } from "../support/agent-story.ts";
import { revisionOf } from "../support/chronicle.ts";
import { addNote, live, remembered } from "../support/lived-agent.ts";

describe("history", () => {
  it("[DU34] that must not come back is forgotten with the change that says so", async () => {
    const agent = await newAgent();
    const secret = (id: string, file: string | null, metadata = {}) => ({
      ...({ id, kind: "note", origin: "injected", authority: "overlay", summary: "" } as const),
      ...{ text: `secret of ${id}`, file, chunk: null, metadata },
    });
    await agent.write((draft) => {
      for (const id of ["a", "b", "c", "d", "kept"]) addNote(draft, id, "kept", 0.3);
      draft.putNode(secret("a", null));
      draft.putNode(secret("b", "gone.md"));
      draft.putNode(secret("c", null, { project: "x" }));
    });
    await agent.write((draft) => draft.putNode({ ...secret("a", null), text: "another secret of a" }));
    await agent.drained();
    await agent.write((draft) => draft.removeNode("b"));
    await agent.write((draft) => draft.removeNode("c"));
    await agent.write((draft) => draft.removeNode("d"));
    const seq = await revisionOf(agent);
    const bodies = async () => {
      const all = await env.DB.prepare("select body from undo where agent = ?").bind(agent.id).raw();
      return all.join("\n");
    };
    await agent.drained();
    for (const trace of ["another secret of a", "secret of b", "secret of c", "Text of d"]) {
      if (trace !== "another secret of a") expect(await bodies()).toContain(trace);
    }
    await agent.write((draft, { store, call }) => {
      draft.removeNode("a");
      draft.weigh(draft.graph.edgeOf("kept", "kept"), 0.2);
      const matches = [
        ["file", null, "gone.md"],
        ["metadata", "$.project", "x"],
      ] as const;
      store.past.forget(draft.change(), matches, call.now);
    });
    await agent.drained();
    for (const trace of ["secret of", '"a"', '"b"', '"c"']) expect(await bodies()).not.toContain(trace);
    expect(await bodies()).toContain("Text of d");
    expect(await agent.perform("restore", { seq })).toMatchObject({ ok: true });
    const { nodes, edges } = (await agent.disk()) as { nodes: { id: string }[]; edges: { weight: number }[] };
    expect(nodes.map(({ id }) => id)).toEqual(["kept"]);
    expect(edges).toMatchObject([{ source: "kept", target: "kept", weight: 0.2 }]);
    await agent.perform("restore", { seq: seq - 1 });
    const later = (await agent.disk(["nodes"])).nodes as { id: string }[];
    expect(later.map(({ id }) => id).sort()).toEqual(["d", "kept"]);
  });

  it("[DU35] ends after thirty days, and says how far it goes", async () => {
    const agent = await newAgent();
    await live(agent);
    await agent.drained();
    const old = await revisionOf(agent);
    await agent.write((draft) => addNote(draft, "z"));
    const parts = async () => {
      const all = await env.DB.prepare("select distinct seq from undo where agent = ?").bind(agent.id).raw();
      return all.flat();
    };
    expect(await parts()).not.toEqual([]);
    await agent.inside((storage) =>
      new D1Replica(
        new SqliteStore(new ObjectDatabase(storage)),
        new Archive(env.DB),
        () => Date.now() + HISTORY_KEPT_MS + 60_000,
      ).drain(0),
    );
    expect(await parts()).toEqual([old + 1]);
    expect(await agent.perform("restore", { seq: old - 1 })).toMatchObject({
      error: { details: { oldest: old } },
    });
    expect(await agent.perform("restore", { seq: old })).toMatchObject({ ok: true });
  });

  it("[DU35] holds rows of any length and of any number", async () => {
    const agent = await newAgent();
    const long = (index: number) => `记🙂"\\\n${"x".repeat(90_000 + index)}`;
    await agent.write((draft) => {
      for (let index = 0; index < 30; index++) addNote(draft, `n${index}`, "n0", 0.1, long(index));
    });
    const [disk, seq] = [await remembered(agent), await revisionOf(agent)];
    await agent.write((draft) => {
      for (let index = 0; index < 30; index++) draft.removeNode(`n${index}`);
    });
    await agent.drained();
    const longest =
      "select max(octet_length(body)) as bytes, count(*) as parts from undo where agent = ? and seq = ?";
    const found = await env.DB.prepare(longest)
      .bind(agent.id, seq + 1)
      .first<{ bytes: number; parts: number }>();
    expect(found?.bytes).toBeLessThan(600_000);
    expect(found?.parts).toBeGreaterThan(5);
    await agent.perform("restore", { seq });
    expect(await remembered(agent)).toEqual(disk);
  });
});
