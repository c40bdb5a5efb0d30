// What an undo takes back: learning events, what they taught, and what of it stays for another reason.

import { Refusal } from "../../wire/errors.ts";
import type { KeptBecause, UndoRequest } from "../../wire/undoing.ts";
import { CROSS_FILE } from "../graph/connecting.ts";
import { INHIBITORY } from "../graph/inhibiting.ts";
import { goingWith } from "../graph/knowledge/edges.ts";
import type { EdgeRecord } from "../graph/records.ts";
import type { JournalEntry } from "../store/ports.ts";
import { absentAt, type Unmade } from "./erase-history.ts";
import { isSaidFact } from "./knowledge-rows.ts";
import type { Call, Memory } from "./memory.ts";
import { SetsById } from "./sets-by-id.ts";

export interface UndoPlan extends Required<Unmade> {
  /** Entries of the events, oldest first. */
  readonly meant: readonly JournalEntry[];
  /** All entries of lessons and injections, oldest first. */
  readonly taught: readonly JournalEntry[];
  /** Events that were meant and are undone already. */
  readonly already: number;
  readonly kept: ReadonlyMap<string, KeptBecause>;
  /** Corrections that stay and corrected what is taken back: what else they would have corrected is a guess. */
  readonly entangled: number;
}

type Planned = Pick<Memory, "graph" | "store" | "settings">;

/** Refuses an unknown event, and to anybody but an owner what others taught. */
export function undoPlan(memory: Planned, request: UndoRequest, call: Call): UndoPlan {
  const journal = [...memory.store.erasing.journal()];
  const taught = journal.filter(({ type }) => type === "learn" || type === "inject");
  const named = wholeEvents(taught, taught.filter(namedBy(memory, request, call)));
  requireKnown(memory, request, named);
  requireRight(request, named, journal, call);
  const standing = named.filter(({ body }) => body.undone === undefined);
  const kept = new Map<string, KeptBecause>();
  const names = new Set<string>();
  const meantAlone = new Set(standing.map(({ seq }) => seq));
  for (const id of new Set(standing.filter(isInjection).map(nodeOf))) {
    const own = taught.filter((entry) => isInjection(entry) && nodeOf(entry) === id);
    for (const name of namesOf(memory, id)) {
      const because = keptBecause(memory, name, own, meantAlone);
      if (because === null) names.add(name);
      else kept.set(name, because);
    }
  }
  addGoingWith(memory, names);
  const absentUntil = cameLater(taught, meantAlone, kept);
  const isStuck = (entry: JournalEntry) => isInjection(entry) && isUntouchable(kept.get(nodeOf(entry)));
  const meant = standing.filter((entry) => !isStuck(entry));
  const wrong = notLaid(taught, meant, { names, absentUntil, since: 0 });
  return {
    meant,
    taught,
    already: eventsOf(named).size - eventsOf(standing).size,
    names,
    kept,
    since: meant.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY),
    entries: new Set(meant.map(({ seq }) => seq)),
    absentUntil,
    entangled: entangledIn(taught, meant),
    laidInstead: laidInstead(memory, taught, meant, names, wrong),
    notLaid: wrong,
  };
}

/** Facts and entities that nothing says any more go with what said them. */
function addGoingWith(memory: Planned, names: Set<string>): void {
  for (let known = -1; known < names.size; ) {
    known = names.size;
    const going = goingWith(memory.graph, names, (fact) => isSaidFact(memory, fact));
    for (const id of going) names.add(id);
  }
}

export function eventsOf(entries: Iterable<JournalEntry>): Set<string> {
  return new Set(Array.from(entries, ({ body, seq }) => (body.event ?? `entry ${seq}`) as string));
}

function namedBy({ store }: Planned, request: UndoRequest, call: Call): (entry: JournalEntry) => boolean {
  const { event_id: event, source, since = 0 } = request;
  if (event !== undefined) return ({ body }) => body.event === event;
  if (source === undefined) {
    const author = request.author ?? call.author;
    return (entry) => entry.author === author && entry.at >= since;
  }
  const ids = new Set(store.erasing.nodesOf({ by: "source", value: source }));
  const isOfSource = (entry: JournalEntry) =>
    entry.body.source === source || (isInjection(entry) && ids.has(nodeOf(entry)));
  return (entry) => entry.at >= since && isOfSource(entry);
}

