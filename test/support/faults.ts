// Faults at the seams: between the store and its SQLite, between an operation and its end, between the object and D1.
// One fault is armed at a time and strikes once; everything else runs as in production.

import { env } from "cloudflare:workers";
import { Archive } from "../../durable/archive/archive.ts";
import { OPERATIONS } from "../../durable/operations/index.ts";
import type { Operation } from "../../durable/operations/memory.ts";
import { ObjectDatabase } from "../../durable/store/object-database.ts";

export type Fault =
  /** The statement after so many fails. */
  | { readonly at: "statement"; after: number }
  /** Everything was written, and the transaction does not end. */
  | { readonly at: "end" }
  /** An operation throws when it has changed everything that it wanted. */
  | { readonly at: "act" }
  /** Where D1 is can't be read. */
  | { readonly at: "position" }
  /** What becomes of the batch to D1 after so many. */
  | { readonly at: "batch"; after: number; readonly fate: Fate };

export type Fate =
  /** It never arrives, and the sender is told. */
  | "lost"
  /** It is applied, and its answer is lost. */
  | "unanswered"
  /** It arrives twice; the sender hears of the first arrival, or of the second. */
  | "twice, first heard"
  | "twice, second heard"
  /** It is under way for long: the sender waits, or gave it up. */
  | "slow"
  | "given up";

export class Crash extends Error {
  override readonly name = "Crash";
}

interface Letter {
  readonly statement: string;
  readonly params: readonly unknown[];
}

let armed: Fault | null = null;
/** Batches that are still under way. */
const late: Letter[][] = [];

/** From now on a fault is waiting. */
export function arm(fault: Fault): void {
  armed = { ...fault };
}

/** Takes the fault away if it did not strike; returns whether it did. */
export function disarm(): boolean {
  const struck = armed === null;
  armed = null;
  return struck;
}

/** True when the fault has struck. For polling: no promise of the object may be waited for. */
export function hasStruck(): boolean {
  return armed === null;
}

export function lateBatches(): number {
  return late.length;
}

/** What was under way arrives at D1, whoever sent it. */
export async function deliverLate(): Promise<void> {
  for (const letters of late.splice(0)) await deliver(letters);
}

function strikes<At extends Fault["at"]>(at: At): Extract<Fault, { at: At }> | null {
  if (armed?.at !== at) return null;
  if ("after" in armed && armed.after-- > 0) return null;
  const fault = armed as Extract<Fault, { at: At }>;
  armed = null;
  return fault;
}

const { exec, each, transaction } = ObjectDatabase.prototype;
ObjectDatabase.prototype.exec = function (statement, ...bindings) {
  if (strikes("statement")) throw new Crash(`no ${statement.slice(0, 30)}`);
  return exec.call(this, statement, ...bindings);
};
ObjectDatabase.prototype.each = function (statement, ...bindings) {
  if (strikes("statement")) throw new Crash(`no ${statement.slice(0, 30)}`);
  return each.call(this, statement, ...bindings);
};
ObjectDatabase.prototype.transaction = function <T>(work: () => T): T {
  return transaction.call(this, () => {
    const result = work();
    if (strikes("end")) throw new Crash("no end");
    return result;
  }) as T;
};

for (const [name, operation] of Object.entries(OPERATIONS) as [
  string,
  Operation<unknown, unknown, unknown>,
][]) {
  const act: typeof operation.act = (work, request, awaited) => {
    const reply = operation.act(work, request, awaited);
    if (strikes("act")) throw new Crash(`no ${name}`);
    return reply;
  };
  Object.assign(OPERATIONS, { [name]: { ...operation, act } });
}

const { position } = Archive.prototype;
Archive.prototype.position = function (agent) {
  if (strikes("position")) throw new Crash("D1 is away");
  return position.call(this, agent);
};

// SAFETY: what a prepared statement holds is how it travels; the runtime has no other name for it.
const D1 = Object.getPrototypeOf(env.DB) as D1Database;
const { batch } = D1;
D1.batch = async function <T>(this: D1Database, statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
  const fate = strikes("batch")?.fate;
  if (fate === undefined) return batch.call(this, statements) as Promise<D1Result<T>[]>;
  if (fate === "lost") throw new Crash("the batch was lost");
  if (fate === "slow" || fate === "given up") {
    late.push(structuredClone(statements.map(letterOf)));
    if (fate === "given up") throw new Crash("no answer in time");
    await new Promise(() => {});
  }
  const first = (await batch.call(this, statements)) as D1Result<T>[];
  if (fate === "unanswered") throw new Crash("the answer was lost");
  const second = (await batch.call(this, statements)) as D1Result<T>[];
  return fate === "twice, first heard" ? first : second;
};

function letterOf(prepared: D1PreparedStatement): Letter {
  const { statement, params } = prepared as unknown as Letter;
  return { statement, params };
}

/** As `batch`, past every fault. */
export function deliver(letters: readonly Letter[]): Promise<D1Result<Record<string, unknown>>[]> {
  const statements = letters.map(({ statement, params }) => env.DB.prepare(statement).bind(...params));
  return batch.call(env.DB, statements) as Promise<D1Result<Record<string, unknown>>[]>;
}
