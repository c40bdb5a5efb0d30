// A maintenance run: the order of its steps, its notes, and what it hands back.

import { expect, it } from "vitest";
import { runMaintenance, STEP_ORDER } from "../../../durable/graph/maintenance/run.ts";
import { PRODUCT } from "../../../durable/graph/profiles.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../../support/small-graph.ts";
import { TOOLS, vectorOf } from "../../support/upkeep-memory.ts";

function smallMemory() {
  const memory = emptyMemory();
  for (const id of ["a", "b"]) memory.draft.putNode(nodeRecord(id));
  memory.draft.putEdge(edgeRecord(["a", "b", 0.95]));
  memory.draft.putEdge(edgeRecord(["b", "a", 0.95]));
  return memory;
}

it("[MN26] steps run in their fixed order, whatever the order of the request; unknown ones become a note", () => {
  const { draft } = smallMemory();
  const tasks = [" merge", "polish", "prune", "merge", "decay"];
  const { report, entries } = runMaintenance(draft, { tasks, halfLife: 140, vectorOf }, PRODUCT, TOOLS);
  expect(report.tasks_run).toEqual(["decay", "prune", "merge"]);
  expect(report.notes).toEqual(["Unknown tasks skipped: polish"]);
  expect(entries.map(({ type, body }) => body.task ?? type)).toEqual(["decay", "prune", "merge", "health"]);
  expect(STEP_ORDER.indexOf("prune")).toBeLessThan(STEP_ORDER.indexOf("merge"));
});

it("[MN27] the adapted half-life is handed back when decay ran, and only then", () => {
  const plan = { halfLife: 140, vectorOf };
  const { draft } = smallMemory();
  expect(runMaintenance(draft, { ...plan, tasks: ["decay"] }, PRODUCT, TOOLS).halfLife).toBeCloseTo(135.8, 9);
  expect(runMaintenance(draft, { ...plan, tasks: ["scale"] }, PRODUCT, TOOLS).halfLife).toBeNull();
});

it("[MN28] a merge whose vector is missing is skipped with a note", () => {
  const { draft, graph } = smallMemory();
  const plan = { tasks: ["merge"], halfLife: 140, vectorOf: () => undefined };
  const { report } = runMaintenance(draft, plan, PRODUCT, TOOLS);
  expect(report).toMatchObject({ merges_proposed: 1, merges_applied: 0 });
  expect(report.notes).toEqual(["merge skipped for a and b: the vector of their text is not at hand"]);
  expect(graph.nodeCount).toBe(2);
});

it("[MN29] at most so many pairs are merged as the caller allows", () => {
  const { draft } = smallMemory();
  const plan = { tasks: ["merge"], halfLife: 140, vectorOf, maxMerges: 0 };
  expect(runMaintenance(draft, plan, PRODUCT, TOOLS).report.merges_applied).toBe(0);
});
