// Drafts: they change the graph as plain maps would, take everything back, and say their change as data.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lengthOf } from "../../durable/graph/code-points.ts";
import { Draft } from "../../durable/graph/draft.ts";
import { AUTHORITIES, type GraphChange, NODE_KINDS, type NodeRecord } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors } from "../../durable/graph/vectors.ts";
import { NaiveGraph, pictureOf, pictureOfNaive } from "../support/naive-graph.ts";
import { edgeRecord, emptyMemory, type KeptWords, nodeRecord, roundNumber } from "../support/small-graph.ts";

const Id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const Weight = roundNumber(-1.2, 1.2, 1);
const Route = fc.integer({ min: 0, max: 2 });

type Mutation = (draft: Draft, naive: NaiveGraph) => void;

const Mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .tuple(Id, fc.constantFrom(...NODE_KINDS), fc.constantFrom(...AUTHORITIES), fc.string({ unit: "binary" }))
    .map(([id, kind, authority, text]): Mutation => {
      const node = nodeRecord(id, { kind, authority, text, file: text === "" ? null : kind });
      return (draft, naive) => {
        draft.putNode(node);
        naive.putNode(node);
      };
    }),
  Id.map((id): Mutation => {
    return (draft, naive) => {
      draft.removeNode(id);
      naive.removeNode(id);
    };
  }),
  fc
    .tuple(Id, Id, Weight, fc.constantFrom("sibling", "inhibitory"), fc.option(Weight))
    .map(([source, target, weight, kind, relevance]): Mutation => {
      const edge = edgeRecord([source, target, weight], { kind, relevance });
      return (draft, naive) => {
        draft.putEdge(edge);
        naive.putEdge(edge);
      };
    }),
  fc.tuple(Id, Id, Weight).map(([source, target, weight]): Mutation => {
    return (draft, naive) => {
      const edge = draft.graph.edgeOf(source, target);
      if (edge >= 0) draft.weigh(edge, weight);
      naive.weigh(source, target, weight);
    };
  }),
  fc.tuple(Id, Id, fc.option(Weight)).map(([source, target, relevance]): Mutation => {
    return (draft, naive) => {
      const edge = draft.graph.edgeOf(source, target);
      if (edge >= 0) draft.relate(edge, relevance);
      naive.relate(source, target, relevance);
    };
  }),
  fc.tuple(Id, Id).map(([source, target]): Mutation => {
    return (draft, naive) => {
      const edge = draft.graph.edgeOf(source, target);
      if (edge >= 0) draft.cutEdge(edge);
      naive.cutEdge(source, target);
    };
  }),
  fc.tuple(Id, Weight, Weight).map(([id, weight, relevance]): Mutation => {
    return (draft, naive) => {
      const position = draft.graph.positionOf(id);
      if (position >= 0) draft.setStop(position, weight, relevance);
      naive.setStop(id, weight, relevance);
    };
  }),
  fc.tuple(Id, Route, Weight).map(([id, route, entry]): Mutation => {
    return (draft, naive) => {
      draft.putVector(id, [entry, 1], route);
      naive.putVector(id, route, [entry, 1]);
    };
  }),
  fc.tuple(Id, Route).map(([id, route]): Mutation => {
    return (draft, naive) => {
      draft.removeVector(id, route);
      naive.removeVector(id, route);
    };
  }),
);
const Mutations = fc.array(Mutation, { maxLength: 60 });

/** What a store does with a change: rows by key, and everything back in the order of ranks. */
class Rows {
  readonly nodes = new Map<string, GraphChange["nodes"][number]>();
  readonly edges = new Map<string, GraphChange["edges"][number]>();
  readonly stops = new Map<string, GraphChange["stops"][number]>();
  readonly vectors = new Map<string, GraphChange["vectors"][number]>();

  keep(change: GraphChange, words: KeptWords): void {
    for (const node of change.nodes) {
      this.nodes.set(node.id, node);
      words.nodes.set(node.id, node);
    }
    for (const id of change.removedNodes) {
      this.nodes.delete(id);
      words.nodes.delete(id);
    }
    for (const edge of change.edges) this.edges.set(`${edge.source} ${edge.target}`, edge);
    for (const [source, target] of change.removedEdges) this.edges.delete(`${source} ${target}`);
    for (const stop of change.stops) this.stops.set(stop.id, stop);
    for (const vector of change.vectors) this.vectors.set(`${vector.id} ${vector.route}`, vector);
    for (const [id, route] of change.removedVectors) this.vectors.delete(`${id} ${route}`);
  }

