// The kernels in WebAssembly: our own text, assembled. The results are committed, since a worker imports them as modules.

import fs from "node:fs";
import path from "node:path";
import assembler from "wabt";

const FOLDER = path.join(import.meta.dirname, "../../durable/embed");

/** The matrix products of the transformer, and the products of a search. */
export const KERNEL = path.join(FOLDER, "use-lite/panel.wasm");
export const PRODUCTS = path.join(FOLDER, "products/products.wasm");

/** The bytes that the text beside a kernel stands for. */
export async function assembledKernel(file = KERNEL): Promise<Uint8Array> {
  const name = file.replace(/wasm$/, "wat");
  const parsed = (await assembler()).parseWat(name, fs.readFileSync(name, "utf8"), { simd: true });
  try {
    parsed.validate();
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

/** Writes a kernel; false when it had not changed. */
export async function buildKernel(file: string): Promise<boolean> {
  const kernel = await assembledKernel(file);
  if (fs.existsSync(file) && fs.readFileSync(file).equals(kernel)) return false;
  fs.writeFileSync(file, kernel);
  return true;
}
