// Finds places for nodes and draws them, away from the page: however large the graph is, the page goes on answering. A picture is of
// more than the window, so that there is something to see while the next is drawn.

import { type Drawn, draw } from "./drawing.ts";
import type { FromWorker, ToWorker, View } from "./messages.ts";
import { Layout } from "./places.ts";

interface Worker {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker, given: Transferable[]): void;
}
// SAFETY: the types of a page are declared here; a worker has these two.
const here = self as unknown as Worker;

/** How much of a picture lies outside of the window, on both sides together. */
const BEYOND = 0.5;
/** Routes of a picture that will soon be another, and of one that stays. */
const WHILE_MOVING = 6_000;
const AT_REST = 60_000;
/** Between two pictures of places that are still looked for. */
const PAUSE_MS = 160;
/** For which the first picture waits, where so few nodes move far in that time. */
const HEAD_START_MS = 120;
const FEW = 2_000;

let layout: Layout | undefined;
let drawn: Partial<Drawn> = {};
let view: View | undefined;
let isCalm = false;
let isStale = false;
let isDue = false;
let told = 0;
/** True: nothing of this graph was drawn yet, which comes before better places. */
let isFirst = false;

here.onmessage = ({ data }) => {
  if (data.is === "scene") begin(data);
  else if (data.is === "view") view = data.view;
  else if (data.is === "look") drawn = { ...drawn, look: data.look };
  else drawn = { ...drawn, shown: { nodes: data.nodes, edges: data.edges, focus: data.focus } };
  isStale = true;
  schedule();
};

function begin({ scene, calm }: Extract<ToWorker, { is: "scene" }>): void {
  isCalm = calm;
  layout = new Layout(scene);
  const { look } = drawn;
  drawn = { look, scene, order: strongestFirst(scene.weights) };
  const end = performance.now() + HEAD_START_MS;
  while (scene.degrees.length <= FEW && !layout.isSettled && performance.now() < end) layout.step();
  isFirst = true;
  tell(layout);
}

/** Places of routes: a number for each that sorts by itself, since comparing by a function takes ten times as long. */
function strongestFirst(weights: Float32Array): Uint32Array {
  const keys = Float64Array.from(
    weights,
    (weight, at) => Math.round((2 - Math.abs(weight)) * 1e4) * 2 ** 32 + at,
  );
  return Uint32Array.from(keys.sort(), (key) => key % 2 ** 32);
}

/** Messages that wait come first: they may make the next step needless. */
function schedule(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    work();
  });
}

function work(): void {
  if (isStale) {
    isStale = false;
    paint();
  }
  if (!layout || layout.isSettled || isFirst) return;
  layout.step();
  const isOver = performance.now() - told > PAUSE_MS && !isCalm;
  if (isOver || layout.isSettled) tell(layout);
  schedule();
}

function tell(of: Layout): void {
  const places = of.places();
  drawn = { ...drawn, places: { x: places.x.slice(), y: places.y.slice() } };
  here.postMessage({ is: "places", settled: of.isSettled, ...places }, [places.x.buffer, places.y.buffer]);
  told = performance.now();
  isStale = true;
}

function paint(): void {
  const { scene, order, places, shown, look } = drawn;
  if (!scene || !order || !places || !shown || !look || !view) return;
  const wide = { ...view, width: view.width * (1 + BEYOND), height: view.height * (1 + BEYOND) };
  const canvas = new OffscreenCanvas(Math.ceil(wide.width * wide.ratio), Math.ceil(wide.height * wide.ratio));
  // Drawn by the worker itself: whatever else draws for the page need not wait for thousands of lines.
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) return;
  draw(context, { scene, order, places, shown, look }, wide, layout?.isSettled ? AT_REST : WHILE_MOVING);
  isFirst = false;
  const bitmap = canvas.transferToImageBitmap();
  here.postMessage({ is: "picture", bitmap, view: wide }, [bitmap]);
}
