// Places for nodes: what routes tie together comes to lie together. Begins with hubs in the middle and their neighbours around, and
// goes on step by step with ForceAtlas2.

import iterate from "graphology-layout-forceatlas2/iterate.js";
import type { Places } from "./camera.ts";
import type { Scene } from "./messages.ts";

/** Numbers that a step keeps of a node and of a route. */
const OF_NODE = 10;
const OF_EDGE = 3;
const AT = { x: 0, y: 1, mass: 6, convergence: 7, size: 8 };
const INHIBITORY = 3;
/** From here on distant nodes count as one. */
const MANY = 400;
const SPACING = 12;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

export class Layout {
  readonly #nodes: Float32Array;
  readonly #edges: Float32Array;
  readonly #settings: object;
  #left: number;

  constructor(scene: Scene) {
    const count = scene.degrees.length;
    this.#nodes = new Float32Array(count * OF_NODE);
    const first = firstPlaces(scene);
    for (let node = 0; node < count; node++) {
      const at = node * OF_NODE;
      this.#nodes[at + AT.x] = first.x[node];
      this.#nodes[at + AT.y] = first.y[node];
      this.#nodes[at + AT.mass] = 1 + scene.degrees[node];
      this.#nodes[at + AT.convergence] = 1;
      this.#nodes[at + AT.size] = 1;
    }
    // What suppresses is no reason to stand together.
    const pulls = Array.from(scene.tiers.keys()).filter(
      (edge) => scene.tiers[edge] !== INHIBITORY && scene.from[edge] !== scene.to[edge],
    );
    this.#edges = new Float32Array(pulls.length * OF_EDGE);
    for (const [at, edge] of pulls.entries()) {
      const weight = 0.2 + Math.abs(scene.weights[edge]);
      this.#edges.set([scene.from[edge] * OF_NODE, scene.to[edge] * OF_NODE, weight], at * OF_EDGE);
    }
    this.#settings = {
      ...{ linLogMode: false, outboundAttractionDistribution: false, adjustSizes: false },
      ...{ edgeWeightInfluence: 1, scalingRatio: 10, strongGravityMode: true, gravity: 0.05 },
      ...{ slowDown: 1 + Math.log(count + 1), barnesHutOptimize: count > MANY, barnesHutTheta: 0.9 },
    };
    const isKnown = scene.before !== null && !scene.before.x.some(Number.isNaN);
    this.#left = count < 2 || isKnown ? 0 : count > MANY ? Math.max(80, Math.round(600_000 / count)) : 600;
  }

  get isSettled(): boolean {
    return this.#left <= 0;
  }

  step(): void {
    iterate(this.#settings, this.#nodes, this.#edges);
    this.#left--;
  }

  places(): { x: Float32Array<ArrayBuffer>; y: Float32Array<ArrayBuffer> } {
    const count = this.#nodes.length / OF_NODE;
    const [x, y] = [new Float32Array(count), new Float32Array(count)];
    for (let node = 0; node < count; node++) {
      x[node] = this.#nodes[node * OF_NODE + AT.x];
      y[node] = this.#nodes[node * OF_NODE + AT.y];
    }
    return { x, y };
  }
}

/** Where nodes stand at first: where they stood, or on a spiral, each near those that it is tied to. */
export function firstPlaces({ degrees, from, to, before }: Scene): Places {
  const count = degrees.length;
  const starts = new Uint32Array(count + 1);
  for (const side of [from, to]) for (const node of side) starts[node + 1]++;
  for (let node = 0; node < count; node++) starts[node + 1] += starts[node];
  const next = starts.slice();
  const ties = new Uint32Array(from.length * 2);
  for (let edge = 0; edge < from.length; edge++) {
    ties[next[from[edge]]++] = to[edge];
    ties[next[to[edge]]++] = from[edge];
  }
  const [x, y] = [new Float32Array(count), new Float32Array(count)];
  const hubs = Array.from({ length: count }, (_, node) => node).sort((a, b) => degrees[b] - degrees[a]);
  const met = new Uint8Array(count);
  let placed = 0;
  for (const hub of hubs) {
    if (met[hub]) continue;
    met[hub] = 1;
    const queue = [hub];
    for (const node of queue) {
      const [radius, angle] = [SPACING * Math.sqrt(placed), placed * GOLDEN_ANGLE];
      placed++;
      const isKnown = before !== null && !Number.isNaN(before.x[node]);
      x[node] = isKnown ? before.x[node] : radius * Math.cos(angle);
      y[node] = isKnown ? before.y[node] : radius * Math.sin(angle);
      for (let at = starts[node]; at < starts[node + 1]; at++) {
        if (met[ties[at]]) continue;
        met[ties[at]] = 1;
        queue.push(ties[at]);
      }
    }
  }
  return { x, y };
}
