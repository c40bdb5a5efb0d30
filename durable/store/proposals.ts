// Proposals on the object's disk. A proposal waits while it says `pending` and its time is not over: whoever reads asks
// with the present time, so none looks open that can't be decided any more. Rows go to both homes like any other.

import type { RowOf } from "../../schema/replica.ts";
import type { Json, Metadata } from "../graph/records.ts";
import type { Database, SqlRow, SqlValue } from "./database.ts";
import type {
  ProposalFilter,
  ProposalStatus,
  Proposals,
  Proposer,
  StoredProposal,
  Waiting,
} from "./review-ports.ts";
import { RowChanges } from "./row-changes.ts";

/** Old proposals are dropped together, when so many are. */
const DROPPED_TOGETHER = 50;
const WAITS = "status = 'pending' and expires_at > ?";

export class SqliteProposals implements Proposals {
  private readonly database: Database;
  private readonly write: (rows: RowChanges, at: number) => void;

  /** `write` puts rows into the open transaction. */
  constructor(database: Database, write: (rows: RowChanges, at: number) => void) {
    this.database = database;
    this.write = write;
  }

  get(id: string): StoredProposal | undefined {
    const [row] = this.database.exec("select * from proposals where id = ?", id);
    return row && proposalOf(row);
  }

  put(proposals: readonly StoredProposal[], at: number): void {
    const rows = new RowChanges();
    for (const proposal of proposals) rows.put("proposals", rowOf(proposal));
    this.write(rows, at);
  }

  page(
    { status, kind, author, of, oldestFirst, after, now }: ProposalFilter,
    count: number,
  ): StoredProposal[] {
    const conditions: string[] = [];
    const bindings: SqlValue[] = [];
    const where = (condition: string, ...values: SqlValue[]) => {
      conditions.push(condition);
      bindings.push(...values);
    };
    if (status === "pending") where(WAITS, now);
    else if (status === "expired")
      where("(status = 'expired' or status = 'pending' and expires_at <= ?)", now);
    else if (status !== null) where("status = ?", status);
    if (kind !== null) where("kind = ?", kind);
    if (author !== null) where("author = ?", author);
    if (of) where(...isOf(of));
    if (after) where(`(at, id) ${oldestFirst ? ">" : "<"} (?, ?)`, after.at, after.id);
    const direction = oldestFirst ? "" : "desc";
    return this.database
      .exec(
        `select * from proposals ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""} ` +
          `order by at ${direction}, id ${direction} limit ?`,
        ...bindings,
        count,
      )
      .map(proposalOf);
  }

  waiting(now: number, of?: Proposer): Waiting {
    const [condition, ...bindings] = of ? isOf(of) : ["true"];
    const [row] = this.database.exec(
      `select count(*) as count, min(at) as oldest from proposals where ${WAITS} and ${condition}`,
      now,
      ...bindings,
    );
    return { count: Number(row.count), oldestAt: row.oldest as number | null };
  }

  waitingSaying(contentHash: string, kind: string, now: number): StoredProposal | undefined {
    const statement = `select * from proposals where ${WAITS} and content_hash = ? and kind = ? limit 1`;
    const [row] = this.database.exec(statement, now, contentHash, kind);
    return row && proposalOf(row);
  }

  rejectedSince(contentHash: string, since: number): number | undefined {
    const [row] = this.database.exec(
      "select max(decided_at) as at from proposals where content_hash = ? and status = 'rejected' and decided_at > ?",
      contentHash,
      since,
    );
    return (row.at as number | null) ?? undefined;
  }

  *open(now: number, count: number): Iterable<{ readonly id: string; readonly content: string }> {
    const statement = `select id, content from proposals where ${WAITS} order by at desc, id desc limit ?`;
    for (const [id, content] of this.database.each(statement, now, count)) {
      yield { id: id as string, content: content as string };
    }
  }

  due(now: number, count: number): StoredProposal[] {
    const statement =
      "select * from proposals where status = 'pending' and expires_at <= ? order by expires_at, id limit ?";
    return this.database.exec(statement, now, count).map(proposalOf);
  }

  get nextExpiry(): number | null {
    const [row] = this.database.exec("select min(expires_at) as at from proposals where status = 'pending'");
    return row.at as number | null;
  }

  dropOld(kept: number, at: number): void {
    const [row] = this.database.exec("select count(*) as count from proposals where status <> 'pending'");
    if (Number(row.count) <= kept + DROPPED_TOGETHER) return;
    const old =
      "select id from proposals where status <> 'pending' order by coalesce(decided_at, at) desc, id desc limit -1 offset ?";
    const rows = new RowChanges();
    for (const { id } of this.database.exec(old, kept)) rows.cut("proposals", [id as string]);
    this.write(rows, at);
  }

  *all(): Iterable<StoredProposal> {
    for (const row of this.database.exec("select * from proposals order by id")) yield proposalOf(row);
  }
}

function isOf({ author, person }: Proposer): [condition: string, ...bindings: SqlValue[]] {
  return person === null ? ["author = ?", author] : ["(author = ? or person = ?)", author, person];
}

export function rowOf(proposal: StoredProposal): RowOf<"proposals"> {
  const { id, at, status, kind, digest, author, person, source, session, novelty, salience } = proposal;
  const { reason, content } = proposal;
  return {
    ...{ id, at, status, kind, digest, author, person, source, session, novelty, salience, reason, content },
    content_hash: proposal.contentHash,
    expires_at: proposal.expiresAt,
    edited_at: proposal.editedAt,
    decided_at: proposal.decidedAt,
    decided_by: proposal.decidedBy,
    node_id: proposal.nodeId,
    conflicts: JSON.stringify(proposal.conflicts),
    payload: JSON.stringify(proposal.payload),
    source_prompt: proposal.sourcePrompt,
  };
}

function proposalOf(row: SqlRow): StoredProposal {
  const text = (name: string) => row[name] as string;
  const orNull = (name: string) => row[name] as string | null;
  const number = (name: string) => row[name] as number;
  return {
    id: text("id"),
    at: number("at"),
    status: row.status as ProposalStatus,
    kind: text("kind"),
    contentHash: text("content_hash"),
    digest: text("digest"),
    author: text("author"),
    person: orNull("person"),
    source: orNull("source"),
    session: orNull("session"),
    expiresAt: number("expires_at"),
    editedAt: row.edited_at as number | null,
    decidedAt: row.decided_at as number | null,
    decidedBy: orNull("decided_by"),
    nodeId: orNull("node_id"),
    novelty: number("novelty"),
    salience: number("salience"),
    conflicts: JSON.parse(text("conflicts")) as Json[],
    payload: JSON.parse(text("payload")) as Metadata,
    reason: orNull("reason"),
    sourcePrompt: orNull("source_prompt"),
    content: text("content"),
  };
}
