// Questions that an undo takes from nodes that stay, and those that it gives back. The journal knows them by digests: what
// each node was taught, and lost, on either side, is told anew from the start without what is undone, and compared with what leads there.
// A question that was lost comes back in the words of its trail, where that is still kept.

import { EmbedderFailure } from "../embed/failure.ts";
import { dropQuestions, LEADING, MISLEADING, type Side, teachQuestion } from "../graph/correcting.ts";
import type { Asked } from "../graph/records.ts";
import type { Vector } from "../graph/vectors.ts";
import type { JournalEntry } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { embedOrNot } from "./embedding.ts";
import type { Memory, Work } from "./memory.ts";
import { SetsById } from "./sets-by-id.ts";
import { ToldContrasts } from "./told-contrasts.ts";
import type { UndoPlan } from "./undo-plan.ts";

/** By digest. */
export type Questions = ReadonlyMap<string, { readonly asked: Asked; readonly vector: Vector }>;

export interface Retaught {
  readonly forgotten: number;
  readonly restored: number;
  /** Lost questions that are not known in words any more. */
  readonly lost: number;
}

/** A question of a side: its digest with a sign before it. */
type Signed = string;

const SIGNS: readonly (readonly [sign: string, side: Side])[] = [
  ["+", LEADING],
  ["-", MISLEADING],
];
const [PLUS, MINUS] = SIGNS.map(([sign]) => sign);

interface Differing {
  /** By node: what was taught by what is undone alone. */
  readonly goes: Map<string, Set<Signed>>;
  /** By node: what was taken by what is undone. */
  readonly comes: Map<string, Set<Signed>>;
  /** By node and question: the entry that taught it last. */
  readonly taughtIn: Map<string, JournalEntry>;
}

/** Questions that come back, with their vectors. */
export async function lostQuestions(memory: Memory, plan: UndoPlan): Promise<Questions> {
  const signed = [...differing(memory, plan).comes.values()].flatMap((all) => [...all]);
  const wanted = new Set(signed.map((one) => one.slice(1)));
  const asked = new Map<string, Asked>();
  if (wanted.size > 0)
    for (const { query, author } of memory.store.erasing.trails()) {
      const digest = digestOf(query);
      if (wanted.has(digest) && !asked.has(digest)) asked.set(digest, { text: query, by: author });
    }
  const known = [...asked];
  const texts = known.map(([, { text }]) => text);
  const vectors = await embedOrNot(memory.embedder, texts, "query");
  if (vectors instanceof EmbedderFailure) return new Map();
  return new Map(known.map(([digest, one], index) => [digest, { asked: one, vector: vectors[index] }]));
}

/** Takes and gives back the questions of nodes that stay. */
export function reteach(work: Work, plan: UndoPlan, known: Questions): Retaught {
  const { draft } = work;
  const { goes, comes, taughtIn } = differing(work, plan);
  const counts = { forgotten: 0, restored: 0, lost: 0 };
  for (const [id, digests] of goes)
    for (const [sign, side] of SIGNS) {
      const isGoing = (asked: Asked | null) => asked !== null && digests.has(sign + digestOf(asked.text));
      counts.forgotten += dropQuestions(draft, id, ({ asked }) => isGoing(asked), side).length;
    }
  const told = new ToldContrasts(work, plan);
  for (const [id, digests] of comes)
    for (const signed of digests) {
      const question = known.get(signed.slice(1));
      const side = signed.startsWith(PLUS) ? LEADING : MISLEADING;
      const taught = taughtIn.get(nameOf(id, signed));
      const contrast = side === LEADING ? told.without(id, signed.slice(1)) : null;
      const asked = question && { ...askedIn(question.asked, taught), ...(contrast && { contrast }) };
      if (question) teachQuestion(draft, id, question.vector, asked, side);
      counts[question ? "restored" : "lost"]++;
    }
  told.revise(work);
  return counts;
}

/** A question with who taught it, and when. */
function askedIn({ text, by }: Asked, taught: JournalEntry | undefined): Asked {
  if (!taught) return { text, by };
  const { at, author } = taught;
  return { text, by, at, ...(author !== by && { teacher: author }) };
}

