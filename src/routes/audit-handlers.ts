// The audit chain of a tenant: its rows, and whether all of it is as it was written.

import { reached } from "../reached.ts";
import { type Handlers, pageOf, sizeOf, tenantOf } from "./entry.ts";

export const AUDIT_HANDLERS: Handlers<"tenantAudit" | "verifyTenantAudit"> = {
  async tenantAudit(entry, { tenant: tenantName, kind, limit, cursor }) {
    const { id } = await tenantOf(entry, tenantName);
    const size = sizeOf(limit);
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = await reached(() => entry.directory.audit.page(id, size + 1, before, kind));
    const { rows, next_cursor } = pageOf(found, size, (row) => String(row.id));
    return { events: [...rows], next_cursor };
  },

  async verifyTenantAudit(entry, { tenant: tenantName }) {
    const { id } = await tenantOf(entry, tenantName);
    const { rows, brokenAt, reason } = await reached(() => entry.directory.audit.verify(id));
    return { ok: brokenAt === null, rows, broken_at: brokenAt, reason };
  },
};
