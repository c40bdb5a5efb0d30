// What can be said of the whole deployment from D1 alone, in the text format of Prometheus. Counts of one isolate would
// mean nothing, since the platform starts and ends isolates as it likes; so nothing here is counted in memory.

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { MeterClient } from "../meter/meter-client.ts";
import { proposals } from "../schema/d1.ts";
import { agents, subjects, tenantAuditHeads, tenants, tokens } from "../schema/directory.ts";
import { PROPOSAL_STATUSES } from "../wire/reviewing.ts";
import { COUNTED } from "../wire/usage.ts";
import { monthOf } from "./months.ts";
import { SETTINGS } from "./settings.ts";

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly type: "gauge" | "counter";
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** The directory in numbers, and how much of all memories D1 holds. One batch of D1. */
export async function directoryMetrics(d1: D1Database, now: number): Promise<Family[]> {
  const db = drizzle(d1);
  const states = (table: typeof tokens | typeof subjects) => ({
    revoked: sql<number>`coalesce(sum(${table.revokedAt} is not null), 0)`,
    expired: sql<number>`coalesce(sum(${table.revokedAt} is null and ${table.expiresAt} <= ${now}), 0)`,
    all: sql<number>`count(*)`,
  });
  const [[tenant], [agent], [token], [subject], [audit], reviewed] = await db.batch([
    db.select({ count: sql<number>`count(*)` }).from(tenants),
    db
      .select({ count: sql<number>`count(*)`, changes: sql<number>`coalesce(sum(${agents.appliedSeq}), 0)` })
      .from(agents),
    db.select(states(tokens)).from(tokens),
    db.select(states(subjects)).from(subjects),
    db.select({ rows: sql<number>`coalesce(sum(${tenantAuditHeads.id}), 0)` }).from(tenantAuditHeads),
    db
      .select({
        state: proposals.status,
        count: sql<number>`count(*)`,
        oldest: sql<number>`min(${proposals.at})`,
      })
      .from(proposals)
      .groupBy(proposals.status),
  ]);
  const { meta } = await d1.prepare("select 1").run();
  const grants = Object.entries({ token, subject }).flatMap(([kind, { all, revoked, expired }]) => [
    { labels: { kind, state: "valid" }, value: all - revoked - expired },
    { labels: { kind, state: "expired" }, value: expired },
    { labels: { kind, state: "revoked" }, value: revoked },
  ]);
  return [
    family("tenants", "gauge", "Tenants.", [{ value: tenant.count }]),
    family("agents", "gauge", "Agents of all tenants.", [{ value: agent.count }]),
    family("replicated_changes_total", "counter", "Changes of all agents that D1 holds.", [
      { value: agent.changes },
    ]),
    family("grants", "gauge", "Tokens, and subjects of signed tokens.", grants),
    family("tenant_audit_rows_total", "counter", "Rows of the audit chains of all tenants.", [
      { value: audit.rows },
    ]),
    family(
      "proposals",
      "gauge",
      "Proposals of all agents, as far as they are kept.",
      PROPOSAL_STATUSES.map((state) => ({
        labels: { state },
        value: reviewed.find((one) => one.state === state)?.count ?? 0,
      })),
    ),
    family("proposals_oldest_seconds", "gauge", "How long the longest of those that wait has been waiting.", [
      { value: ageOf(reviewed.find(({ state }) => state === "pending")?.oldest, now) },
    ]),
    family("d1_bytes", "gauge", "Size of the D1 database.", [{ value: meta.size_after }]),
  ];
}

/** What tenants used in the present month, from their meters; those beyond a number, and meters that fail, are counted. */
export async function usageMetrics(
  env: Pick<Cloudflare.Env, "DB" | "METER">,
  now: number,
): Promise<Family[]> {
  const rows = await drizzle(env.DB)
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .orderBy(tenants.name);
  const asked = rows.slice(0, SETTINGS.metricsTenants);
  const meter = new MeterClient(env.METER);
  const answers = await Promise.allSettled(asked.map(({ id }) => meter.usage(id, monthOf(now))));
  const samples = answers.flatMap((answer, at) =>
    answer.status === "rejected"
      ? []
      : COUNTED.map((counted) => ({
          labels: { tenant: asked[at].name, counted },
          value: answer.value.total[counted],
        })),
  );
  const failed = answers.filter(({ status }) => status === "rejected").length;
  return [
    family("usage_total", "counter", "What a tenant used in this month; begins anew with each.", samples),
    family("usage_tenants_left_out", "gauge", "Tenants whose use is not shown.", [
      { labels: { reason: "beyond the limit" }, value: rows.length - asked.length },
      { labels: { reason: "meter failed" }, value: failed },
    ]),
  ];
}

/** Families as text. Label values are names of ours or match the schema of names, and are escaped nonetheless. */
export function prometheusText(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value }) => `${name}${labels ? labelsText(labels) : ""} ${value}`),
  ]);
  return `${lines.join("\n")}\n`;
}

function ageOf(since: number | undefined, now: number): number {
  return since === undefined ? 0 : Math.max(0, Math.floor((now - since) / 1000));
}

function family(name: string, type: Family["type"], help: string, samples: readonly Sample[]): Family {
  return { name: `edgebrain_${name}`, type, help, samples };
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`,
  );
  return `{${pairs.join(",")}}`;
}
