// Hears what operations hand to the store, transaction by transaction. What was rolled back was never said.

import type { GraphChange, Json, Metadata } from "../../durable/graph/records.ts";
import { Erasures } from "../../durable/store/erasures.ts";
import { Past } from "../../durable/store/past.ts";
import { SqliteStore } from "../../durable/store/store.ts";

export type Change =
  | { readonly kind: "graph"; readonly change: GraphChange }
  | { readonly kind: "setting"; readonly name: string; readonly value: Json }
  /** A new entry of the journal, or one that takes the place of another. */
  | { readonly kind: "entry"; readonly seq: number; readonly type: string; readonly body: Metadata }
  | { readonly kind: "answer"; readonly key: string; readonly reply: Json }
  | { readonly kind: "restore"; readonly seq: number };

interface Heard {
  readonly changes: readonly Change[];
  /** Of the store after the transaction. */
  readonly revision: number;
}

let heard: Heard[] = [];
let open: Change[] = [];
let goesBackTo = 0;

/** What was said since the last time, by transactions that ended. */
export function listen(): Heard[] {
  const all = heard;
  heard = [];
  return all;
}

/** A restore does not say where it goes; who asks for one does. */
export function expectRestoreTo(seq: number): void {
  goesBackTo = seq;
}

const { transaction, commit, setSetting, record, remember } = SqliteStore.prototype;
SqliteStore.prototype.transaction = function <T>(work: () => T): T {
  try {
    const result = transaction.call(this, work) as T;
    if (open.length > 0) heard.push({ changes: open, revision: this.revision });
    return result;
  } finally {
    open = [];
  }
};
SqliteStore.prototype.commit = function (change, stamp) {
  if (Object.values(change).some((list) => list.length > 0))
    open.push({ kind: "graph", change: clone(change) });
  return commit.call(this, change, stamp);
};
SqliteStore.prototype.setSetting = function (name, value) {
  open.push({ kind: "setting", name, value });
  setSetting.call(this, name, value);
};
SqliteStore.prototype.record = function (type, body, stamp) {
  const seq = record.call(this, type, body, stamp);
  if (type !== "query") open.push({ kind: "entry", seq, type, body: clone(body) });
  return seq;
};
const { amend } = Erasures.prototype;
Erasures.prototype.amend = function (entries, at) {
  const amended = [...entries];
  for (const { seq, type, body } of amended) open.push({ kind: "entry", seq, type, body: clone(body) });
  amend.call(this, amended, at);
};
SqliteStore.prototype.remember = function (key, digest, reply, at) {
  open.push({ kind: "answer", key, reply: clone(reply) });
  remember.call(this, key, digest, reply, at);
};
const { takeOver } = Past.prototype;
Past.prototype.takeOver = function (at) {
  open.push({ kind: "restore", seq: goesBackTo });
  takeOver.call(this, at);
};

/** Objects may go on changing what they said. */
function clone<T>(value: T): T {
  return structuredClone(value);
}