function differing({ store, graph }: Pick<Memory, "store" | "graph">, plan: UndoPlan): Differing {
  const brought = new SetsById();
  const taken = new SetsById();
  const wanted = new SetsById();
  /** By node: what any correction ever brought to it. */
  const had = new SetsById();
  /** Nodes at which another wording stands for a question that is wanted. */
  const standIns = new Set<string>();
  const taughtIn = new Map<string, JournalEntry>();
  for (const entry of plan.taught) {
    const { body, seq } = entry;
    const isUndone = plan.entries.has(seq);
    if (body.undone !== undefined) continue;
    const bring = (id: string, signed: Signed) => {
      (isUndone ? brought : wanted).add(id, signed);
      if (!isUndone) taughtIn.set(nameOf(id, signed), entry);
    };
    const take = (id: string, signed: Signed) => {
      if (isUndone) taken.add(id, signed);
      else wanted.remove(id, signed);
    };
    for (const [id, signed] of lostIn(entry)) take(id, signed);
    if (entry.type === "learn") {
      const { credited, lowered, question } = creditsIn(entry);
      for (const id of credited) bring(id, PLUS + question);
      for (const id of lowered) bring(id, MINUS + question);
      continue;
    }
    const id = body.node_id as string;
    const corrected = listIn(entry, "suppresses");
    const isFrom = (signed: Signed, isGone: boolean) =>
      corrected.some((one) => plan.names.has(one) === isGone && had.of(one).has(signed));
    const asked = typeof body.asked === "string" ? [PLUS + body.asked] : [];
    const questions = listIn(entry, "questions").map((digest) => PLUS + digest);
    for (const signed of [...questions, ...asked]) had.add(id, signed);
    if (!isUndone && asked.some((signed) => !questions.includes(signed) && !wanted.of(id).has(signed)))
      standIns.add(id);
    for (const signed of questions) {
      const isOrphan = isFrom(signed, true) && !isFrom(signed, false) && !asked.includes(signed);
      if (isOrphan) brought.add(id, signed);
      else bring(id, signed);
    }
    for (const signed of asked) bring(id, signed);
  }
  const here = (id: string) => graph.has(id) && !plan.names.has(id);
  const present = (id: string) => new Set(signedOf(store, id));
  const goes = new Map<string, Set<Signed>>();
  for (const [id, digests] of brought) {
    const alone = new Set([...digests].filter((signed) => !wanted.of(id).has(signed)));
    const isStandIn = standIns.has(id) && [...wanted.of(id)].some((signed) => !present(id).has(signed));
    if (here(id) && alone.size > 0 && !isStandIn) goes.set(id, alone);
  }
  const comes = new Map<string, Set<Signed>>();
  for (const [id, digests] of taken) {
    const missing = [...digests].filter((signed) => wanted.of(id).has(signed) && !present(id).has(signed));
    if (here(id) && missing.length > 0) comes.set(id, new Set(missing));
  }
  return { goes, comes, taughtIn };
}

function signedOf(store: Memory["store"], id: string): Signed[] {
  return SIGNS.flatMap(([sign, { first, end }]) => {
    const texts = Array.from({ length: end - first }, (_, index) => store.asked(id, first + index)?.text);
    return texts.flatMap((text) => (text === undefined ? [] : [sign + digestOf(text)]));
  });
}

interface Credits {
  readonly credited: readonly string[];
  readonly lowered: readonly string[];
  readonly question: string;
}

function creditsIn({ body }: JournalEntry): Credits {
  const credits = body.credits as Partial<Credits> | undefined;
  return { credited: [], lowered: [], question: "", ...credits };
}

/** Questions that an entry took from nodes. Those of earlier versions say only from which. */
function lostIn({ body }: JournalEntry): (readonly [id: string, signed: Signed])[] {
  const { taken, discredited, question } = (body.credits ?? {}) as {
    readonly taken?: readonly (readonly [id: string, digest: string, leading: boolean])[];
    readonly discredited?: readonly string[];
    readonly question?: string;
  };
  const displaced = (body.displaced ?? []) as readonly string[];
  return [
    ...(taken ?? []).map(([id, digest, leading]) => [id, (leading ? PLUS : MINUS) + digest] as const),
    ...(discredited ?? []).map((id) => [id, PLUS + (question ?? "")] as const),
    ...displaced.map((digest) => [body.node_id as string, PLUS + digest] as const),
  ];
}

function listIn({ body }: JournalEntry, field: "questions" | "suppresses"): string[] {
  return (body[field] ?? []) as string[];
}

function nameOf(id: string, signed: Signed): string {
  return `${signed} ${id}`;
}
