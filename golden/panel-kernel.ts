// The compiled kernel of the transformer for programs under Node, which can't import it as a worker does.

import fs from "node:fs";
import path from "node:path";

const KERNEL = path.join(import.meta.dirname, "../durable/embed/use-lite/panel.wasm");

export function panelKernel(): WebAssembly.Module {
  // SAFETY: the types are those of a worker, where nothing compiles from bytes; Node does.
  const Compiled = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;
  return new Compiled(fs.readFileSync(KERNEL));
}
