// Where else erased nodes are mentioned: in the journal, in trails of questions, in remembered replies.

import type { Json, Metadata } from "../graph/records.ts";
import type { JournalEntry, Scrubbed } from "../store/ports.ts";
import type { Footprint } from "./erase-footprint.ts";
import type { Unlearned } from "./erase-history.ts";
import { erasedReply } from "./erased-before.ts";
import { someText, withoutNames } from "./erased-names.ts";
import type { Work } from "./memory.ts";

export type Mentions = Pick<Scrubbed, "entries" | "trails" | "answers">;

/** `author`: whose questions go as well. */
export function mentionsOf(
  work: Work,
  footprint: Footprint,
  unlearned: Unlearned,
  author: string | null,
): Mentions {
  return {
    entries: entriesOf(work, footprint, unlearned, author),
    trails: trailsOf(work, footprint, author),
    answers: answersOf(work, footprint),
  };
}

function entriesOf(
  { store }: Work,
  { names }: Footprint,
  unlearned: Unlearned,
  author: string | null,
): Mentions["entries"] {
  const dropped = new Set<number>();
  const rewritten = new Map<number, JournalEntry>();
  for (const entry of store.erasing.journal()) {
    if (unlearned.entries.has(entry.seq)) {
      const now = unlearned.entries.get(entry.seq);
      if (now) rewritten.set(entry.seq, now);
      else dropped.add(entry.seq);
      continue;
    }
    const body = withoutNames(entry.body, names);
    const isQuestion = entry.type === "query";
    if (body === undefined || (isQuestion && (body !== entry.body || entry.author === author)))
      dropped.add(entry.seq);
    else if (body !== entry.body) rewritten.set(entry.seq, { ...entry, body: body as Metadata });
  }
  return { dropped, rewritten };
}

/** A trail goes whole: what is left of a walk without some of its nodes is no walk. */
function trailsOf({ store }: Work, { names, passages }: Footprint, author: string | null): number[] {
  const seqs: number[] = [];
  for (const { seq, ...trail } of store.erasing.trails()) {
    const isNamed = withoutNames(trail as unknown as Json, names) !== (trail as unknown as Json);
    if (isNamed || trail.author === author || passages.isIn(trail.query)) seqs.push(seq);
  }
  return seqs;
}

/** A reply that says more than ids is replaced by a mark, so that its request is not done again. */
function answersOf({ store, call }: Work, { names, passages }: Footprint): Mentions["answers"] {
  const answers = new Map<string, Json>();
  for (const { key, reply } of store.erasing.answers()) {
    const isQuoted = someText(reply, (text) => passages.isIn(text));
    const left = isQuoted || isProse(reply) ? undefined : withoutNames(reply, names);
    const isNamed = withoutNames(reply, names) !== reply;
    if (isQuoted || isNamed) answers.set(key, left ?? erasedReply(call.id));
  }
  return answers;
}

/** Replies of older clients hold whole contexts, in which short texts can't be told apart. */
function isProse(reply: Json): boolean {
  return typeof reply === "object" && reply !== null && "result" in reply;
}
