// What rows of a memory mean, checked one by one before they may be taken: what no operation would have written.

import { LIMITS } from "../../wire/limits.ts";
import { StoredConflicts, StoredPayload } from "../../wire/proposal-payload.ts";
import { LogId, REPLAY_STATES, StoredPlan, StoredProgress } from "../../wire/replaying.ts";
import { PROPOSAL_KINDS, PROPOSAL_STATUSES, ProposalId } from "../../wire/reviewing.ts";
import { StoredScreenNote } from "../../wire/screening.ts";
import { lengthOf } from "../graph/code-points.ts";
import { isContrast } from "../graph/learned-ranking.ts";
import { AUTHORITIES, type Metadata, NODE_KINDS, ORIGINS } from "../graph/records.ts";
import { MOST_ROWS } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import type { Memory } from "./memory.ts";
import { proposalDigest } from "./proposal-view.ts";

export type Row = Readonly<Record<string, string | number | null>>;
type Check = (row: Row, memory: Pick<Memory, "settings" | "embedder">) => string | null;

/** Bytes of an entry, by the form of the index. */
const ENTRY_BYTES = { exact: 8, packed: 1 } as const;

const CHECKS: Readonly<Record<string, Check>> = {
  nodes(row) {
    const { id, kind, origin, authority, length, content_hash, metadata, ordinal } = row;
    const text = row.text as string;
    if (!isId(id)) return `has an id of 0 or more than ${LIMITS.nodeId} characters`;
    if (!isOne(NODE_KINDS, kind)) return `has an unknown kind of node`;
    if (!isOne(ORIGINS, origin)) return "has an unknown origin";
    if (!isOne(AUTHORITIES, authority)) return "has an unknown authority";
    if (length !== lengthOf(text)) return "has a length that is not that of its text";
    if (content_hash !== digestOf(text)) return "has a content_hash that is not that of its text";
    if (!isObject(metadata)) return "has metadata that are no JSON object";
    if (row.screen !== null && !StoredScreenNote.safeParse(jsonOf(row.screen)).success)
      return "has a note of the screen that is none";
    return (ordinal as number) < 0 ? "has an ordinal below 0" : null;
  },
  edges({ source, target, weight, metadata }) {
    if (!isId(source) || !isId(target)) return "names a node by no possible id";
    if (Math.abs(weight as number) > 1) return "has a weight outside of −1…1";
    return metadata === null || isObject(metadata) ? null : "has metadata that are no JSON object";
  },
  vectors({ route, scale, data, ordinal, contrast }, { settings, embedder }) {
    if (!((route as number) >= 0 && (route as number) < MOST_ROWS))
      return `has a route outside of 0…${MOST_ROWS - 1}`;
    if ((scale as number) < 0) return "has a scale below 0";
    if ((ordinal === null) !== (settings.vectors === "packed"))
      return "has the place of an index of another kind";
    if (contrast !== null && !isContrast(jsonOf(contrast))) return "has a contrast that no judgement leaves";
    const bytes = bytesIn(data as string);
    return bytes === embedder.dimension * ENTRY_BYTES[settings.vectors] ? null : "has data of another length";
  },
  proposals(row) {
    const { id, kind, status, content, conflicts, payload, novelty, salience } = row;
    if (!ProposalId.safeParse(id).success) return "has an id that is none of a proposal";
    if (!isOne(PROPOSAL_KINDS, kind)) return "has an unknown kind of proposal";
    if (!isOne(PROPOSAL_STATUSES, status)) return "has an unknown status";
    if (row.content_hash !== digestOf(content as string))
      return "has a content_hash that is not that of its text";
    if (![novelty, salience].every((share) => (share as number) >= 0 && (share as number) <= 1))
      return "has a novelty or salience outside of 0…1";
    if (!StoredConflicts.safeParse(jsonOf(conflicts)).success) return "has conflicts that are none";
    if (!StoredPayload.safeParse(jsonOf(payload)).success) return "has a payload that no proposal has";
    const shown = {
      ...{ kind: kind as string, content: content as string, payload: jsonOf(payload) as Metadata },
      ...{ source: row.source as string | null, session: row.session as string | null },
      sourcePrompt: row.source_prompt as string | null,
    };
    return row.digest === proposalDigest(shown) ? null : "has a digest that is not that of what it says";
  },
  replays({ id, state, request, progress }) {
    if (!LogId.safeParse(id).success) return "has an id that is no name of a log";
    if (!isOne(REPLAY_STATES, state)) return "has an unknown state";
    const isKnown = [StoredPlan.safeParse(jsonOf(request)), StoredProgress.safeParse(jsonOf(progress))];
    return isKnown.every(({ success }) => success) ? null : "has a request or progress that no replay has";
  },
  replayed: ({ mark, replay }) =>
    /^[0-9a-f]{32}$/.test(mark as string) && LogId.safeParse(replay).success
      ? null
      : "has no mark of a replay",
  settings: ({ value }) => (isJson(value) ? null : "has a value that is no JSON"),
  journal({ seq, body }) {
    if ((seq as number) < 1) return "has a seq below 1";
    return isObject(body) ? null : "has a body that is no JSON object";
  },
};

/** What is wrong with a row whose cells are of the right types; null when nothing is. */
export function flawOfRow(
  table: string,
  row: Row,
  memory: Pick<Memory, "settings" | "embedder">,
): string | null {
  return CHECKS[table]?.(row, memory) ?? null;
}

/** True for a node whose text or summary is longer than the limits allow. */
export function isTooLong({ text, summary }: Row): boolean {
  return exceeds(text, LIMITS.text) || exceeds(summary, LIMITS.text);
}

function exceeds(text: string | number | null, most: number): boolean {
  return typeof text === "string" && text.length > most && lengthOf(text) > most;
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !exceeds(value, LIMITS.nodeId);
}

function isOne(names: readonly string[], value: unknown): boolean {
  return names.includes(value as string);
}

function isObject(text: unknown): boolean {
  const value = jsonOf(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isJson(text: unknown): boolean {
  return jsonOf(text) !== undefined;
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}

/** Bytes that a text in base64 stands for; NaN when it is none. */
function bytesIn(base64: string): number {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return Number.NaN;
  return (base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);
}
