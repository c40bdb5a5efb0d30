// The compiled kernels, of the transformer and of searches, for programs under Node, which can't import them as a worker does.

import fs from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../durable/embed");

export function panelKernel(): WebAssembly.Module {
  return kernelIn("use-lite/panel.wasm");
}

export function productsKernel(): WebAssembly.Module {
  return kernelIn("products/products.wasm");
}

function kernelIn(file: string): WebAssembly.Module {
  // SAFETY: the types are those of a worker, where nothing compiles from bytes; Node does.
  const Compiled = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;
  return new Compiled(fs.readFileSync(path.join(FOLDER, file)));
}
