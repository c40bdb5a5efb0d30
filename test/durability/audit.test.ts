// Audit chains in their homes: an agent's lives as long as its memory, a tenant's is never forked.

import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../audit/chain.ts";
import { tenants } from "../../schema/directory.ts";
import { TenantAudit, type TenantAuditEntry } from "../../src/tenant-audit.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";

const ENTRY: AuditEntry = { kind: "settings", target: "setting:decay", detail: "80" };
const db = drizzle(env.DB);
const WHOLE = { ok: true, broken_at: null, reason: null };

function audited(agent: Agent, entry: AuditEntry = ENTRY) {
  return agent.write((_, { store, call }) =>
    store.audit.append(entry, { at: call.now, author: call.author }),
  );
}

function verified(agent: Agent) {
  return agent.perform("verifyAudit", {});
}

describe("an agent's audit chain", () => {
  it("[AC13] goes on after eviction, and after its disk was lost", async () => {
    const agent = await newAgent();
    await audited(agent);
    await agent.evict();
    await audited(agent);
    await agent.drained();
    await agent.lose();
    await audited(agent);
    expect(await verified(agent)).toMatchObject({ ok: true, value: { ...WHOLE, rows: 3 } });
    await agent.drained();
    const { audit, audit_head } = await agent.replica();
    expect(audit).toHaveLength(3);
    expect(audit_head).toMatchObject([{ id: 3 }]);
  });

  it("[AC13] that was changed in D1 is broken after a rehydration", async () => {
    const agent = await newAgent();
    await audited(agent);
    await audited(agent);
    await agent.drained();
    await env.DB.prepare("update audit set actor = 'nobody' where agent = ?1 and id = 1")
      .bind(agent.id)
      .run();
    await agent.lose();
    expect(await verified(agent)).toMatchObject({ value: { ok: false, broken_at: 1 } });
  });

  it("[AC10] has no row of what a defect took back", async () => {
    const agent = await newAgent();
    const result = await agent.write((_, { store, call }) => {
      store.audit.append(ENTRY, { at: call.now, author: call.author });
      throw new TypeError("defect");
    });
    expect(result.ok).toBe(false);
    expect((await agent.disk(["audit"])).audit).toEqual([]);
  });

  it("[AC14] has one row for each of many actions at once, in one line", async () => {
    const agent = await newAgent();
    const act = (at: number) =>
      agent.writeLater((_, { store, call }) =>
        store.audit.append({ ...ENTRY, detail: String(at) }, { at: call.now, author: call.author }),
      );
    await Promise.all(Array.from({ length: 20 }, (_, at) => act(at)));
    expect(await verified(agent)).toMatchObject({ value: { ...WHOLE, rows: 20 } });
  });
});

describe("a tenant's audit chain", () => {
  const key = new Uint8Array(32).fill(5);
  const audit = () => new TenantAudit(env.DB, key);
  const entryOf = (tenantId: string, detail: string): TenantAuditEntry => ({
    tenantId,
    actor: "operator",
    ts: 1,
    kind: "access",
    target: "token:1",
    detail,
  });
  /** A change that D1 refuses the second time. */
  const change = (name: string) =>
    ({ id: name, name, createdAt: 0 }) as const satisfies typeof tenants.$inferInsert;

  it("[AC14] is never forked by writers in different isolates", async () => {
    const writers = Array.from({ length: 12 }, (_, at) =>
      audit().record(entryOf("forked", String(at)), [db.insert(tenants).values(change(`forked-${at}`))]),
    );
    await Promise.all(writers);
    expect(await audit().verify("forked")).toEqual({ brokenAt: null, reason: null, rows: 12 });
    const made = await env.DB.prepare("select count(*) as n from tenants where id like 'forked-%'").first(
      "n",
    );
    expect(made).toBe(12);
  });

  it("[AC10] has no row of a change that failed, and no change is made whose row failed", async () => {
    const insert = () => db.insert(tenants).values(change("twice"));
    await audit().record(entryOf("refused", "1"), [insert()]);
    await expect(audit().record(entryOf("refused", "2"), [insert()])).rejects.toThrow();
    expect(await audit().page("refused", 10)).toHaveLength(1);
    const other = new TenantAudit(env.DB, null).record(entryOf("refused", "3"), [
      db.insert(tenants).values(change("unsaid")),
    ]);
    await expect(other).rejects.toMatchObject({ code: "not_configured" });
    expect(await env.DB.prepare("select 1 from tenants where id = 'unsaid'").first()).toBeNull();
  });

  it("[AC2] names the row that was changed, and the row that is missing", async () => {
    for (const detail of ["1", "2", "3", "4"]) await audit().record(entryOf("changed", detail), []);
    const run = (statement: string) => env.DB.prepare(statement).run();
    await run("update tenant_audit set status = 'denied' where tenant_id = 'changed' and id = 3");
    expect((await audit().verify("changed")).brokenAt).toBe(3);
    await run("delete from tenant_audit where tenant_id = 'changed' and id = 2");
    expect((await audit().verify("changed")).brokenAt).toBe(2);
  });

  it("[AC8] of one tenant is not that of another", async () => {
    await audit().record(entryOf("mine", "1"), []);
    await env.DB.batch([
      env.DB.prepare("update tenant_audit set tenant_id = 'yours' where tenant_id = 'mine'"),
      env.DB.prepare("update tenant_audit_heads set tenant_id = 'yours' where tenant_id = 'mine'"),
    ]);
    expect((await audit().verify("yours")).brokenAt).toBe(1);
  });
});