/** With an event goes all that it did, and what of it was done late. */
function wholeEvents(taught: readonly JournalEntry[], named: readonly JournalEntry[]): JournalEntry[] {
  const events = new Set(named.map(({ body }) => body.event).filter((event) => event !== undefined));
  const seqs = new Set(named.map(({ seq }) => seq));
  const isPart = ({ seq, body }: JournalEntry) =>
    seqs.has(seq) || (body.late === undefined && body.event !== undefined && events.has(body.event));
  const first = taught.filter(isPart);
  const begun = new Set(first.map(({ seq }) => seq));
  return taught.filter((entry) => begun.has(entry.seq) || begun.has(Number(entry.body.late)));
}

function requireKnown({ store }: Planned, request: UndoRequest, named: readonly JournalEntry[]): void {
  const { event_id: event } = request;
  if (event === undefined || named.length > 0) return;
  for (const { type, body } of store.erasing.journal()) {
    if (type !== "undo" || body.event !== event) continue;
    throw new Refusal("invalid_request", "an undo can't be undone: teach again what is to be known");
  }
  throw new Refusal(
    "not_found",
    "there is no learning event of this id: ids are the event_id of replies, of explanations and of the journal",
  );
}

/** One's own are those that one taught, and those that one approved. */
function requireRight(
  request: UndoRequest,
  named: readonly JournalEntry[],
  journal: readonly JournalEntry[],
  { role, author }: Call,
): void {
  if (role === "owner") return;
  const approved = eventsOf(journal.filter((entry) => isApprovalBy(entry, author)));
  const isOwn = (entry: JournalEntry) => entry.author === author || approved.has(entry.body.event as string);
  if (request.source !== undefined || (request.author ?? author) !== author || !named.every(isOwn))
    throw new Refusal("forbidden", "only an owner may take back what others taught: name your own events");
}

function isApprovalBy({ type, author, body }: JournalEntry, by: string): boolean {
  return type === "review" && author === by && body.action === "approved";
}

/** A node, or the parts that it was split into. */
function namesOf({ graph, store }: Planned, id: string): string[] {
  if (graph.has(id)) return [id];
  const heirs = [...store.erasing.derived()].filter(
    ({ metadata: { parent, merged_from: merged } }) =>
      parent === id || (Array.isArray(merged) && merged.includes(id)),
  );
  return heirs.map((heir) => heir.id);
}

/** Why a node stays; null: it goes. */
function keptBecause(
  { store }: Planned,
  id: string,
  own: readonly JournalEntry[],
  meant: ReadonlySet<number>,
): KeptBecause | null {
  const node = store.storedNode(id);
  if (node?.origin === "merged") return "merged";
  if (node?.authority === "constitutional") return "anchored";
  const isSplit = node?.origin === "split";
  if (!isSplit && own.every(({ author }) => author !== node?.author)) return "edited";
  const isTaughtAgain = own.some(({ seq, body }) => !meant.has(seq) && body.undone === undefined);
  const isMadeByThem = isSplit || own.some(({ body }) => body.injected === true);
  return isTaughtAgain || !isMadeByThem ? "taught_again" : null;
}

/** Whether a node that stays keeps what its injection did as well. */
function isUntouchable(because: KeptBecause | undefined): boolean {
  return because !== undefined && because !== "taught_again";
}

/** A correction that was said again finds done what the first one did; without that it would have done it itself. */
function laidInstead(
  { settings: { injection } }: Planned,
  taught: readonly JournalEntry[],
  meant: readonly JournalEntry[],
  gone: ReadonlySet<string>,
  wrong: NonNullable<Unmade["notLaid"]>,
): Map<number, EdgeRecord[]> {
  const laid = new Map<number, EdgeRecord[]>();
  const seqs = new Set(meant.map(({ seq }) => seq));
  const edge = (source: string, target: string, weight: number, kind: string): EdgeRecord => ({
    source,
    target,
    weight,
    kind,
    relevance: null,
    metadata: { source: "inject" },
  });
  for (const entry of taught.filter(isInjection)) {
    const id = nodeOf(entry);
    if (seqs.has(entry.seq) || entry.body.undone !== undefined || entry.body.injected || gone.has(id))
      continue;
    const undone = meant.filter(
      (other) => isInjection(other) && nodeOf(other) === id && other.seq < entry.seq,
    );
    const isUndone = (field: "suppresses" | "connected_to") => (other: string) =>
      undone.some(({ body }) => (body[field] as string[]).includes(other));
    const edges = [
      ...idsIn(entry, "suppresses")
        .filter(isUndone("suppresses"))
        .map((other) => edge(id, other, injection.inhibitionStrength, INHIBITORY)),
      ...(injection.correctionLinks === "corrected" ? idsIn(entry, "connected_to") : [])
        .filter(isUndone("connected_to"))
        .map((other) => edge(other, id, injection.correctionPull, CROSS_FILE)),
    ].filter(
      ({ source, target }) =>
        !gone.has(source) &&
        !gone.has(target) &&
        !wrong.get(entry.seq)?.some(([from, to]) => from === source && to === target),
    );
    if (edges.length > 0) laid.set(entry.seq, edges);
  }
  return laid;
}

