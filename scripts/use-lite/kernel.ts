// The kernel of the matrix products: our own text, assembled. The result is committed, since a worker imports it as a module.

import fs from "node:fs";
import path from "node:path";
import assembler from "wabt";

const FOLDER = path.join(import.meta.dirname, "../../durable/embed/use-lite");

export const KERNEL = path.join(FOLDER, "panel.wasm");

/** The bytes that `panel.wat` stands for. */
export async function assembledKernel(): Promise<Uint8Array> {
  const source = fs.readFileSync(path.join(FOLDER, "panel.wat"), "utf8");
  const parsed = (await assembler()).parseWat("panel.wat", source, { simd: true });
  try {
    parsed.validate();
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

/** Writes the kernel; false when it had not changed. */
export async function buildKernel(): Promise<boolean> {
  const kernel = await assembledKernel();
  if (fs.existsSync(KERNEL) && fs.readFileSync(KERNEL).equals(kernel)) return false;
  fs.writeFileSync(KERNEL, kernel);
  return true;
}
