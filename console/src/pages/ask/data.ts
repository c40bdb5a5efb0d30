// What the ask page does: asks with the reasons, judges, corrects, and asks again.

import type { MemoryClient } from "../../../../client/memory-client.ts";
import type { ExplainReply } from "../../../../wire/explaining.ts";
import type { QueryReply } from "../../../../wire/query.ts";

export interface Answer {
  readonly question: string;
  readonly reply: QueryReply;
  /** How each node got into it. */
  readonly why: ExplainReply;
}

/** Asks, and has it explained. */
export async function ask(memory: MemoryClient, question: string): Promise<Answer> {
  const reply = await memory.query({ query: question });
  return { question, reply, why: await memory.explain(reply.query_id) };
}

/** What became of a node from one answer to the next. */
export interface Difference {
  readonly id: string;
  readonly text: string;
  /** Place in the answer, from 1; null: not in it. */
  readonly before: number | null;
  readonly now: number | null;
}

/** The nodes of two answers to the same question, in the order of the newer one, those that left last. */
export function differences(before: QueryReply, now: QueryReply): Difference[] {
  const place = (reply: QueryReply, id: string): number | null => {
    const at = reply.fired.findIndex((node) => node.id === id);
    return at < 0 ? null : at + 1;
  };
  const left = before.fired.filter(({ id }) => place(now, id) === null);
  return [...now.fired, ...left].map(({ id, text }) => ({
    id,
    text,
    before: place(before, id),
    now: place(now, id),
  }));
}
