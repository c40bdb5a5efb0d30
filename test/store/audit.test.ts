// The audit chain of an agent on a real store: a row is kept with what it records, or neither is.

import { describe, expect, it } from "vitest";
import { keyIdOf } from "../../audit/key.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import { WorkspaceMemory } from "../support/workspace-memory.ts";

const KEY = new Uint8Array(32).fill(9);
const STAMP = { at: 1_700_000_000_000, author: "token-1" };
const ENTRY = { kind: "settings", target: "setting:decay", detail: "80" } as const;

function open(key: Uint8Array | null = KEY, database = new NodeDatabase()) {
  return { database, store: new SqliteStore(database, key) };
}

describe("the audit chain of an agent", () => {
  it("[AC10] is kept with the transaction that is open, or not at all", () => {
    const { store } = open();
    const failing = () =>
      store.transaction(() => {
        store.setSetting("decay", 80);
        store.audit.append(ENTRY, STAMP);
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(store.audit.page(10)).toEqual([]);
    store.transaction(() => {
      store.setSetting("decay", 80);
      store.audit.append(ENTRY, STAMP);
    });
    expect(store.setting("decay")).toBe(80);
    expect(store.audit.page(10)).toMatchObject([{ id: 1, kind: "settings", actor: "token-1", ts: STAMP.at }]);
    expect(store.revision).toBe(1);
  });

  it("[AC10] takes several rows of one transaction, in their order", () => {
    const { store } = open();
    store.transaction(() => {
      for (const target of ["a", "b", "c"]) store.audit.append({ ...ENTRY, target }, STAMP);
    });
    expect(store.audit.page(10).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(store.audit.verify()).toEqual({ brokenAt: null, reason: null, rows: 3 });
  });

  it("[AC10] an anchor that is set leaves a row, one that is set already or refused leaves none", async () => {
    const workspace = new WorkspaceMemory();
    await workspace.sync({ "a.md": "# A\n\nkeep this\n" });
    const id = workspace.nodes()[0].id;
    const { audit } = workspace.memory.store;
    await workspace.perform("anchor", { node_id: id, authority: "canonical" });
    await workspace.perform("anchor", { node_id: id, authority: "canonical" });
    await expect(
      workspace.perform("anchor", { node_id: "nobody", authority: "canonical" }),
    ).rejects.toThrow();
    expect(audit.page(10)).toMatchObject([{ id: 1, kind: "anchor", actor: "test", status: "ok" }]);
    expect(audit.verify().brokenAt).toBeNull();
  });

  it("[AC11] holds hashes of what was acted on, and nothing that could be read", () => {
    const { store, database } = open();
    store.audit.append({ ...ENTRY, target: "node:secret plans", detail: "text:secret plans" }, STAMP);
    const kept = JSON.stringify([
      database.exec("select * from audit"),
      database.exec("select * from outbox"),
    ]);
    expect(kept).not.toContain("secret");
  });

  it("[AC6] is not added to without a key, or under another, and neither is what it would record", () => {
    const { database, store } = open();
    store.audit.append(ENTRY, STAMP);
    for (const key of [null, new Uint8Array(32).fill(1)]) {
      const other = open(key, database).store;
      const act = () =>
        other.transaction(() => {
          other.setSetting("decay", 1);
          other.audit.append(ENTRY, STAMP);
        });
      expect(act).toThrow(expect.objectContaining({ code: "not_configured" }));
      expect(other.setting("decay")).toBeUndefined();
      expect(other.audit.verify()).toMatchObject({
        brokenAt: 1,
        reason: expect.stringContaining("AUDIT_KEY"),
      });
    }
    expect(store.audit.verify().brokenAt).toBeNull();
  });

  it("[AC6] whose head is made to name another key is not whole", () => {
    const { database, store } = open();
    store.audit.append(ENTRY, STAMP);
    database.exec("update audit_head set key = ?", keyIdOf(new Uint8Array(32).fill(1)));
    expect(store.audit.verify().brokenAt).toBe(1);
  });

  it("[AC2] names the row whose column was changed on the disk", () => {
    const { database, store } = open();
    for (let at = 0; at < 4; at++) store.audit.append({ ...ENTRY, detail: String(at) }, STAMP);
    const columns = ["ts", "kind", "actor", "target_hash", "status", "detail_hash", "prev_hash", "hash"];
    for (const column of columns) {
      for (const id of [1, 2, 3, 4]) {
        const [{ value }] = database.exec(`select ${column} as value from audit where id = ?`, id);
        database.exec(`update audit set ${column} = '7' where id = ?`, id);
        expect(store.audit.verify().brokenAt, column).toBe(id);
        database.exec(`update audit set ${column} = ? where id = ?`, value, id);
      }
    }
    expect(store.audit.verify().brokenAt).toBeNull();
  });

  it("[AC7] is not added to behind a last row that was changed", () => {
    const { database, store } = open();
    store.audit.append(ENTRY, STAMP);
    database.exec("update audit set actor = 'somebody else'");
    expect(() => store.audit.append(ENTRY, STAMP)).toThrow(expect.objectContaining({ code: "unavailable" }));
    expect(store.audit.page(10)).toHaveLength(1);
  });

  it("[AC12] is read page by page, newest first, by kind where asked", async () => {
    const workspace = new WorkspaceMemory();
    const { audit } = workspace.memory.store;
    for (let at = 0; at < 5; at++) {
      audit.append({ ...ENTRY, kind: at % 2 ? "anchor" : "settings" }, { ...STAMP, at });
    }
    const first = await workspace.perform("audit", { limit: 2 });
    expect(first.events.map(({ id }) => id)).toEqual([5, 4]);
    const second = await workspace.perform("audit", { limit: 2, cursor: first.next_cursor ?? "" });
    const third = await workspace.perform("audit", { limit: 2, cursor: second.next_cursor ?? "" });
    expect([...second.events, ...third.events].map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(third.next_cursor).toBeNull();
    expect((await workspace.perform("audit", { kind: "anchor" })).events.map(({ id }) => id)).toEqual([4, 2]);
    expect(await workspace.perform("verifyAudit", {})).toMatchObject({ ok: true, rows: 5, broken_at: null });
  });
});
