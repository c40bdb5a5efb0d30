// Audit chains over HTTP: who may read them, and what changes of access leave in them.

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { operator, Story } from "../support/story.ts";

let story: Story;

beforeAll(async () => {
  story = await Story.begin();
});

describe("the audit chain of a tenant", () => {
  it("[AC15] says every change of access, in order, by whom", async () => {
    const before = (await story.directory.audit()).events.length;
    await story.agent();
    const token = await story.token("reader");
    await story.directory.revokeToken(token.id);
    const { events } = await story.directory.audit();
    expect(events).toHaveLength(before + 3);
    expect(new Set(events.slice(0, 3).map(({ actor }) => actor))).toEqual(new Set([story.owner.id]));
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(["access"]));
    expect(events.at(-1)).toMatchObject({ id: 1, actor: "operator", prev_hash: null });
    expect(await story.directory.verifyAudit()).toMatchObject({ ok: true, rows: before + 3 });
  });

  it("[AC10] has no row of what was refused", async () => {
    const { name } = await story.agent();
    const { events } = await story.directory.audit();
    await expect(story.agent(name)).rejects.toMatchObject({ code: "name_taken" });
    await expect(story.directory.revokeToken(crypto.randomUUID())).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await story.directory.audit()).events).toEqual(events);
  });

  it("[AC12] is read page by page", async () => {
    const all = (await story.directory.audit()).events;
    const read = [];
    for (let cursor: string | undefined; ; ) {
      const page = await story.directory.audit({ limit: 2, cursor });
      read.push(...page.events);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(read).toEqual(all);
  });

  it("[AC14] has a row for each of many changes at once", async () => {
    const before = (await story.directory.verifyAudit()).rows;
    await Promise.all(Array.from({ length: 8 }, () => story.agent()));
    expect(await story.directory.verifyAudit()).toMatchObject({ ok: true, rows: before + 8 });
  });

  it("[AC15] is the tenant's own: another sees its own, the operator any", async () => {
    const other = await Story.begin();
    expect((await other.directory.audit()).events.length).toBeLessThan(5);
    await expect(other.directory.audit({ tenant: story.tenant.name })).rejects.toMatchObject({
      code: "not_found",
    });
    const seen = await operator().audit({ tenant: story.tenant.name });
    expect(seen).toEqual(await story.directory.audit());
    expect(await operator().verifyAudit({ tenant: story.tenant.name })).toMatchObject({ ok: true });
  });

  it("[AC2] names the row that was changed in D1", async () => {
    const broken = await Story.begin();
    await broken.agent();
    const change = env.DB.prepare("update tenant_audit set actor = 'nobody' where tenant_id = ?1 and id = 2");
    await change.bind(broken.tenant.id).run();
    const verdict = await broken.directory.verifyAudit();
    expect(verdict).toMatchObject({ ok: false, broken_at: 2, reason: expect.any(String) });
  });
});

describe("the audit chain of an agent", () => {
  it("[AC10] says who anchored, and verifies", async () => {
    const memory = await story.newMemory();
    const { node_id } = await memory.inject({ content: "never delete backups" });
    await memory.anchor({ node_id, authority: "constitutional" });
    const { events } = await memory.audit();
    expect(events).toMatchObject([{ id: 1, kind: "anchor", actor: story.owner.id, status: "ok" }]);
    expect(JSON.stringify(events)).not.toContain("constitutional");
    expect(await memory.verifyAudit()).toMatchObject({ ok: true, rows: 1, broken_at: null });
  });
});
