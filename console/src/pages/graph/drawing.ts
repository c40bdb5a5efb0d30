// Draws the graph into a picture: routes by tier, weakest below; nodes by kind, larger with more routes; names where there is room.

import type { Places } from "./camera.ts";
import type { Look, Scene, ShownNow, View } from "./messages.ts";

export type Canvas = OffscreenCanvasRenderingContext2D;

/** How a tier is drawn, by its place: reflex, habitual, dormant, inhibitory. */
const LINES = [
  { width: 1.8, alpha: 0.75 },
  { width: 1, alpha: 0.5 },
  { width: 0.6, alpha: 0.28 },
  { width: 1.4, alpha: 0.8 },
] as const;
const ORDER = [2, 1, 0, 3];
const INHIBITORY = 3;
/** Segments of one path: long ones are slow to fill. */
const SEGMENTS = 400;
/** So few routes have room for their heads, and so few that suppress for dashes. */
const HEADS = 160;
const FEW = 600;
const NAMES = 48;
const NAME_LETTERS = 36;
/** What a name needs around it. */
const ROOM = { width: 170, height: 20 };
const FAINT = 0.14;

/** `most`: routes that are drawn, the strongest of them; the picture is of the whole `view`. */
export function draw(
  to: Canvas,
  { scene, order, places, shown, look }: Drawn,
  view: View,
  most: number,
): void {
  const { width, height, ratio } = view;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.globalAlpha = 1;
  to.fillStyle = look.ground;
  to.fillRect(0, 0, width, height);
  const at = screenOf(places, view);
  const edges = seenEdges(scene, order, shown, at, view, most);
  for (const tier of ORDER)
    drawLines(
      to,
      scene,
      at,
      edges.filter((edge) => scene.tiers[edge] === tier),
      tier,
      look,
    );
  if (edges.length <= HEADS) drawHeads(to, scene, at, edges, look, view);
  drawNodes(to, scene, at, shown, look, view);
  drawNames(to, scene, at, shown, look, view);
}

export interface Drawn {
  readonly scene: Scene;
  /** Routes, the strongest first. */
  readonly order: Uint32Array;
  readonly places: Places;
  readonly shown: ShownNow;
  readonly look: Look;
}

/** Half the width of a node, in pixels. */
export function radiusOf(degree: number, scale: number): number {
  const grown = Math.min(2.2, Math.max(0.32, Math.sqrt(scale) * 1.4));
  return Math.min(16, (1.6 + Math.sqrt(degree) * 0.75) * grown);
}

function screenOf({ x, y }: Places, { camera, width, height }: View): Places {
  const [left, top] = [width / 2 - camera.x * camera.scale, height / 2 - camera.y * camera.scale];
  return { x: x.map((one) => one * camera.scale + left), y: y.map((one) => one * camera.scale + top) };
}

function seenEdges(
  { from, to }: Scene,
  order: Uint32Array,
  { edges, focus }: ShownNow,
  { x, y }: Places,
  { width, height }: View,
  most: number,
): number[] {
  const seen: number[] = [];
  for (const edge of order) {
    if (!edges[edge]) continue;
    const [a, b] = [from[edge], to[edge]];
    if (focus && !(focus[a] && focus[b])) continue;
    if ((x[a] < 0 && x[b] < 0) || (x[a] > width && x[b] > width)) continue;
    if ((y[a] < 0 && y[b] < 0) || (y[a] > height && y[b] > height)) continue;
    seen.push(edge);
    if (seen.length === most) break;
  }
  return seen;
}

function drawLines(
  to: Canvas,
  { from, to: target }: Scene,
  { x, y }: Places,
  edges: readonly number[],
  tier: number,
  look: Look,
): void {
  to.strokeStyle = look.tiers[tier];
  to.lineWidth = LINES[tier].width;
  // Where many lie upon each other, each tells less.
  to.globalAlpha =
    LINES[tier].alpha *
    (tier === INHIBITORY ? 1 : Math.min(1, Math.max(0.3, Math.sqrt(800 / (edges.length + 1)))));
  to.setLineDash(tier === INHIBITORY && edges.length <= FEW ? [5, 4] : []);
  for (let first = 0; first < edges.length; first += SEGMENTS) {
    to.beginPath();
    for (const edge of edges.slice(first, first + SEGMENTS)) {
      to.moveTo(x[from[edge]], y[from[edge]]);
      to.lineTo(x[target[edge]], y[target[edge]]);
    }
    to.stroke();
  }
  to.setLineDash([]);
}

