// An import on its way: parts in their order, one import at a time, and what becomes of those that are not finished.

import { beforeAll, describe, expect, it } from "vitest";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { rowOf } from "../support/bad-exports.ts";
import { live, replicated } from "../support/lived-agent.ts";
import { changed, exportOf, headerIn, importInto, pagesIn, tablesIn, twoPages } from "../support/moving.ts";

let file: string;
let agent: Agent;

beforeAll(async () => {
  const source = await newAgent();
  await live(source);
  file = await exportOf(source);
  agent = await newAgent();
});

describe("parts", () => {
  const begin = async (id: string, other = agent) =>
    other.perform("importBegin", { id, header: headerIn(file), another: true, replace: true });

  it("[MV11] come in their order, and one that is here already may come again", async () => {
    const other = await newAgent();
    await begin("order", other);
    const [first, second] = pagesIn(twoPages(file));
    const send = (n: number, lines: string) => other.perform("importPart", { id: "order", n, lines });
    expect(await send(1, second)).toMatchObject({ error: { code: "part_order", details: { next_part: 0 } } });
    expect(await send(0, second)).toMatchObject({ error: { code: "invalid_import" } });
    expect(await send(0, first)).toMatchObject({ value: { next_part: 1 } });
    expect(await send(0, first)).toMatchObject({ value: { next_part: 1 } });
    expect(await send(0, pagesIn(file)[0])).toMatchObject({ error: { code: "part_order" } });
    expect(await send(1, second)).toMatchObject({ value: { next_part: 2, complete: true } });
    expect(await send(2, second)).toMatchObject({ error: { code: "part_order" } });
    expect(await send(1, second)).toMatchObject({ value: { next_part: 2 } });
    expect(await other.perform("importFinish", { id: "order" })).toMatchObject({ value: { state: "done" } });
  });

  it("[MV11] hold whole pages", async () => {
    await begin("whole");
    const [first] = pagesIn(twoPages(file));
    for (const lines of ["", `${file}${file}`, first.slice(0, -1), first.slice(0, first.lastIndexOf("{"))]) {
      const part = await agent.perform("importPart", { id: "whole", n: 0, lines });
      expect(part).toMatchObject({ error: { code: "invalid_import" } });
    }
    await agent.perform("importCancel", { id: "whole" });
  });

  it("[MV12] a finished import takes no parts and is not finished twice", async () => {
    const other = await newAgent();
    await importInto(other, file, { id: "once" });
    const part = await other.perform("importPart", { id: "once", n: 0, lines: pagesIn(file)[0] });
    const again = await other.perform("importFinish", { id: "once" });
    expect([part, again]).toMatchObject([
      { error: { code: "import_finished" } },
      { error: { code: "import_finished" } },
    ]);
    expect(await other.perform("importStatus", { id: "once" })).toMatchObject({ value: { state: "done" } });
    expect(await begin("once", other)).toMatchObject({ error: { code: "idempotency_conflict" } });
  });

  it("[MV12] an import is open alone, goes on under its id, and can be called off", async () => {
    const other = await newAgent();
    const first = await begin("a", other);
    expect(await begin("b", other)).toMatchObject({ error: { code: "busy", details: { id: "a" } } });
    await other.evict();
    expect(await begin("a", other)).toMatchObject({ value: { id: "a", next_part: 0 } });
    expect(first).toMatchObject({ ok: true });
    await other.perform("importPart", { id: "a", n: 0, lines: file });
    expect(await other.perform("importCancel", { id: "a" })).toMatchObject({ value: { state: "cancelled" } });
    expect(await other.perform("importCancel", { id: "a" })).toMatchObject({ value: { state: "cancelled" } });
    expect(await other.disk(["import_rows", "import_parts"])).toEqual({ import_rows: [], import_parts: [] });
    expect(await begin("b", other)).toMatchObject({ ok: true });
  });

  it("[MV12] an import that nobody goes on with is dropped, and an unknown one is not there", async () => {
    const other = await newAgent();
    await begin("old", other);
    await other.perform("importPart", { id: "old", n: 0, lines: file });
    await other.inside(({ sql }) => sql.exec("update imports set used_at = used_at - 90000000"));
    expect(await other.perform("importStatus", { id: "old" })).toMatchObject({
      error: { code: "not_found" },
    });
    expect(await other.perform("importFinish", { id: "never" })).toMatchObject({
      error: { code: "not_found" },
    });
    await other.evict();
    expect((await other.disk(["import_rows"])).import_rows).toEqual([]);
  });

  it("[MV13] a finish that breaks off in the middle leaves the memory as it was, and can be tried again", async () => {
    const other = await newAgent();
    await live(other);
    const before = [await other.mind(), await replicated(other)];
    await begin("twice", other);
    await other.perform("importPart", { id: "twice", n: 0, lines: file });
    const trap = "create trigger trap before insert on journal begin select raise(abort, 'no'); end";
    await other.inside(({ sql }) => sql.exec(trap));
    expect(await other.perform("importFinish", { id: "twice" })).toMatchObject({
      error: { code: "internal" },
    });
    expect([await other.mind(), await replicated(other)]).toEqual(before);
    await other.inside(({ sql }) => sql.exec("drop trigger trap"));
    await other.evict();
    expect(await other.perform("importFinish", { id: "twice" })).toMatchObject({ value: { state: "done" } });
  });
});

describe("rows that name what is not there", () => {
  it.each([
    ["drop", { taken: { edges: 0, vectors: 0 }, dropped: { dangling: 2 } }],
    ["keep", { taken: { edges: 1, vectors: 1 } }],
  ] as const)("[MV14] %s", async (dangling, result) => {
    const other = await newAgent();
    const alone = changed(file, (lines) => {
      const tables = tablesIn(file);
      const edge = [...rowOf("edges")(lines)];
      edge[tables.edges.indexOf("target") + 1] = "nowhere";
      return [lines[0], rowOf("nodes")(lines), edge, rowOf("vectors")(lines).with(1, "nowhere")];
    });
    expect(await importInto(other, alone, { dangling })).toMatchObject({ result });
    expect(await other.perform("info", {})).toMatchObject({ value: { nodes: 1 } });
  });
});

describe("texts of another embedder", () => {
  it("[MV15] are embedded anew where that is wanted, and taught questions are lost", async () => {
    const [source, other] = [await newAgent(), await newAgent()];
    await source.perform("inject", { content: "Deploys need two approvals." });
    await source.write((draft) => {
      const id = [...draft.graph.entries()][0][0];
      draft.putVector(id, new Float64Array(draft.vectors.dimension).fill(0.5), 1);
    });
    const foreign = changed(await exportOf(source), (lines) =>
      lines.with(0, { ...(lines[0] as object), embedder: { name: "bge-small", dimension: 384 } }),
    );
    expect(await importInto(other, foreign, { reembed: true })).toMatchObject({
      result: { reembedded: 1, dropped: { vectors: 2 }, taken: { vectors: 1 } },
    });
    await other.drained();
    const query = { query: "Deploys need two approvals." };
    const [asked, known] = [await other.perform("query", query), await source.perform("query", query)];
    const firedIn = (reply: unknown) => (reply as { value: { fired: unknown[] } }).value.fired;
    expect(firedIn(asked)).toHaveLength(1);
    expect(firedIn(asked)).toEqual(firedIn(known));
  });
});
