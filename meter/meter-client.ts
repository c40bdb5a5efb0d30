// The one way to a meter: typed, bounded in time, validated. A meter's proxy answers to every name, `then` too,
// so it never leaves the expression that calls it: awaiting or returning it would wait for ever.

import { proxyDurable } from "itty-durable/proxy-durable.js";
import { Counts } from "../wire/usage.ts";
import { type Batch, Usage } from "./ledger.ts";

/** Longest wait for a meter; what is not known by then is asked again later. */
const PATIENCE_MS = 2_000;

export class MeterClient {
  readonly #meters: ReturnType<typeof proxyDurable>;

  constructor(binding: DurableObjectNamespace) {
    this.#meters = proxyDurable(binding, { parse: true });
  }

  /** Adds a batch, and returns the total of its month. Arguments travel in a header: a batch is small and ASCII. */
  async record(tenantId: string, batch: Batch): Promise<Counts> {
    return Counts.parse(await inTime(this.#meters.get(tenantId).record(batch)));
  }

  async usage(tenantId: string, month: string): Promise<Usage> {
    return Usage.parse(await inTime(this.#meters.get(tenantId).usage(month)));
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the meter did not answer in time")), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
