// What waits for reviewers in all agents of a tenant, read from the replica: the only thing that the Worker reads of
// memories. It is as far behind as each agent's drain, and decides nothing: decisions are made in the agent's object.

import { and, asc, count, desc, eq, gt, lte, min, or, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { screenOf } from "../durable/text/screening/screen.ts";
import { wordsIn } from "../durable/text/screening/words-in.ts";
import { withWords } from "../durable/text/sensitive/masking.ts";
import { kindsOf, redacted } from "../durable/text/sensitive/scan.ts";
import { agents, proposals, settings } from "../schema/d1.ts";
import type { Role } from "../wire/directory.ts";
import { LIMITS } from "../wire/limits.ts";
import { DEFAULT_POLICY, hiddenFrom, POLICY_SETTING, type Policy } from "../wire/policy.ts";
import { type Payload, shownPayload } from "../wire/proposal-payload.ts";
import type { ReviewReply, ReviewRequest } from "../wire/review-queue.ts";
import type { Conflict, ProposalKind, ProposalStatus } from "../wire/reviewing.ts";
import { reached } from "./reached.ts";

/** Whose agents are meant: those of a tenant, of these names, or one of them. */
export interface Scope {
  readonly tenantId: string;
  readonly names: readonly string[] | null;
  readonly agentId: string | null;
}

/** The last proposal of a page. */
export interface Place {
  readonly at: number;
  readonly agentId: string;
  readonly id: string;
}

export type QueueFilter = Pick<ReviewRequest, "kind" | "order"> & {
  readonly status: NonNullable<ReviewRequest["status"]>;
  readonly after: Place | null;
};

type Row = typeof proposals.$inferSelect;
export type Shown = ReviewReply["proposals"][number];

export class ReviewQueue {
  readonly #db: DrizzleD1Database;

  constructor(d1: D1Database) {
    this.#db = drizzle(d1);
  }

  /** So many proposals, and the agents in which some wait. */
  async read(
    scope: Scope,
    filter: QueueFilter,
    limit: number,
    { role, now }: { readonly role: Role; readonly now: number },
  ): Promise<{ readonly found: { shown: Shown; place: Place }[]; readonly waiting: ReviewReply["waiting"] }> {
    const own = isIn(scope);
    const waits = and(eq(proposals.status, "pending"), gt(proposals.expires_at, now));
    const order = filter.order === "oldest" ? asc : desc;
    const [rows, waiting] = await reached(() =>
      this.#db.batch([
        this.#db
          .select({ agent: agents.name, row: proposals, policy: settings.value })
          .from(proposals)
          .innerJoin(agents, eq(agents.id, proposals.agent))
          .leftJoin(settings, and(eq(settings.agent, agents.id), eq(settings.name, POLICY_SETTING)))
          .where(
            and(
              own,
              isOf(filter.status, waits, now),
              filter.kind && eq(proposals.kind, filter.kind),
              filter.after ? isAfter(filter.after, filter.order === "oldest") : undefined,
            ),
          )
          .orderBy(order(proposals.at), order(proposals.agent), order(proposals.id))
          .limit(limit),
        this.#db
          .select({
            agent: agents.name,
            count: count(),
            oldest_at: min(proposals.at),
            revision: agents.appliedSeq,
          })
          .from(proposals)
          .innerJoin(agents, eq(agents.id, proposals.agent))
          .where(and(own, waits))
          .groupBy(agents.id)
          .orderBy(min(proposals.at))
          .limit(LIMITS.pageSize),
      ]),
    );
    const found = rows.map(({ agent, row, policy }) => ({
      shown: readable({ agent, ...shownRow(row, now) }, policy, role),
      place: { at: row.at, agentId: row.agent, id: row.id },
    }));
    return { found, waiting };
  }
}

function isIn({ tenantId, names, agentId }: Scope): SQL | undefined {
  return and(
    eq(agents.tenantId, tenantId),
    names === null
      ? undefined
      : sql`exists (select 1 from json_each(${JSON.stringify(names)}) where value = ${agents.name})`,
    agentId === null ? undefined : eq(agents.id, agentId),
  );
}

/** Proposals of a state: what is over by its time alone has expired. */
function isOf(status: QueueFilter["status"], waits: SQL | undefined, now: number): SQL | undefined {
  if (status === "any") return undefined;
  if (status === "pending") return waits;
  const says = eq(proposals.status, status);
  const isOver = and(eq(proposals.status, "pending"), lte(proposals.expires_at, now));
  return status === "expired" ? or(says, isOver) : says;
}

function isAfter({ at, agentId, id }: Place, oldestFirst: boolean): SQL {
  const place = sql`(${proposals.at}, ${proposals.agent}, ${proposals.id})`;
  return oldestFirst
    ? sql`${place} > (${at}, ${agentId}, ${id})`
    : sql`${place} < (${at}, ${agentId}, ${id})`;
}

/** As the owner of the agent lets this role read it. */
function readable(shown: Shown, policy: string | null, role: Role): Shown {
  const said = policy === null ? {} : (JSON.parse(policy) as Partial<Policy>);
  const kinds = kindsOf(hiddenFrom({ ...DEFAULT_POLICY, ...said }, role));
  return kinds.length === 0 ? shown : withWords(shown, (words) => redacted(words, kinds));
}

function shownRow(row: Row, now: number): Omit<Shown, "agent"> {
  const {
    agent: _agent,
    content_hash: _hash,
    person: _person,
    at,
    payload,
    conflicts,
    status,
    kind,
    ...same
  } = row;
  // SAFETY: the agent's object wrote these rows.
  const known = { kind: kind as ProposalKind, status: status as ProposalStatus };
  return {
    ...same,
    ...shownPayload(known.kind, JSON.parse(payload) as Payload),
    kind: known.kind,
    status: known.status === "pending" && row.expires_at <= now ? "expired" : known.status,
    conflicts: JSON.parse(conflicts) as Conflict[],
    screen: screenOf(wordsIn({ text: row.content, metadata: JSON.parse(payload) })),
    created_at: at,
    untrusted: true,
  };
}
