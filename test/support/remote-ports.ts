// Clock, chance and pauses that a test holds in its hand: a pause passes at once, and is written down.

import { ledgerInMemory, type RemotePorts } from "../../durable/remote/ports.ts";

export class TestPorts implements RemotePorts {
  readonly ledger = ledgerInMemory();
  readonly pauses: number[] = [];
  /** Of the clock, in milliseconds. */
  at: number;
  /** What chance says next. */
  luck = 0.5;

  constructor(at = Date.UTC(2026, 10, 30, 12)) {
    this.at = at;
  }

  now = (): number => this.at;
  chance = (): number => this.luck;
  sleep = async (ms: number): Promise<void> => {
    this.pauses.push(ms);
    this.at += ms;
  };
}
