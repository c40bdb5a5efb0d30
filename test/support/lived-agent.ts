// What durability is tested with: an agent that has lived through all kinds of changes, both homes side by side,
// and a D1 that fails.

import { env } from "cloudflare:workers";
import type { Draft } from "../../durable/graph/draft.ts";
import { REMEMBERED, TABLE_NAMES } from "../../schema/replica.ts";
import type { Agent } from "./agent-story.ts";

/** Puts a note with a vector, linked both ways with another note where one is named. */
export function addNote(
  draft: Draft,
  id: string,
  to?: string,
  weight = 0.5,
  text = `Text of ${id} 🙂 "quoted"`,
): void {
  draft.putNode({
    id,
    kind: "note",
    origin: "injected",
    authority: "overlay",
    text,
    summary: "",
    file: null,
    chunk: null,
    metadata: { made: id },
  });
  const dimension = draft.vectors.dimension || 1024;
  draft.putVector(
    id,
    Array.from({ length: dimension }, (_, index) => Math.sin(index * 1.3 + id.length)),
  );
  if (to === undefined) return;
  for (const [source, target] of [
    [id, to],
    [to, id],
  ]) {
    draft.putEdge({ ...EDGE, source, target, weight });
  }
}

export const EDGE = { kind: "sibling", relevance: null, metadata: null };

/** Some commits that add, change, reorder and remove. */
export async function live(agent: Agent): Promise<void> {
  await agent.write((draft) => {
    for (let index = 0; index < 12; index++) addNote(draft, `n${index}`, index ? `n${index - 1}` : undefined);
  });
  await agent.write((draft) => {
    draft.weigh(draft.graph.edgeOf("n3", "n4"), -0.123456789012345);
    draft.relate(draft.graph.edgeOf("n2", "n3"), 1 / 3);
    draft.setStop(draft.graph.positionOf("n5"), 0.1 + 0.2);
    draft.putVector("n6", new Float64Array(draft.vectors.dimension).fill(0.1), 3);
  });
  await agent.write((draft) => {
    draft.cutEdge(draft.graph.edgeOf("n1", "n0"));
    draft.putEdge({
      source: "n1",
      target: "n0",
      weight: 0.7,
      kind: "cross_file",
      relevance: null,
      metadata: { a: 1 },
    });
    draft.removeNode("n8");
    addNote(draft, "n8", "n2", 0.9);
  });
  await agent.write((draft, { store, call }) => {
    draft.weigh(draft.graph.edgeOf("n1", "n0"), 0.71);
    store.record("learn", { about: "n1" }, { at: call.now, author: call.author });
    store.setSetting("half_life", 99.5);
  });
}

/** The replicated tables as the object holds them, in a fixed order. */
export async function replicated(agent: Agent): Promise<Record<string, unknown[]>> {
  const disk = await agent.disk(TABLE_NAMES);
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return Object.fromEntries(Object.entries(disk).map(([table, rows]) => [table, sorted(rows)]));
}

/** The same tables as D1 holds them, to be compared. */
export async function inD1(agent: Agent): Promise<Record<string, unknown[]>> {
  const rows = await agent.replica();
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return Object.fromEntries(Object.entries(rows).map(([table, each]) => [table, sorted(each)]));
}

/** D1 fails where it touches a table, until the returned function is called. */
export async function breakD1(table: string): Promise<() => Promise<unknown>> {
  await env.DB.prepare(`alter table ${table} rename to away`).run();
  return () => env.DB.prepare(`alter table away rename to ${table}`).run();
}

/** What a restore brings back, as the object holds it, in a fixed order. */
export async function remembered(agent: Agent): Promise<Record<string, unknown[]>> {
  const rows = await replicated(agent);
  return Object.fromEntries(REMEMBERED.map((table) => [table, rows[table]]));
}

/** Everything that D1 holds of an agent; the returned function sets D1 back to it. */
export async function keepD1(agent: Agent): Promise<() => Promise<unknown>> {
  const tables = [...TABLE_NAMES, "undo"];
  const kept = await Promise.all(
    tables.map((table) => env.DB.prepare(`select * from "${table}" where agent = ?`).bind(agent.id).raw()),
  );
  const position = "select applied_seq, writer, history_from from agents where id = ?";
  const [row] = await env.DB.prepare(position).bind(agent.id).raw();
  return () =>
    env.DB.batch([
      ...tables.flatMap((table, index) => [
        env.DB.prepare(`delete from "${table}" where agent = ?`).bind(agent.id),
        ...kept[index].map((cells) =>
          env.DB.prepare(`insert into "${table}" values (${cells.map(() => "?").join(", ")})`).bind(...cells),
        ),
      ]),
      env.DB.prepare("update agents set applied_seq = ?, writer = ?, history_from = ? where id = ?").bind(
        ...row,
        agent.id,
      ),
    ]);
}
