// Connections: by shared words as a comparison of all pairs finds them, and from what was learned; never in place of an edge.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareIds } from "../../../durable/graph/code-points.ts";
import {
  applyConnections,
  connectLearningNodes,
  suggestConnections,
} from "../../../durable/graph/maintenance/connect.ts";
import { PARITY, PRODUCT } from "../../../durable/graph/profiles.ts";
import { textToolsOf } from "../../../durable/operations/text-tools.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../../support/small-graph.ts";
import { TOOLS } from "../../support/upkeep-memory.ts";

const CHUNK = { kind: "chunk", origin: "workspace" } as const;
const ASCII = textToolsOf(PARITY.structure);
const Texts = fc.array(
  fc.record({
    file: fc.constantFrom(null, "", "a.md", "b.md", "c.md"),
    words: fc.array(fc.constantFrom("deploy", "rollback", "queue", "cache", "table", "don't"), {
      maxLength: 5,
    }),
  }),
  { maxLength: 20 },
);

describe("connections by shared words", () => {
  it("[MN22] are those that a comparison of all pairs finds", () => {
    fc.assert(
      fc.property(Texts, fc.integer({ min: 1, max: 30 }), (texts, count) => {
        const { draft } = emptyMemory();
        texts.forEach(({ file, words }, index) => {
          draft.putNode(nodeRecord(`n${index}`, { ...CHUNK, file, text: words.join(" ") }));
        });
        const found = suggestConnections(draft, PARITY.structure, ASCII, count);
        expect(found.map(({ source, target, weight }) => [source, target, weight])).toEqual(
          allPairs(texts).slice(0, count),
        );
      }),
      { seed: 4 },
    );
  });

  it("[MN23] words that too many nodes share don't connect, words of any script do", () => {
    const { draft } = emptyMemory();
    const most = PRODUCT.structure.connectTokenNodes as number;
    for (let index = 0; index <= most; index++) {
      draft.putNode(
        nodeRecord(`n${index}`, { ...CHUNK, file: `${index}.md`, text: `backup unique${index}` }),
      );
    }
    draft.putNode(nodeRecord("x", { ...CHUNK, file: "x.md", text: "Резервная копия" }));
    draft.putNode(nodeRecord("y", { ...CHUNK, file: "y.md", text: "копия базы" }));
    expect(suggestConnections(draft, PRODUCT.structure, TOOLS).map(({ source }) => source)).toEqual(["x"]);
  });

  it("[MN24] never replace an edge that is there: what was learned or suppressed stays", () => {
    const { draft, graph } = emptyMemory();
    for (const id of ["a", "b", "c"])
      draft.putNode(nodeRecord(id, { ...CHUNK, file: id, text: "same words" }));
    draft.putEdge(edgeRecord(["a", "b", -0.5], { kind: "inhibitory" }));
    const found = suggestConnections(draft, PRODUCT.structure, TOOLS);
    expect(found.map(({ source, target }) => source + target)).toEqual(["bc", "ac"]);
    const reason = "asked for";
    const asked = [...found, { source: "a", target: "b", weight: 1, reason }];
    expect(applyConnections(draft, asked, PRODUCT.structure)).toBe(2);
    expect(graph.weights[graph.edgeOf("a", "b")]).toBe(-0.5);
  });
});

describe("connections of what was learned", () => {
  it("[MN25] lead both ways to the nearest workspace nodes, no file needed, once", () => {
    const { draft, graph } = emptyMemory();
    const vectors = { near: [1, 0.1], close: [1, 0.9], far: [-1, 0], taught: [1, 0], other: [1, 0.01] };
    for (const [id, vector] of Object.entries(vectors)) {
      const isTaught = id === "taught" || id === "other";
      draft.putNode(nodeRecord(id, isTaught ? { kind: "teaching" } : { ...CHUNK, file: `${id}.md` }));
      draft.putVector(id, vector);
    }
    draft.putEdge(edgeRecord(["other", "near", 0.2]));
    expect(connectLearningNodes(draft, PRODUCT.structure)).toBe(4);
    expect(graph.weights[graph.edgeOf("taught", "near")]).toBe(0.7);
    expect(graph.weights[graph.edgeOf("close", "taught")]).toBe(0.7);
    expect(graph.edgeOf("taught", "far")).toBe(-1);
    expect(graph.edgeOf("taught", "other")).toBe(-1);
    expect(graph.weights[graph.edgeOf("other", "near")]).toBe(0.2);
    expect(connectLearningNodes(draft, PRODUCT.structure)).toBe(0);
  });
});

/** The naive twin: every pair in node order, then sorted. */
function allPairs(texts: readonly { file: string | null; words: readonly string[] }[]) {
  const pairs: [string, string, number][] = [];
  texts.forEach((left, i) => {
    texts.forEach((right, j) => {
      if (j <= i || !left.file || right.file === null || left.file === right.file) return;
      const [a, b] = [new Set(left.words), new Set(right.words)];
      const shared = [...a].filter((word) => b.has(word)).length;
      if (shared > 0) pairs.push([`n${i}`, `n${j}`, shared / new Set([...a, ...b]).size]);
    });
  });
  return pairs.sort((p, q) => q[2] - p[2] || compareIds(q[0], p[0]) || compareIds(q[1], p[1]));
}
