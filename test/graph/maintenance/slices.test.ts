// A run in slices: the same as in one breath, of bounded size, each edge once, whatever a reload renames.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Draft } from "../../../durable/graph/draft.ts";
import {
  advance,
  beginRun,
  concluded,
  type RunState,
  runMaintenance,
  STEP_ORDER,
} from "../../../durable/graph/maintenance/run.ts";
import { PROFILES } from "../../../durable/graph/profiles.ts";
import type { Settings } from "../../../durable/graph/settings.ts";
import { dumpOf } from "../../support/graph-dump.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../../support/small-graph.ts";
import { openUpkeep, TOOLS, UpkeepMemory, vectorOf } from "../../support/upkeep-memory.ts";

const ORDER = { tasks: STEP_ORDER, halfLife: 140, pruneBelow: 0.05 };
/** More slices than any of these runs takes. */
const ENDLESS = 2_000;

/** Runs slice by slice; the state is data, so it goes through JSON each time. */
function inSlices(
  memory: Pick<ReturnType<typeof openUpkeep>, "graph" | "vectors" | "draft">,
  settings: Settings,
  limits: { reads: number; changes: number },
  between: (slice: Draft, state: RunState) => void = () => undefined,
) {
  const { graph, vectors } = memory;
  // Each draft reads its words from the one before, as from a disk that it was committed to.
  let words = memory.draft;
  let state = beginRun(words, ORDER, settings, TOOLS);
  for (let slices = 0; state.after === null; slices++) {
    expect(slices, "a run comes to its end").toBeLessThan(ENDLESS);
    const slice = new Draft(graph, vectors, words);
    state = JSON.parse(JSON.stringify(advance(slice, state, { vectorOf }, settings, TOOLS, limits)));
    between(slice, state);
    words = slice;
  }
  return concluded(state, false);
}

for (const [profile, settings] of Object.entries(PROFILES)) {
  describe(`a run in slices, ${profile}`, () => {
    it("[MU1] ends like the same run in one breath, with the same report", () => {
      fc.assert(
        fc.property(UpkeepMemory, fc.integer({ min: 1, max: 12 }), (generated, changes) => {
          const whole = openUpkeep(generated);
          const expected = runMaintenance(whole.draft, { ...ORDER, vectorOf }, settings, TOOLS);
          const cut = openUpkeep(generated);
          // A merge of nodes with more edges than a slice moves is left out of a run in slices.
          const limits = { reads: 3, changes: Math.max(changes, 60) };
          expect(inSlices({ ...cut }, settings, limits)).toEqual(expected);
          expect(edgesOf(cut.graph)).toEqual(edgesOf(whole.graph));
        }),
        { seed: 41, numRuns: 60 },
      );
    });
  });
}

it("[MU2] a slice changes no more than its limit; a split, a merge and a search for connections have one for themselves", () => {
  fc.assert(
    fc.property(UpkeepMemory, fc.integer({ min: 1, max: 9 }), (generated, changes) => {
      const memory = openUpkeep(generated);
      inSlices(memory, PROFILES.product, { reads: 1_000, changes }, (slice) => {
        const { nodes, removedNodes, edges, removedEdges } = slice.change();
        const isWhole = nodes.length > 0;
        const connected = edges.filter(({ metadata }) => metadata?.source === "connect").length;
        expect(connected).toBeLessThanOrEqual(2 * PROFILES.product.structure.connectNeighbours);
        // A split writes each of its edges once for every part.
        const most = isWhole ? 12 * 12 + 12 * changes : connected || changes;
        expect(edges.length + removedEdges.length + removedNodes.length).toBeLessThanOrEqual(most);
      });
    }),
    { seed: 42, numRuns: 60 },
  );
});

it("[MU3] a node with more routes than a slice changes is scaled in several, by one factor", () => {
  const build = () => {
    const memory = emptyMemory();
    for (const id of ["hub", "other", ...Array.from({ length: 40 }, (_, index) => `n${index}`)])
      memory.draft.putNode(nodeRecord(id));
    for (let index = 0; index < 40; index++) {
      memory.draft.putEdge(edgeRecord(["hub", `n${index}`, 0.2 + index / 100], { kind: "cross_file" }));
      memory.draft.putEdge(edgeRecord(["other", `n${index}`, 0.3], { kind: "cross_file" }));
    }
    return memory;
  };
  const [whole, cut] = [build(), build()];
  const settings = PROFILES.product;
  const order = { tasks: ["scale"], halfLife: 140 };
  const expected = runMaintenance(whole.draft, { ...order, vectorOf }, settings, TOOLS);
  let state = beginRun(cut.draft, order, settings, TOOLS);
  let slices = 0;
  for (; state.after === null; slices++) {
    const limits = { reads: 1_000, changes: 7 };
    state = JSON.parse(JSON.stringify(advance(cut.draft, state, { vectorOf }, settings, TOOLS, limits)));
  }
  expect(concluded(state, false)).toEqual(expected);
  expect(dumpOf(cut.graph, cut.vectors)).toEqual(dumpOf(whole.graph, whole.vectors));
  expect(slices).toBeGreaterThan(10);
});

it("[MU4] no edge fades twice in a run, and what comes between slices is left as it was taught", () => {
  const memory = emptyMemory();
  const { graph, vectors, draft: words } = memory;
  for (let index = 0; index < 30; index++) words.putNode(nodeRecord(`n${index}`));
  const link = (from: number, to: number, weight: number) =>
    words.putEdge(edgeRecord([`n${from}`, `n${to}`, weight], { kind: "cross_file" }));
  for (let index = 0; index < 29; index++) link(index, index + 1, 0.5);
  const before = new Map(Array.from(graph.allEdges(), (edge) => [edge, graph.weights[edge]]));
  const faded = new Map<number, number>();
  let taught = 0;
  let state = beginRun(words, { tasks: ["decay"], halfLife: 100 }, PROFILES.product, TOOLS);
  while (state.after === null) {
    const slice = new Draft(graph, vectors, words);
    const limits = { reads: 1_000, changes: 2 };
    state = advance(slice, state, { vectorOf }, PROFILES.product, TOOLS, limits);
    for (const { source, target } of slice.change().edges) {
      const edge = graph.edgeOf(source, target);
      faded.set(edge, (faded.get(edge) ?? 0) + 1);
    }
    // New routes of a source that is through, and of one that is still to come.
    if (taught < 6) link(0, 10 + taught, 0.9);
    if (taught < 6) link(28, taught, 0.9);
    taught++;
  }
  expect([...before.keys()].every((edge) => faded.get(edge) === 1)).toBe(true);
  expect([...faded.values()].every((times) => times === 1)).toBe(true);
  for (let index = 0; index < 6; index++)
    expect(graph.weights[graph.edgeOf("n0", `n${10 + index}`)]).toBe(0.9);
});

/** What the edges say, in their order; merges in separate drafts rank what they lay alike. */
function edgesOf(graph: Draft["graph"]) {
  return Array.from(graph.allEdges(), (edge) => [
    graph.idAt(graph.sources[edge]),
    graph.idAt(graph.targets[edge]),
    graph.weights[edge],
    graph.edgeKindAt(edge),
  ]);
}
