// What hands do with the picture: drag, wheel, pinch, tap, and keys for whoever has no pointer.

import type { PictureHost } from "./picture-host.ts";

export interface Told {
  readonly chosen: (node: number) => void;
  readonly opened: (node: number) => void;
  readonly hovered: (node: number) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels that a tap may slip, and within which a node is meant: by a mouse, and by a finger. */
const SLIP = 5;
const REACH = { mouse: 10, touch: 22 };
const STEP = 60;
const ZOOM = 1.25;

/** Takes what hands do until the returned function is called. */
export function takeHands(canvas: HTMLCanvasElement, host: PictureHost, told: Told): () => void {
  const down = new Map<number, Point>();
  let slipped = 0;
  let hovered = -1;
  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const under = (event: MouseEvent, type = "mouse") =>
    host.under(pointOf(event), type === "touch" ? REACH.touch : REACH.mouse);
  const hover = (node: number): void => {
    if (node === hovered) return;
    hovered = node;
    host.mark({ hovered });
    told.hovered(node);
  };
  const handlers = {
    pointerdown(event: PointerEvent) {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      if (down.size === 0) slipped = 0;
      down.set(event.pointerId, pointOf(event));
    },
    pointermove(event: PointerEvent) {
      const before = down.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") hover(under(event));
        return;
      }
      const now = pointOf(event);
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      down.set(event.pointerId, now);
      slipped += Math.hypot(now.x - before.x, now.y - before.y);
      if (!other) {
        if (slipped > SLIP) host.move(now.x - before.x, now.y - before.y);
        return;
      }
      slipped = SLIP + 1;
      const apart = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      host.move((now.x - before.x) / 2, (now.y - before.y) / 2);
      host.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    },
    pointerup(event: PointerEvent) {
      if (!down.delete(event.pointerId) || slipped > SLIP) return;
      told.chosen(under(event, event.pointerType));
    },
    pointercancel(event: PointerEvent) {
      down.delete(event.pointerId);
    },
    pointerleave() {
      hover(-1);
    },
    dblclick(event: MouseEvent) {
      const node = under(event);
      if (node >= 0) told.opened(node);
      else host.zoom(ZOOM ** 2, pointOf(event));
    },
    keydown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => host.move(STEP, 0),
        ArrowRight: () => host.move(-STEP, 0),
        ArrowUp: () => host.move(0, STEP),
        ArrowDown: () => host.move(0, -STEP),
        "+": () => host.zoom(ZOOM),
        "=": () => host.zoom(ZOOM),
        "-": () => host.zoom(1 / ZOOM),
        "0": () => host.fit(),
      };
      if (!Object.hasOwn(acts, event.key)) return;
      event.preventDefault();
      acts[event.key]();
    },
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    host.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) / 300), pointOf(event));
  };
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) canvas.addEventListener(name, handler);
  canvas.addEventListener("wheel", wheel, { passive: false });
  return () => {
    for (const [name, handler] of all) canvas.removeEventListener(name, handler);
    canvas.removeEventListener("wheel", wheel);
  };
}
