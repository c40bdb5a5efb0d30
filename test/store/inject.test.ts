// Injecting on a real store: ids, fields, batches, and what a correction without a walk corrects.

import { describe, expect, it } from "vitest";
import { inject, injectBatch } from "../../durable/operations/inject.ts";
import type { ErrorCode } from "../../wire/errors.ts";
import { TeachingMemory } from "../support/teaching-memory.ts";
import { QUESTION, RIGHT, TEXTS, taughtACorrection } from "../support/team-memory.ts";

const refusal = (code: ErrorCode) => expect.objectContaining({ code });

describe("inject", () => {
  it("[IN20] the same content is the same node", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const first = await memory.do(inject, { content: "Deploys to production happen on Tuesday" });
    expect(first).toMatchObject({
      injected: true,
      node_id: expect.stringMatching(/^teaching::[0-9a-f]{12}$/),
    });
    const again = await memory.do(inject, { content: " Deploys to production happen on Tuesday " });
    expect(again).toMatchObject({ injected: false, node_id: first.node_id, edges_added: 0 });
  });

  it("[IN21] an id that stands for something else is refused", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    await memory.do(inject, { id: "tip", content: "one" });
    await expect(memory.do(inject, { id: "tip", content: "two" })).rejects.toEqual(refusal("duplicate_id"));
    await expect(memory.do(inject, { id: "tip", content: "one", type: "CORRECTION" })).rejects.toMatchObject({
      code: "duplicate_id",
      message: expect.stringContaining("tip is a teaching with this content"),
    });
  });

  it("[IN22] ids of chunks of an indexed file are kept for sync", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const refused = memory.do(inject, { id: "deploy.md::7", content: "one" });
    await expect(refused).rejects.toEqual(refusal("invalid_request"));
    expect(await memory.do(inject, { id: "other.md::7", content: "one" })).toMatchObject({ injected: true });
  });

  it("[IN23] a correction suppresses the neighbours that it corrects and can be found through them", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const reply = await memory.do(inject, { content: RIGHT, type: "CORRECTION" });
    expect(reply.suppresses).toEqual(["deploy.md::0"]);
    expect(reply.connected_to).toContain("deploy.md::0");
    expect((await memory.ask(QUESTION)).fired).not.toContain("deploy.md::0");
  });

  it("[IN13] a correction is led to by what it corrects, and leads nowhere", async () => {
    const { memory, nodeId } = await taughtACorrection();
    const position = memory.graph.positionOf(nodeId);
    const positive = (edge: number) => memory.graph.weights[edge] > 0;
    expect(memory.graph.outgoing(position).filter(positive)).toEqual([]);
    const leading = memory.graph.incoming(position).filter(positive);
    expect(leading.map((edge) => memory.graph.idAt(memory.graph.sources[edge]))).toEqual(["deploy.md::0"]);
  });

  it("[IN24] keeps summary, metadata and authority as they are given", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const { node_id } = await memory.do(inject, {
      content: "first line\nsecond line",
      type: "DIRECTIVE",
      metadata: { source: "handbook" },
      authority: "canonical",
    });
    expect(memory.memory.store.node(node_id)).toMatchObject({
      kind: "directive",
      origin: "injected",
      summary: "first line",
      authority: "canonical",
      metadata: { source: "handbook" },
    });
  });

  it("[IN25] a batch is all or nothing, names the bad node, and passes over what is there", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const good = { id: "a", content: "one" };
    const bad = memory.do(injectBatch, { nodes: [good, { id: "a", content: "two" }] });
    await expect(bad).rejects.toEqual(
      expect.objectContaining({ code: "duplicate_id", message: expect.stringContaining("nodes[1]") }),
    );
    expect(memory.memory.graph.has("a")).toBe(false);
    const reply = await memory.do(injectBatch, {
      nodes: [good, good, { content: RIGHT, type: "CORRECTION" }],
    });
    expect(reply).toMatchObject({ injected: 2, skipped: 1, inhibitory: 1 });
  });

  it("[IN26] vectors of another embedder are refused", async () => {
    const memory = await TeachingMemory.with(TEXTS);
    const { act } = inject;
    const refused = memory.do({ act, wait: async () => [[1, 0]] }, { content: "one" });
    await expect(refused).rejects.toEqual(refusal("embedder_mismatch"));
  });
});
