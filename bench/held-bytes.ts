// How much room what is in memory takes.

import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes in use after everything unused is gone. */
export async function heldBytes(): Promise<number> {
  // Buffers are given back some time after their owners are gone.
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await setTimeout(10);
  }
  return heldNow();
}

/** The same without waiting: buffers of late may still be counted. */
export function heldNow(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let gc: (() => void) | undefined;

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  gc ??= runInNewContext("gc") as () => void;
  gc();
}
