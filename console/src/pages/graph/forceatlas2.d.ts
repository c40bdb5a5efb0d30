// One step of ForceAtlas2 on plain numbers; the package declares only its ways through a graph of its own.

declare module "graphology-layout-forceatlas2/iterate.js" {
  /** Moves the nodes, in place. */
  export default function iterate(settings: object, nodes: Float32Array, edges: Float32Array): void;
}
