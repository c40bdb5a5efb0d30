// The picture on the page: shows what the worker drew last, moved to where one looks now, so that panning and zooming never wait for
// a drawing; asks for a new one; knows what is under a finger; and marks what is chosen.

import { type Camera, fitted, moved, nearest, onScreen, type Places, type Size, zoomed } from "./camera.ts";
import { drawName, radiusOf } from "./drawing.ts";
import type { FromWorker, Look, Scene, ShownNow, ToWorker, View } from "./messages.ts";

export interface Listener {
  /** A picture is there that answers to hands: said once for each scene. */
  readonly drawn: () => void;
  /** All nodes have found their places. */
  readonly settled: () => void;
}

const RATIO = 2;

/** Made before there is anything to draw, so that it is ready then. */
export function startWorker(): Worker {
  return new Worker(new URL("./picture-worker.ts", import.meta.url), { type: "module" });
}

export class PictureHost {
  readonly #worker: Worker;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #listener: Listener;
  #size: Size = { width: 0, height: 0 };
  #ratio = 1;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #scene: Scene | undefined;
  #shown: ShownNow | undefined;
  #look: Look | undefined;
  #places: Places | undefined;
  #picture: { readonly bitmap: ImageBitmap; readonly view: View } | undefined;
  #marked = { chosen: -1, hovered: -1 };
  /** False: whoever looks has moved it, and it stays. */
  #followsAll = true;
  #centred = -1;
  #isNew = false;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, worker: Worker, listener: Listener) {
    this.#worker = worker;
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    this.#listener = listener;
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#heard(data);
  }

  /** Another graph; nodes that are named in both stay where they are. */
  show(scene: Scene, calm: boolean): void {
    this.#scene = scene;
    this.#places = undefined;
    this.#shown = undefined;
    this.#isNew = true;
    this.#followsAll = true;
    this.#marked = { chosen: -1, hovered: -1 };
    this.#tell({ is: "scene", scene, calm });
  }

  filter(shown: ShownNow): void {
    this.#shown = shown;
    this.#tell({ is: "shown", ...shown });
  }

  paint(look: Look): void {
    this.#look = look;
    this.#tell({ is: "look", look });
  }

  resize(size: Size): void {
    this.#ratio = Math.min(RATIO, devicePixelRatio || 1);
    this.#size = size;
    this.#canvas.width = Math.round(size.width * this.#ratio);
    this.#canvas.height = Math.round(size.height * this.#ratio);
    if (this.#followsAll) this.fit();
    else this.#looksFrom(this.#camera);
  }

  get places(): Places | undefined {
    return this.#places;
  }

  move(dx: number, dy: number): void {
    this.#keep(moved(this.#camera, dx, dy));
  }

  zoom(by: number, at?: { x: number; y: number }): void {
    this.#keep(zoomed(this.#camera, this.#size, by, at));
  }

  /** All that is shown, or all that is looked at. */
  fit(): void {
    this.#followsAll = true;
    this.#centred = -1;
    if (!this.#places || !this.#shown) return;
    this.#looksFrom(fitted(this.#places, this.#shown.focus ?? this.#shown.nodes, this.#size));
  }

  /** Puts a node into the middle, near enough to tell it from others. */
  centre(node: number): void {
    this.#centred = node;
    this.#followsAll = false;
    if (!this.#places) return;
    const { x, y } = this.#places;
    this.#looksFrom({ x: x[node], y: y[node], scale: Math.max(this.#camera.scale, 0.5) });
  }

  mark(marked: { readonly chosen?: number; readonly hovered?: number }): void {
    this.#marked = { ...this.#marked, ...marked };
    this.#draw();
  }

  /** The node under a point of the picture; −1: none. */
  under(at: { x: number; y: number }, reach: number): number {
    if (!this.#places || !this.#shown) return -1;
    return nearest(this.#places, this.#shown.focus ?? this.#shown.nodes, this.#camera, this.#size, at, reach);
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#worker.onmessage = null;
    this.#picture?.bitmap.close();
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #heard(message: FromWorker): void {
    if (message.is === "picture") {
      this.#picture?.bitmap.close();
      this.#picture = message;
      this.#draw();
      if (this.#isNew && this.#places) {
        this.#isNew = false;
        this.#listener.drawn();
      }
      return;
    }
    if (message.x.length !== this.#scene?.degrees.length) return;
    this.#places = message;
    if (this.#centred >= 0) this.centre(this.#centred);
    else if (this.#followsAll) this.fit();
    if (message.settled) this.#listener.settled();
  }

  #keep(camera: Camera): void {
    this.#followsAll = false;
    this.#centred = -1;
    this.#looksFrom(camera);
  }

  #looksFrom(camera: Camera): void {
    this.#camera = camera;
    this.#draw();
    if (this.#size.width > 0) this.#tell({ is: "view", view: { ...this.#size, camera, ratio: this.#ratio } });
  }

  #draw(): void {
    if (this.#frame === 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#drawNow();
      });
  }

  #drawNow(): void {
    const [to, look] = [this.#context, this.#look];
    if (!look) return;
    to.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    to.fillStyle = look.ground;
    to.fillRect(0, 0, this.#size.width, this.#size.height);
    if (this.#picture) {
      const { bitmap, view } = this.#picture;
      const by = this.#camera.scale / view.camera.scale;
      const middle = onScreen(this.#camera, this.#size, view.camera);
      const [width, height] = [view.width * by, view.height * by];
      to.drawImage(bitmap, middle.x - width / 2, middle.y - height / 2, width, height);
    }
    for (const node of new Set([this.#marked.chosen, this.#marked.hovered])) this.#drawMark(to, look, node);
  }

  #drawMark(to: CanvasRenderingContext2D, look: Look, node: number): void {
    if (!this.#places || !this.#scene || node < 0 || node >= this.#scene.names.length) return;
    const { x, y } = this.#places;
    const at = onScreen(this.#camera, this.#size, { x: x[node], y: y[node] });
    const radius = radiusOf(this.#scene.degrees[node], this.#camera.scale) + 4;
    to.strokeStyle = look.ink;
    to.lineWidth = 2.5;
    to.beginPath();
    to.arc(at.x, at.y, radius, 0, Math.PI * 2);
    to.stroke();
    to.font = look.font;
    to.textBaseline = "middle";
    to.lineJoin = "round";
    drawName(to, this.#scene.names[node], at.x + radius + 4, at.y, look);
  }
}