/** Nodes that stay since they were taught again: without their first teaching they would have come with the next one. */
function cameLater(
  taught: readonly JournalEntry[],
  meant: ReadonlySet<number>,
  kept: ReadonlyMap<string, KeptBecause>,
): Map<string, number> {
  const until = new Map<string, number>();
  for (const [id, because] of kept) {
    if (because !== "taught_again") continue;
    const own = taught.filter((entry) => isInjection(entry) && nodeOf(entry) === id);
    const stays = own.find(({ seq, body }) => !meant.has(seq) && body.undone === undefined);
    if (stays && own.some(({ seq, body }) => body.injected === true && seq < stays.seq))
      until.set(id, stays.seq);
  }
  return until;
}

/**
 * Edges with what would not have been there; and what a correction took over from a correction that would not have been
 * there, or would not have had it to give: told from the start, since that goes on from one to the next.
 */
function notLaid(
  taught: readonly JournalEntry[],
  meant: readonly JournalEntry[],
  unmade: Unmade,
): Map<number, readonly (readonly [string, string])[]> {
  const seqs = new Set(meant.map(({ seq }) => seq));
  /** What each node had been told to suppress, and what of that stays. */
  const [told, left] = [new SetsById(), new SetsById()];
  const edges = new Map<number, readonly (readonly [string, string])[]>();
  for (const entry of taught) {
    if (!isInjection(entry) || entry.body.undone !== undefined) continue;
    const id = nodeOf(entry);
    const all = idsIn(entry, "suppresses");
    const absent = absentAt(entry.seq, unmade);
    const givers = (one: string) =>
      all.filter((from, place) => place < all.indexOf(one) && told.of(from).has(one));
    const isLeft = (one: string) =>
      !absent.has(one) &&
      (givers(one).length === 0 || givers(one).some((from) => !absent.has(from) && left.of(from).has(one)));
    const kept = all.filter(isLeft);
    told.add(id, ...all);
    if (seqs.has(entry.seq) || absent.has(id)) continue;
    left.add(id, ...kept);
    const linked = idsIn(entry, "connected_to").filter((one) => absent.has(one));
    const wrong = new Set([...all.filter((one) => !kept.includes(one)), ...linked]);
    const ends = [...wrong].filter((one) => !unmade.names.has(one));
    if (ends.length > 0)
      edges.set(
        entry.seq,
        ends.flatMap(
          (other) =>
            [
              [id, other],
              [other, id],
            ] as const,
        ),
      );
  }
  return edges;
}

/** Of the corrections that stay those that corrected what is taken back, or one that did. */
function entangledIn(taught: readonly JournalEntry[], meant: readonly JournalEntry[]): number {
  const seqs = new Set(meant.map(({ seq }) => seq));
  const doubtful = new Set<string>();
  let count = 0;
  for (const entry of taught) {
    if (!isInjection(entry) || entry.body.undone !== undefined) continue;
    const isMeant = seqs.has(entry.seq);
    if (!isMeant && !idsIn(entry, "suppresses").some((id) => doubtful.has(id))) continue;
    doubtful.add(nodeOf(entry));
    if (!isMeant) count++;
  }
  return count;
}

function isInjection({ type }: JournalEntry): boolean {
  return type === "inject";
}

function nodeOf({ body }: JournalEntry): string {
  return body.node_id as string;
}

function idsIn({ body }: JournalEntry, field: "suppresses" | "connected_to"): string[] {
  return body[field] as string[];
}
