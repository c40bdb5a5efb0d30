// Where one looks from: which point of the graph is in the middle of the picture, and how large it is.

export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Pixels of one unit of the graph. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Places {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

const LEAST_SCALE = 0.002;
const MOST_SCALE = 60;
/** Pixels that stay free around a whole graph. */
const MARGIN = 28;

export function onScreen({ x, y, scale }: Camera, { width, height }: Size, of: { x: number; y: number }) {
  return { x: (of.x - x) * scale + width / 2, y: (of.y - y) * scale + height / 2 };
}

/** Moved by pixels, as a hand moves what it holds. */
export function moved(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Larger or smaller, so that what is at a point of the picture stays there. */
export function zoomed(
  camera: Camera,
  { width, height }: Size,
  by: number,
  at?: { x: number; y: number },
): Camera {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, camera.scale * by));
  const [dx, dy] = [(at?.x ?? width / 2) - width / 2, (at?.y ?? height / 2) - height / 2];
  return {
    scale,
    x: camera.x + dx / camera.scale - dx / scale,
    y: camera.y + dy / camera.scale - dy / scale,
  };
}

/** Everything that is shown, in the middle and as large as it fits. */
export function fitted({ x, y }: Places, shown: Uint8Array, { width, height }: Size): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < x.length; at++) {
    if (!shown[at]) continue;
    left = Math.min(left, x[at]);
    right = Math.max(right, x[at]);
    top = Math.min(top, y[at]);
    bottom = Math.max(bottom, y[at]);
  }
  if (left > right) return { x: 0, y: 0, scale: 1 };
  const room = (pixels: number) => Math.max(1, pixels - 2 * MARGIN);
  const scale = Math.min(
    room(width) / Math.max(right - left, 1e-6),
    room(height) / Math.max(bottom - top, 1e-6),
    6,
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** The shown node next to a point of the picture, or −1 where none is so near. */
export function nearest(
  { x, y }: Places,
  shown: Uint8Array,
  camera: Camera,
  size: Size,
  at: { x: number; y: number },
  reach: number,
): number {
  const [wx, wy] = [
    (at.x - size.width / 2) / camera.scale + camera.x,
    (at.y - size.height / 2) / camera.scale + camera.y,
  ];
  let best = -1;
  let least = (reach / camera.scale) ** 2;
  for (let node = 0; node < x.length; node++) {
    if (!shown[node]) continue;
    const distance = (x[node] - wx) ** 2 + (y[node] - wy) ** 2;
    if (distance <= least) [best, least] = [node, distance];
  }
  return best;
}
