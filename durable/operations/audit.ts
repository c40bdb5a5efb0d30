// The agent's audit chain: its rows page by page, and whether all of it is as it was written.

import type { AuditReply, AuditRequest, AuditVerifyReply } from "../../wire/audit.ts";
import type { Operation } from "./memory.ts";

const AUDIT_PAGE = 50;

export const audit: Operation<AuditRequest, AuditReply> = {
  act({ store, call }, { kind, limit = AUDIT_PAGE, cursor }) {
    // One row more than the page tells whether another page follows.
    const rows = store.audit.page(limit + 1, cursor === undefined ? undefined : Number(cursor), kind);
    const events = rows.slice(0, limit);
    const next_cursor = rows.length > limit ? String(events[limit - 1].id) : null;
    return { events, next_cursor, total_ms: call.elapsed() };
  },
};

export const verifyAudit: Operation<Record<string, never>, AuditVerifyReply> = {
  act({ store, call }) {
    const { rows, brokenAt, reason } = store.audit.verify();
    return { ok: brokenAt === null, rows, broken_at: brokenAt, reason, total_ms: call.elapsed() };
  },
};
