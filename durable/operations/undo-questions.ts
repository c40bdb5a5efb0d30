// Questions that an undo takes from nodes that stay, and those that it gives back. The journal knows them by digests: what
// each node was taught, and lost, is told anew from the start without what is undone, and compared with what leads there.
// A question that was lost comes back in the words of its trail, where that is still kept.

import { EmbedderFailure } from "../embed/failure.ts";
import { questionsOf, teachQuestion } from "../graph/correcting.ts";
import type { Asked } from "../graph/records.ts";
import { MOST_ROUTES, type Vector } from "../graph/vectors.ts";
import type { JournalEntry } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { embedOrNot } from "./embedding.ts";
import type { Memory, Work } from "./memory.ts";
import { SetsById } from "./sets-by-id.ts";
import type { UndoPlan } from "./undo-plan.ts";

/** Taught routes that a node may have. */
const ROUTES = Array.from({ length: MOST_ROUTES - 1 }, (_, index) => index + 1);

/** By digest. */
export type Questions = ReadonlyMap<string, { readonly asked: Asked; readonly vector: Vector }>;

export interface Retaught {
  readonly forgotten: number;
  readonly restored: number;
  /** Lost questions that are not known in words any more. */
  readonly lost: number;
}

interface Differing {
  /** Digests by node that were taught by what is undone alone. */
  readonly goes: Map<string, Set<string>>;
  /** Digests by node that were taken by what is undone. */
  readonly comes: Map<string, Set<string>>;
}

/** Questions that come back, with their vectors. */
export async function lostQuestions(memory: Memory, plan: UndoPlan): Promise<Questions> {
  const wanted = new Set([...differing(memory, plan).comes.values()].flatMap((digests) => [...digests]));
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
  const { goes, comes } = differing(work, plan);
  const counts = { forgotten: 0, restored: 0, lost: 0 };
  for (const [id, digests] of goes) {
    const before = questionsOf(draft, id);
    const left = before.filter(({ asked }) => asked === null || !digests.has(digestOf(asked.text)));
    counts.forgotten += before.length - left.length;
    if (left.length === before.length) continue;
    for (const route of draft.vectors.routesOf(id)) if (route > left.length) draft.removeVector(id, route);
    for (const [index, { vector, asked }] of left.entries()) draft.putVector(id, vector, index + 1, asked);
  }
  for (const [id, digests] of comes) {
    for (const digest of digests) {
      const question = known.get(digest);
      if (question) teachQuestion(draft, id, question.vector, question.asked);
      counts[question ? "restored" : "lost"]++;
    }
  }
  return counts;
}

function differing({ store, graph }: Pick<Memory, "store" | "graph">, plan: UndoPlan): Differing {
  const all = [...store.erasing.journal()].filter(({ type }) => type === "inject" || type === "learn");
  const brought = new SetsById();
  const taken = new SetsById();
  const wanted = new SetsById();
  /** By node: what any correction ever brought to it. */
  const had = new SetsById();
  /** Nodes at which another wording stands for a question that is wanted. */
  const standIns = new Set<string>();
  for (const entry of all) {
    const { body, seq } = entry;
    const isUndone = plan.entries.has(seq);
    if (body.undone !== undefined) continue;
    if (entry.type === "learn") {
      const { credited, discredited, question } = creditsIn(entry);
      for (const id of credited) (isUndone ? brought : wanted).add(id, question);
      for (const id of discredited)
        if (isUndone) taken.add(id, question);
        else wanted.remove(id, question);
      continue;
    }
    const id = body.node_id as string;
    const corrected = listIn(entry, "suppresses");
    const isFrom = (digest: string, isGone: boolean) =>
      corrected.some((one) => plan.names.has(one) === isGone && had.of(one).has(digest));
    const asked = typeof body.asked === "string" ? [body.asked] : [];
    const questions = listIn(entry, "questions");
    for (const digest of [...questions, ...asked]) had.add(id, digest);
    if (!isUndone && asked.some((digest) => !questions.includes(digest) && !wanted.of(id).has(digest)))
      standIns.add(id);
    for (const digest of questions) {
      const isOrphan = isFrom(digest, true) && !isFrom(digest, false) && !asked.includes(digest);
      (isUndone || isOrphan ? brought : wanted).add(id, digest);
    }
    for (const digest of asked) (isUndone ? brought : wanted).add(id, digest);
  }
  const here = (id: string) => graph.has(id) && !plan.names.has(id);
  const present = (id: string) => new Set(routeDigests(store, id));
  const goes = new Map<string, Set<string>>();
  for (const [id, digests] of brought) {
    const alone = new Set([...digests].filter((digest) => !wanted.of(id).has(digest)));
    const isStandIn = standIns.has(id) && [...wanted.of(id)].some((digest) => !present(id).has(digest));
    if (here(id) && alone.size > 0 && !isStandIn) goes.set(id, alone);
  }
  const comes = new Map<string, Set<string>>();
  for (const [id, digests] of taken) {
    const missing = [...digests].filter((digest) => wanted.of(id).has(digest) && !present(id).has(digest));
    if (here(id) && missing.length > 0) comes.set(id, new Set(missing));
  }
  return { goes, comes };
}

function routeDigests(store: Memory["store"], id: string): string[] {
  const texts = ROUTES.map((route) => store.asked(id, route)?.text);
  return texts.flatMap((text) => (text === undefined ? [] : [digestOf(text)]));
}

function creditsIn({ body }: JournalEntry): { credited: string[]; discredited: string[]; question: string } {
  const credits = body.credits as { credited: string[]; discredited: string[]; question: string } | undefined;
  return credits ?? { credited: [], discredited: [], question: "" };
}

function listIn({ body }: JournalEntry, field: "questions" | "suppresses"): string[] {
  return (body[field] ?? []) as string[];
}
