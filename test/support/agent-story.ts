// An agent for tests inside the Workers runtime: a row in D1's directory, its object, and what either home holds.
// Besides the product's operations it answers three of the test's own, through the same door.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Brain } from "../../durable/brain.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import type { ProfileName } from "../../durable/graph/profiles.ts";
import { OPERATIONS } from "../../durable/operations/index.ts";
import type { Operation, Work } from "../../durable/operations/memory.ts";
import { columnsOf, REPLICA, TABLE_NAMES } from "../../schema/replica.ts";
import type { Role } from "../../wire/directory.ts";
import type { Result } from "../../wire/errors.ts";
import { dumpOf } from "./graph-dump.ts";

/** What the next `write` does; requests travel as data, so it is picked up here. */
const works = new Map<number, (draft: Draft, work: Work) => unknown>();
let worksEver = 0;

const OWN: Record<string, Operation<never, unknown, undefined>> = {
  "test.write": { act: (work, id) => works.get(id)?.(work.draft, work) ?? null },
  "test.write-later": {
    wait: () => scheduler.wait(1).then(() => undefined),
    act: (work, id) => works.get(id)?.(work.draft, work) ?? null,
  },
  "test.mind": { act: ({ graph, vectors }) => dumpOf(graph, vectors) },
};
Object.assign(OPERATIONS, OWN);

export interface Agent {
  readonly id: string;
  perform(name: string, request: unknown, idempotencyKey?: string): Promise<Result<unknown>>;
  /** The same agent for a token of this role. */
  as(role: Role, author?: string): Pick<Agent, "perform">;
  /** Performs `work` as an operation; returns what it returns. */
  write(work: (draft: Draft, work: Work) => unknown, idempotencyKey?: string): Promise<Result<unknown>>;
  /** The last `write` once more. */
  repeat(idempotencyKey: string): Promise<Result<unknown>>;
  /** As `write`, with something to wait for before. */
  writeLater(work: (draft: Draft, work: Work) => unknown): Promise<Result<unknown>>;
  /** The graph as the object has it in memory. */
  mind(): Promise<unknown>;
  /** The object loses its memory and keeps its disk. */
  evict(): Promise<void>;
  /** The object loses memory and disk. */
  lose(): Promise<void>;
  /** Runs the alarm if one is set, again and again while changes are left; one that is set for later waits for it. */
  drained(): Promise<void>;
  /** Runs the alarm once; false when none was set. */
  ring(): Promise<boolean>;
  /** All rows of the object's tables; the replicated ones only where asked. */
  disk(tables?: readonly string[]): Promise<Record<string, unknown[]>>;
  /** The agent's rows in D1, without its id. */
  replica(): Promise<Record<string, unknown[]>>;
  inside<T>(work: (storage: DurableObjectStorage, brain: Brain) => T | Promise<T>): Promise<T>;
}

export const OBJECT_TABLES = [...TABLE_NAMES, "trails", "outbox", "state"];

/** An alarm that is set for later is for something whose time is known. */
const SOON_MS = 15 * 60_000;
/** An alarm that rings more often is one that fails. */
const MOST_ROUNDS = 20;

let agentsEver = 0;

/** A new agent, known to D1. */
export async function newAgent(profile: ProfileName = "product"): Promise<Agent> {
  const id = `agent-${++agentsEver}`;
  await env.DB.batch([
    env.DB.prepare("insert or ignore into tenants (id, name, created_at) values ('t', 'tenant', 0)"),
    env.DB.prepare(
      "insert into agents (id, tenant_id, name, profile, created_at) values (?1, 't', ?1, ?2, 0)",
    ).bind(id, profile),
  ]);
  return agentNamed(id, profile);
}

/** An agent whether D1 knows it or not; `object` is the name of its object. */
export function agentNamed(id: string, profile: ProfileName = "product", object = id): Agent {
  // A stub that saw its object end is of no use any more, so there is a new one each time.
  const stub = () => env.BRAIN.get(env.BRAIN.idFromName(object));
  // SAFETY: Brain has this method; its generic signature is lost on a stub.
  const door = () =>
    stub() as unknown as {
      perform(name: string, request: unknown, caller: unknown): Promise<Result<unknown>>;
    };
  const caller = { author: "token-1", agent: { id, profile } };
  const perform: Agent["perform"] = (name, request, idempotencyKey) =>
    door().perform(name, request, { ...caller, idempotencyKey: idempotencyKey ?? null });
  const inside: Agent["inside"] = (work) =>
    runInDurableObject(stub() as unknown as DurableObjectStub<Brain>, (brain, state) =>
      work(state.storage, brain),
    );
  const disk: Agent["disk"] = (tables = OBJECT_TABLES) =>
    inside(({ sql }) =>
      Object.fromEntries(tables.map((table) => [table, sql.exec(`select * from ${table}`).toArray()])),
    );
  const lastError = () =>
    inside(({ sql }) => sql.exec("select value from state where name = 'drain_error'").toArray()[0]?.value);
  return {
    id,
    perform,
    as: (role, author = caller.author) => ({
      perform: (name, request, idempotencyKey = undefined) =>
        door().perform(name, request, { ...caller, author, role, idempotencyKey: idempotencyKey ?? null }),
    }),
    write(work, idempotencyKey) {
      works.set(++worksEver, work);
      return perform("test.write", worksEver, idempotencyKey);
    },
    repeat: (idempotencyKey) => perform("test.write", worksEver, idempotencyKey),
    writeLater(work) {
      works.set(++worksEver, work);
      return perform("test.write-later", worksEver);
    },
    async mind() {
      const result = await perform("test.mind", null);
      return result.ok ? result.value : result.error;
    },
    evict: () => evictDurableObject(stub()),
    async lose() {
      await inside((storage) => storage.deleteAll());
      await evictDurableObject(stub());
    },
    ring: () => runDurableObjectAlarm(stub()),
    async drained() {
      const isSoon = () =>
        inside(
          async (storage) => ((await storage.getAlarm()) ?? Number.POSITIVE_INFINITY) < Date.now() + SOON_MS,
        );
      for (let rounds = 0; (await isSoon()) && (await runDurableObjectAlarm(stub())); rounds++) {
        if (rounds === MOST_ROUNDS) throw new Error(`still not drained: ${await lastError()}`);
      }
    },
    disk,
    async replica() {
      const rows: Record<string, unknown[]> = {};
      for (const table of TABLE_NAMES) {
        const columns = columnsOf(table).map((column) => `"${column}"`);
        const key = REPLICA[table].key.join(", ");
        const statement = `select ${columns.join(", ")} from ${table} where agent = ? order by ${key}`;
        rows[table] = (await env.DB.prepare(statement).bind(id).all()).results;
      }
      return rows;
    },
    inside,
  };
}
