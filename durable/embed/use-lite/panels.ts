// Matrix products in panels of 8 columns, the only heavy work of the transformer: with SIMD, or plainly where there is none.
// Both round each product and each sum to float32 in the same order, so they give the same bytes.

/** Columns of a panel. */
export const PANEL = 8;
/** Rows come in multiples of this: four share each weight that is read. */
export const ROWS_AT_ONCE = 4;

const FLOAT = 4;
const PAGE = 1 << 16;

/** Where a matrix lies: address of its first number, and bytes from one row to the next. */
export interface Place {
  readonly at: number;
  readonly step: number;
}

/** The memory of the products and what works on it. All addresses are bytes, multiples of 4. */
export interface Panels {
  readonly memory: ArrayBuffer;
  /** Writes int8 weights out as float32. `weights` is a multiple of 8. */
  expand(from: number, to: number, weights: number): void;
  /**
   * y[r][c] += scale[c] · Σ x[r][t] · w[t][c] over all `terms`, for the 8 columns of one panel.
   * Rows are taken four at a time, so x and y have room for the next multiple of 4.
   */
  multiply(x: Place, w: Place, scale: number, y: Place, rows: number, terms: number): void;
}

/** Panels with SIMD, from the compiled `panel.wasm`. */
export function simdPanels(kernel: WebAssembly.Module, bytes: number): Panels {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  const { exports } = new WebAssembly.Instance(kernel, { host: { memory } });
  const expand = exports.expand as (...addresses: number[]) => void;
  const multiply = exports.multiply as (...addresses: number[]) => void;
  return {
    memory: memory.buffer,
    expand,
    multiply: (x, w, scale, y, rows, terms) =>
      multiply(x.at, x.step, w.at, w.step, scale, y.at, y.step, rows, terms),
  };
}

/** The same without WebAssembly, about ten times slower. */
export function plainPanels(bytes: number): Panels {
  const memory = new ArrayBuffer(bytes);
  const int8 = new Int8Array(memory);
  const float = new Float32Array(memory, 0, Math.floor(bytes / FLOAT));
  return {
    memory,
    expand(from, to, weights) {
      for (let index = 0; index < weights; index++) float[to / FLOAT + index] = int8[from + index];
    },
    multiply(x, w, scale, y, rows, terms) {
      const rounded = Math.ceil(rows / ROWS_AT_ONCE) * ROWS_AT_ONCE;
      for (let row = 0; row < rounded; row += 2) {
        for (let column = 0; column < PANEL; column += 4) {
          multiplyBlock(
            float,
            (x.at + row * x.step) / FLOAT,
            x.step / FLOAT,
            w.at / FLOAT + column,
            w.step / FLOAT,
            scale / FLOAT + column,
            (y.at + row * y.step) / FLOAT + column,
            y.step / FLOAT,
            terms,
          );
        }
      }
    },
  };
}

/** Two rows by four columns: eight sums fit the registers. Places are indices of `float`. */
function multiplyBlock(
  float: Float32Array,
  x: number,
  xStep: number,
  w: number,
  wStep: number,
  scale: number,
  y: number,
  yStep: number,
  terms: number,
): void {
  const { fround } = Math;
  let [a0, a1, a2, a3, b0, b1, b2, b3] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let term = 0, at = w; term < terms; term++, at += wStep) {
    const a = float[x + term];
    const b = float[x + xStep + term];
    const w0 = float[at];
    const w1 = float[at + 1];
    const w2 = float[at + 2];
    const w3 = float[at + 3];
    a0 = fround(a0 + fround(a * w0));
    a1 = fround(a1 + fround(a * w1));
    a2 = fround(a2 + fround(a * w2));
    a3 = fround(a3 + fround(a * w3));
    b0 = fround(b0 + fround(b * w0));
    b1 = fround(b1 + fround(b * w1));
    b2 = fround(b2 + fround(b * w2));
    b3 = fround(b3 + fround(b * w3));
  }
  const sums = [a0, a1, a2, a3, b0, b1, b2, b3];
  for (let index = 0; index < sums.length; index++) {
    const column = index & 3;
    const place = y + (index >> 2) * yStep + column;
    float[place] += fround(sums[index] * float[scale + column]);
  }
}