/** An arrow where a route leads on, a bar where it stops. */
function drawHeads(
  to: Canvas,
  { from, to: target, tiers, degrees }: Scene,
  { x, y }: Places,
  edges: readonly number[],
  look: Look,
  { camera }: View,
): void {
  to.globalAlpha = 0.9;
  for (const edge of edges) {
    const [a, b] = [from[edge], target[edge]];
    const length = Math.hypot(x[b] - x[a], y[b] - y[a]);
    if (length < 24) continue;
    const [ux, uy] = [(x[b] - x[a]) / length, (y[b] - y[a]) / length];
    const gap = radiusOf(degrees[b], camera.scale) + 2;
    const [px, py] = [x[b] - ux * gap, y[b] - uy * gap];
    to.beginPath();
    if (tiers[edge] === INHIBITORY) {
      to.strokeStyle = look.tiers[INHIBITORY];
      to.lineWidth = 2.5;
      to.moveTo(px - uy * 5, py + ux * 5);
      to.lineTo(px + uy * 5, py - ux * 5);
      to.stroke();
    } else {
      to.fillStyle = look.tiers[tiers[edge]];
      to.moveTo(px, py);
      to.lineTo(px - ux * 7 - uy * 3.5, py - uy * 7 + ux * 3.5);
      to.lineTo(px - ux * 7 + uy * 3.5, py - uy * 7 - ux * 3.5);
      to.fill();
    }
  }
}

function drawNodes(
  to: Canvas,
  { kindOf, degrees }: Scene,
  { x, y }: Places,
  { nodes, focus }: ShownNow,
  look: Look,
  { width, height, camera }: View,
): void {
  for (const isNear of focus ? [false, true] : [true]) {
    to.globalAlpha = isNear ? 1 : FAINT;
    for (const [kind, colour] of look.kinds.entries()) {
      to.fillStyle = colour;
      for (let node = 0; node < kindOf.length; node++) {
        if (kindOf[node] !== kind || !nodes[node] || (focus && Boolean(focus[node]) !== isNear)) continue;
        const radius = radiusOf(degrees[node], camera.scale);
        if (x[node] < -radius || x[node] > width + radius || y[node] < -radius || y[node] > height + radius)
          continue;
        if (radius < 2.2) {
          to.fillRect(x[node] - radius, y[node] - radius, radius * 2, radius * 2);
          continue;
        }
        to.beginPath();
        to.arc(x[node], y[node], radius, 0, Math.PI * 2);
        to.fill();
      }
    }
  }
}

function drawNames(
  to: Canvas,
  { names, degrees }: Scene,
  { x, y }: Places,
  { nodes, focus }: ShownNow,
  look: Look,
  { width, height, camera }: View,
): void {
  const isNamed = (node: number) =>
    nodes[node] &&
    (!focus || focus[node]) &&
    x[node] > 0 &&
    x[node] < width &&
    y[node] > 0 &&
    y[node] < height;
  const all: number[] = [];
  for (let node = 0; node < names.length; node++) if (isNamed(node)) all.push(node);
  const taken: { readonly x: number; readonly y: number }[] = [];
  to.font = look.font;
  to.textBaseline = "middle";
  to.lineJoin = "round";
  to.globalAlpha = 1;
  for (const node of all.sort((a, b) => degrees[b] - degrees[a]).slice(0, NAMES * 6)) {
    const at = { x: x[node], y: y[node] };
    if (
      taken.some((other) => Math.abs(other.x - at.x) < ROOM.width && Math.abs(other.y - at.y) < ROOM.height)
    )
      continue;
    taken.push(at);
    drawName(to, names[node], at.x + radiusOf(degrees[node], camera.scale) + 4, at.y, look);
    if (taken.length === NAMES) break;
  }
}

/** A name, set off from what is below it. */
export function drawName(
  to: Canvas | CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  { ground, ink }: Pick<Look, "ground" | "ink">,
): void {
  const text = name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS)}…` : name;
  to.strokeStyle = ground;
  to.lineWidth = 4;
  to.strokeText(text, x, y);
  to.fillStyle = ink;
  to.fillText(text, x, y);
}