  load(): { graph: RouteGraph; vectors: ExactVectors } {
    const graph = new RouteGraph();
    const vectors = new ExactVectors();
    for (const node of [...this.nodes.values()].sort((a, b) => a.ordinal - b.ordinal)) {
      graph.setNode({ ...node, length: lengthOf(node.text) }, node.ordinal);
    }
    for (const edge of [...this.edges.values()].sort((a, b) => a.ordinal - b.ordinal)) {
      const number = graph.addEdge(edge.source, edge.target, edge.weight, edge.kind, edge);
      graph.relevances[number] = edge.relevance ?? Number.NaN;
    }
    for (const { id, weight, relevance } of this.stops.values()) {
      const position = graph.positionOf(id);
      if (position < 0) continue;
      graph.stopWeights[position] = weight;
      graph.stopRelevances[position] = relevance;
    }
    for (const vector of this.vectors.values()) vectors.load(vector);
    return { graph, vectors };
  }
}

function withSortedVectors<T extends { vectors: unknown[] }>(picture: T): T {
  return { ...picture, vectors: picture.vectors.toSorted() };
}

describe("a draft", () => {
  it("[ST1] changes the graph as plain maps would change, order included", () => {
    fc.assert(
      fc.property(Mutations, (mutations) => {
        const { graph, vectors, draft } = emptyMemory();
        const naive = new NaiveGraph();
        for (const mutate of mutations) {
          mutate(draft, naive);
          expect(pictureOf(graph, vectors)).toEqual(pictureOfNaive(naive));
        }
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it("[ST2] takes back everything it did, order included", () => {
    fc.assert(
      fc.property(Mutations, Mutations, Mutations, (before, taken, after) => {
        const { graph, vectors, words, draft } = emptyMemory();
        const naive = new NaiveGraph();
        for (const mutate of before) mutate(draft, naive);
        new Rows().keep(draft.change(), words);
        const picture = pictureOf(graph, vectors);
        const second = new Draft(graph, vectors, words);
        const copy = naive.copy();
        for (const mutate of taken) mutate(second, copy);
        second.rollback();
        expect(pictureOf(graph, vectors)).toEqual(picture);
        const third = new Draft(graph, vectors, words);
        for (const mutate of after) mutate(third, naive);
        expect(pictureOf(graph, vectors)).toEqual(pictureOfNaive(naive));
      }),
      { seed: 2, numRuns: 1000 },
    );
  });

  it("[ST3] says its change so that a reload of all changes equals memory", () => {
    fc.assert(
      fc.property(fc.array(Mutations, { maxLength: 4 }), (drafts) => {
        const { graph, vectors, words } = emptyMemory();
        const naive = new NaiveGraph();
        const rows = new Rows();
        for (const mutations of drafts) {
          const draft = new Draft(graph, vectors, words);
          for (const mutate of mutations) mutate(draft, naive);
          rows.keep(draft.change(), words);
          rows.keep(draft.change(), words);
        }
        const again = rows.load();
        expect(withSortedVectors(pictureOf(again.graph, again.vectors))).toEqual(
          withSortedVectors(pictureOf(graph, vectors)),
        );
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it("[ST4] clamps the weight of an edge that is put, and not of one that is weighed", () => {
    const { graph, draft } = emptyMemory();
    draft.putEdge(edgeRecord(["a", "b", 7]));
    const edge = graph.edgeOf("a", "b");
    expect(graph.weights[edge]).toBe(1);
    draft.weigh(edge, 1.5);
    expect(graph.weights[edge]).toBe(1.5);
  });

  it("[ST5] reads words through what it changed", () => {
    const { draft, words } = emptyMemory();
    words.nodes.set("kept", nodeRecord("kept"));
    draft.putNode(nodeRecord("new", { text: "fresh" }));
    expect(draft.node("kept")?.text).toBe("text of kept");
    expect((draft.node("new") as NodeRecord).text).toBe("fresh");
    draft.removeNode("new");
    expect(draft.node("new")).toBeUndefined();
  });

  it("[ST6] keeps the metadata of an edge that is put without any, and forgets those of one that was cut", () => {
    const { graph, draft } = emptyMemory();
    draft.putEdge(edgeRecord(["a", "b", 0.5], { metadata: { source: "x" } }));
    draft.putEdge(edgeRecord(["a", "b", 0.6], { metadata: null }));
    expect(draft.edgeMetadata("a", "b")).toEqual({ source: "x" });
    draft.cutEdge(graph.edgeOf("a", "b"));
    draft.putEdge(edgeRecord(["a", "b", 0.6], { metadata: null }));
    expect(draft.edgeMetadata("a", "b")).toEqual({});
  });

  it("[ST7] leaves memory as it was when it adds more kinds of edges than there is room for", () => {
    const { graph, vectors, draft } = emptyMemory();
    const add = () => {
      for (let kind = 0; kind < 300; kind++) {
        draft.putEdge(edgeRecord(["a", `n${kind}`, -0.5], { kind: `kind ${kind}` }));
      }
    };
    expect(add).toThrow(RangeError);
    draft.rollback();
    expect(pictureOf(graph, vectors)).toEqual(pictureOf(new RouteGraph(), new ExactVectors()));
    expect(graph.edgeCount).toBe(0);
  });
});
