// Work with an end: whatever the other side does, or forgets to do, the wait is over in time.

import type { Party } from "./party.ts";
import { RequestFault } from "./request-fault.ts";

/**
 * What the work comes to, or the fault `timeout` after so many milliseconds. The signal then tells the work to stop;
 * what it comes to later is dropped.
 */
export async function withinTime<Value>(
  ms: number,
  { name }: Party,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RequestFault("again", "timeout", `${name} did not answer within ${ms} ms`));
      stop.abort();
    }, ms);
  });
  const working = work(stop.signal);
  working.catch(() => {});
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
