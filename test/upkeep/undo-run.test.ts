// A maintenance run is taken back as one event: exactly, where nobody changed anything since.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SqliteStore } from "../../durable/store/store.ts";
import { LivingMemory } from "../support/living-memory.ts";
import { nodeRecord } from "../support/small-graph.ts";

const TASKS = ["health", "decay", "scale", "split", "prune", "merge", "connect"] as const;
const REMEMBERED = ["nodes", "edges", "stops", "vectors", "settings"] as const;
const LONG = "One thing is said here at some length, so that it fills a section. ".repeat(30);

/** Every row of the memory as it is on disk. */
function rowsOf(memory: LivingMemory): unknown {
  const store = memory.memory.store as SqliteStore;
  return REMEMBERED.map((table) => store.page(table, { after: null, upTo: null }).rows);
}

const Life = fc.record({
  nodes: fc.array(fc.constantFrom("short", "long", "chunk", "part"), {
    minLength: 3,
    maxLength: 12,
    size: "max",
  }),
  links: fc.array(
    fc.record({
      from: fc.nat(),
      to: fc.nat(),
      weight: fc.constantFrom(0.005, 0.0101, 0.2, 0.5, 0.9, 0.95, -0.5),
      kind: fc.constantFrom("cross_file", "cross_file", "sibling", "mention"),
      isMutual: fc.boolean(),
    }),
    { maxLength: 40, size: "max" },
  ),
});
type Life = typeof Life extends fc.Arbitrary<infer Value> ? Value : never;

async function lived({ nodes, links }: Life): Promise<LivingMemory> {
  const memory = await LivingMemory.with({ "a.md": "a file of its own", note: "a note" });
  const ids = nodes.map((kind, index) => (kind === "chunk" ? `f.md::${index}` : `taught::${index}`));
  memory.change((draft) => {
    for (const [index, kind] of nodes.entries()) {
      const text =
        kind === "long" ? `${LONG}${index}\n\n${LONG}more\n\nlast ${index}` : `${kind} number ${index}`;
      const more = {
        chunk: { kind: "chunk", origin: "workspace", file: "f.md", chunk: index } as const,
        part: { kind: "note", origin: "split" } as const,
        short: { kind: "teaching" } as const,
        long: { kind: "teaching" } as const,
      }[kind];
      draft.putNode(nodeRecord(ids[index], { text, ...more }));
      const { dimension } = memory.memory.embedder;
      draft.putVector(
        ids[index],
        Float64Array.from({ length: dimension }, (_, i) => ((i * 7 + index) % 11) - 5),
      );
    }
  });
  memory.bare();
  for (const { from, to, weight, kind, isMutual } of links) {
    const [a, b] = [ids[from % ids.length], ids[to % ids.length]];
    if (a === b) continue;
    memory.link(a, b, weight, weight < 0 ? "inhibitory" : kind);
    if (isMutual) memory.link(b, a, weight, weight < 0 ? "inhibitory" : kind);
  }
  return memory;
}

describe("a run that is taken back", () => {
  it("[MU10] leaves every row as if it had never been, whatever it merged, split, pruned and faded", async () => {
    let structural = 0;
    await fc.assert(
      fc.asyncProperty(Life, async (life) => {
        const memory = await lived(life);
        const [before, rows] = [memory.state(), rowsOf(memory)];
        const report = await memory.do("maintain", { tasks: [...TASKS], prune_below: 0.02 });
        structural += report.merges_applied + report.pruned_edges + report.pruned_nodes;
        const dry = await memory.do("undo", { event_id: report.event_id as string, dry_run: true });
        const undone = await memory.do("undo", { event_id: report.event_id as string });
        expect(undone).toMatchObject({ events: 1, exact: 1, estimated: 0, edges_kept: 0, nodes_kept: [] });
        expect({ ...dry, event_id: undone.event_id, dry_run: false }).toEqual({ ...undone });
        expect(memory.state()).toEqual(before);
        expect(rowsOf(memory)).toEqual(rows);
        memory.reload();
        expect(memory.state()).toEqual(before);
      }),
      { seed: 20_261_130, numRuns: 40 },
    );
    expect(structural).toBeGreaterThan(60);
  }, 60_000);

  it("[MU11] keeps what was learned since, and returns the rest", async () => {
    await fc.assert(
      fc.asyncProperty(Life, fc.nat(), async (life, pick) => {
        const memory = await lived(life);
        const before = memory.state();
        const { event_id: run } = await memory.do("maintain", { tasks: ["decay", "scale", "prune"] });
        const maintained = memory.state();
        const ids = [...memory.memory.graph.entries()].map(([id]) => id);
        const [a, b] = [ids[pick % ids.length], ids[(pick + 1) % ids.length]];
        await memory.do("learn", { fired_ids: [a, b], outcome: 1 });
        const taught = memory.state();
        const undone = await memory.do("undo", { event_id: run as string });
        const now = memory.state();
        let kept = 0;
        for (const [name, value] of taught) {
          const isLearned = maintained.get(name) !== value;
          const wasMaintained = before.get(name) !== maintained.get(name);
          // What the lesson moved stays to the last bit; all else is as before the run.
          expect(now.get(name), name).toBe(isLearned ? value : (before.get(name) ?? value));
          if (isLearned && wasMaintained && !name.endsWith(" kind")) kept++;
        }
        for (const [name, value] of before) if (!taught.has(name)) expect(now.get(name), name).toBe(value);
        expect(undone.edges_kept).toBe(kept);
        expect(undone.exact).toBe(kept === 0 ? 1 : 0);
        memory.reload();
        expect(memory.state()).toEqual(now);
      }),
      { seed: 7, numRuns: 40 },
    );
  }, 60_000);
});
