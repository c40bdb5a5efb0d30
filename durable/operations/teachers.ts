// Who taught an edge: the journal's learning events, newest first, looked through for some edges at once.

import type { Teacher } from "../../wire/explaining.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Json } from "../graph/records.ts";
import type { JournalEntry } from "../store/ports.ts";
import type { Memory } from "./memory.ts";

/** Begins the name of a question, and of no node's edge: ids hold no control characters. */
const QUESTION = "\u0000";
/** The same of a question for which a node misled. */
const MISLED = "\u0001";

/** Events of either type that are looked through; what is older is not told. */
const EVENTS_READ = 5_000;
const PAGE = 500;

type Ends = readonly [source: string, target: string];
/** A node, and the digest of a question that was taught to lead to it. */
type Taught = readonly [id: string, question: string];

export class Teachers {
  private readonly found = new Map<string, Teacher[]>();

  constructor(
    { store }: Pick<Memory, "store">,
    edges: Iterable<Ends>,
    questions: Iterable<Taught> = [],
    verdicts: Iterable<Taught> = [],
  ) {
    for (const [source, target] of edges) this.found.set(nameOf(source, target), []);
    for (const [id, question] of questions) this.found.set(nameOf(id, `${QUESTION}${question}`), []);
    for (const [id, question] of verdicts) this.found.set(nameOf(id, `${MISLED}${question}`), []);
    if (this.found.size === 0) return;
    for (const type of ["learn", "inject"] as const) {
      let before: number | undefined;
      for (let read = 0; read < EVENTS_READ; read += PAGE) {
        const entries = store.journal(PAGE, before, type);
        for (const entry of entries) this.take(entry);
        before = entries.at(-1)?.seq;
        if (entries.length < PAGE) break;
      }
    }
    for (const teachers of this.found.values()) {
      teachers.sort((a, b) => b.at - a.at);
      teachers.splice(LIMITS.teachers);
    }
  }

  /** Of an edge that was asked for, newest first. */
  of(source: string, target: string): Teacher[] {
    return this.found.get(nameOf(source, target)) ?? [];
  }

  /** Of a taught question that was asked for. */
  ofQuestion(id: string, question: string): Teacher[] {
    return this.of(id, `${QUESTION}${question}`);
  }

  /** Of questions for which a node misled, newest first. */
  ofVerdicts(id: string, questions: readonly string[]): Teacher[] {
    const all = questions.flatMap((question) => this.of(id, `${MISLED}${question}`));
    return all.sort((a, b) => b.at - a.at).slice(0, LIMITS.teachers);
  }

  private take(entry: JournalEntry): void {
    const { body, type } = entry;
    if (type === "learn") {
      for (const [source, target, change] of listIn(body.changes) as [string, string | null, number][]) {
        if (target !== null) this.note(source, target, entry, "outcome", change);
      }
      const credits = body.credits as
        | { credited: string[]; lowered?: string[]; question: string }
        | undefined;
      for (const id of credits?.credited ?? [])
        this.note(id, `${QUESTION}${credits?.question}`, entry, "outcome");
      for (const id of credits?.lowered ?? [])
        this.note(id, `${MISLED}${credits?.question}`, entry, "outcome");
      return;
    }
    const node = body.node_id as string;
    for (const question of new Set([...listIn(body.questions), body.asked ?? ""]))
      this.note(node, `${QUESTION}${question}`, entry, "correction");
    for (const other of listIn(body.suppresses) as string[]) this.note(node, other, entry, "correction");
    for (const other of listIn(body.connected_to) as string[]) {
      if (!listIn(body.suppresses).includes(other)) this.note(node, other, entry, "injection");
      this.note(other, node, entry, "injection");
    }
  }

  private note(
    source: string,
    target: string,
    { body, author, at }: JournalEntry,
    how: Teacher["how"],
    change: number | null = null,
  ): void {
    this.found.get(nameOf(source, target))?.push({
      event_id: (body.event ?? null) as string | null,
      how,
      author,
      at,
      outcome: (body.outcome ?? null) as number | null,
      change,
      undone: body.undone !== undefined,
    });
  }
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(source: string, target: string): string {
  return JSON.stringify([source, target]);
}
