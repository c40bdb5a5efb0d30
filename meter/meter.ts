// The meter of one tenant: an itty-durable object, whose state is one small value, loaded before a call and written
// after it. It has no alarm: a month begins with the first batch that names it.

import { createDurable } from "itty-durable/itty-durable.js";
import type { Counts } from "../wire/usage.ts";
import { type Batch, type Ledger, type Month, record, type Usage, usageOf } from "./ledger.ts";

/** Callers use meter-client.ts: every method here, those of the base too, is open to whoever holds the binding. */
export class Meter extends createDurable({ autoPersist: true }) implements Ledger {
  months: Record<string, Month> = {};
  batches: string[] = [];

  record(batch: Batch): Counts {
    return record(this, batch);
  }

  usage(month: string): Usage {
    return usageOf(this, month);
  }
}
