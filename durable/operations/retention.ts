// How long memory lasts. Off unless an owner says so, by kind. What is over is announced for some days, then it is kept
// back: no question is shown it, a reviewer may let it go for good, and nothing is deleted by its age. What somebody anchored
// or let go never grows old.

import { LIMITS } from "../../wire/limits.ts";
import {
  RETAINED_KINDS,
  type RetainedKind,
  type RetentionReply,
  type RetentionRequest,
} from "../../wire/retention.ts";
import type { Metadata, NodeRecord } from "../graph/records.ts";
import { stepsOf } from "../graph/structure.ts";
import type { Memory, Operation, Work } from "./memory.ts";

const SETTING = "retention";
const DAY_MS = 24 * 3_600_000;
const NOTICE_MS = LIMITS.retentionNoticeDays * DAY_MS;
/** Nodes that one slice keeps back, and those that are counted at the most. */
const SLICE = 100;
const COUNTED = 10_000;
/** Ids that an announcement names. */
const NAMED = 100;

/** By kind: how long it lasts, and when an owner said so. */
type Rules = { readonly [Kind in RetainedKind]?: { readonly days: number; readonly since: number } };

interface Aging {
  readonly id: string;
  readonly kind: RetainedKind;
  /** When it is over. */
  readonly at: number;
}

type Place = Pick<Memory, "store">;

function rulesOf({ store }: Place): Rules {
  return (store.setting(SETTING) as Rules | undefined) ?? {};
}

/** True while an owner limits anything: then the alarm has to look once a day. */
export function limitsAge(place: Place): boolean {
  return Object.keys(rulesOf(place)).length > 0;
}

/** What is over until a time, soonest first. */
function overBy({ store }: Place, rules: Rules, until: number, count: number): Aging[] {
  const aging = RETAINED_KINDS.flatMap((kind): Aging[] => {
    const rule = rules[kind];
    // Nobody was told before the owner said so.
    if (!rule || rule.since + NOTICE_MS > until) return [];
    const lasts = rule.days * DAY_MS;
    return store.agedBefore(kind, until - lasts, count).map(({ id, createdAt }) => {
      return { id, kind, at: Math.max(createdAt + lasts, rule.since + NOTICE_MS) };
    });
  });
  return aging.sort((a, b) => a.at - b.at).slice(0, count);
}

export function expiringSoon(place: Place, now: number): number {
  return limitsAge(place) ? overBy(place, rulesOf(place), now + NOTICE_MS, COUNTED).length : 0;
}

export const retention: Operation<Record<string, never>, RetentionReply> = {
  act: (work) => replyOf(work, rulesOf(work), false),
};

export const setRetention: Operation<RetentionRequest, RetentionReply> = {
  act(work, { kind, days, dry_run: isDry = false }) {
    const { store, call, agent } = work;
    const { [kind]: before, ...others } = rulesOf(work);
    const isSame = (before?.days ?? null) === days;
    const rules: Rules =
      days === null ? others : { ...others, [kind]: isSame ? before : { days, since: call.now } };
    if (!isDry && !isSame) {
      const stamp = { at: call.now, author: call.author };
      store.setSetting(SETTING, rules as Metadata);
      const detail = `retention:${kind}:${days ?? "never"}`;
      store.audit.append({ kind: "settings", target: `agent:${agent}`, detail }, stamp);
      announce(work, overBy(work, rules, call.now + NOTICE_MS, COUNTED));
    }
    return replyOf(work, rules, isDry);
  },
};

function replyOf(work: Work, rules: Rules, isDry: boolean): RetentionReply {
  const expiring = overBy(work, rules, work.call.now + NOTICE_MS, COUNTED);
  const days = Object.entries(rules).map(([kind, rule]) => [kind, rule.days]);
  return {
    days: Object.fromEntries(days),
    notice_days: LIMITS.retentionNoticeDays,
    expiring: expiring.slice(0, LIMITS.pageSize),
    count: expiring.length,
    dry_run: isDry,
    total_ms: work.call.elapsed(),
  };
}

export interface Aged {
  /** When it was looked last: what comes within the notice since then is announced. */
  readonly lookedAt: number;
}

/** One slice: keeps back what is over, and announces what will be. True while more of it is over. */
export const retainSlice: Operation<Aged, boolean> = {
  act(work, { lookedAt }) {
    const { call } = work;
    const rules = rulesOf(work);
    const soon = overBy(work, rules, call.now + NOTICE_MS, COUNTED);
    announce(
      work,
      soon.filter(({ at }) => at > lookedAt + NOTICE_MS),
    );
    const over = overBy(work, rules, call.now, SLICE);
    for (const { id } of over) keepBack(work, id);
    if (over.length > 0) conclude(work, over);
    return over.length === SLICE;
  },
};

/** A procedure grows old as a whole. */
function keepBack({ draft, graph, call }: Work, id: string): void {
  const parts = stepsOf(graph, graph.positionOf(id)).map((position) => graph.idAt(position));
  for (const one of [id, ...parts]) {
    const node = draft.node(one) as NodeRecord;
    if (node.screen) continue;
    draft.putNode({ ...node, screen: { verdict: "expired", reasons: ["expired"], at: call.now } });
  }
}

function announce({ store, call }: Work, soon: readonly Aging[]): void {
  if (soon.length === 0) return;
  const body = { action: "announced", count: soon.length, first_at: soon[0].at, ids: idsOf(soon) };
  store.record("retention", body, { at: call.now, author: call.author });
}

function conclude({ store, call }: Work, over: readonly Aging[]): void {
  const stamp = { at: call.now, author: call.author };
  store.record("retention", { action: "expired", count: over.length, ids: idsOf(over) }, stamp);
  const detail = `expired:${over.map(({ id }) => id).join(",")}`;
  store.audit.append({ kind: "settings", target: "retention", detail }, stamp);
}

function idsOf(aging: readonly Aging[]): string[] {
  return aging.slice(0, NAMED).map(({ id }) => id);
}
