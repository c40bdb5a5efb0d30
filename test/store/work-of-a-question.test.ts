// What a question and a lesson cost, counted: statements, rows that are read, and vectors that are copied. Time depends on the
// machine; these do not, and none of them grows with the memory.

import { describe, expect, it, vi } from "vitest";
import { awake, benchCall, storedMemory } from "../../bench/memory.ts";
import { sentences } from "../../bench/texts.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { perform } from "../../durable/operations/perform.ts";
import type { EndpointName, RequestOf } from "../../wire/endpoints.ts";

const ROUNDS = 20;
/** Of one question: what it cost when this was written, and a little more. */
const MOST = { statements: 26, rows: 90, copies: 0, searches: 1 } as const;
/** Of one lesson about thirty nodes. */
const MOST_OF_LESSON = { statements: 40, rows: 40, copies: 6 } as const;

interface Counts {
  statements: number;
  rows: number;
}

/** The same questions asked of a memory of so many nodes, then learned from; averages of one. */
async function costs(nodes: number) {
  const stored = await storedMemory(nodes);
  const memory = awake(stored);
  const { database } = stored;
  const counts: Counts = { statements: 0, rows: 0 };
  const { exec, each } = database;
  database.exec = (...asked) => {
    const rows = exec.apply(database, asked);
    counts.statements++;
    counts.rows += rows.length;
    return rows;
  };
  database.each = function* (...asked) {
    counts.statements++;
    for (const row of each.apply(database, asked)) {
      counts.rows++;
      yield row;
    }
  };
  const copied = vi.spyOn(PackedVectors.prototype, "vector");
  const searched = vi.spyOn(PackedVectors.prototype, "search");
  const ids: string[] = [];
  const texts = sentences(3);
  const run = async <Name extends EndpointName>(name: Name, request: RequestOf<Name>) => {
    const call = { ...benchCall(), role: "agent" } as const;
    expect((await perform(memory, name, request, call)).ok).toBe(true);
    return call.id;
  };
  // What is read once is read.
  for (let round = 0; round < ROUNDS; round++) await run("query", { query: texts.next().value });
  const averaged = async (work: (round: number) => Promise<unknown>) => {
    Object.assign(counts, { statements: 0, rows: 0 });
    for (const spy of [copied, searched]) spy.mockClear();
    for (let round = 0; round < ROUNDS; round++) await work(round);
    const [copies, searches] = [copied, searched].map((spy) => spy.mock.calls.length / ROUNDS);
    return { statements: counts.statements / ROUNDS, rows: counts.rows / ROUNDS, copies, searches };
  };
  const query = await averaged(async () => ids.push(await run("query", { query: texts.next().value })));
  const learn = await averaged((round) =>
    run("learn", { query_id: ids[round], outcome: round % 2 === 0 ? 1 : -1 }),
  );
  vi.restoreAllMocks();
  return { query, learn };
}

describe("a question and a lesson", () => {
  it.each([300, 1_200])(
    "[WK6] cost no more statements, rows and copies than they need, at %i nodes",
    async (nodes) => {
      const { query, learn } = await costs(nodes);
      for (const [what, most] of Object.entries(MOST))
        expect(query[what as keyof typeof query], what).toBeLessThanOrEqual(most);
      for (const [what, most] of Object.entries(MOST_OF_LESSON))
        expect(learn[what as keyof typeof learn], what).toBeLessThanOrEqual(most);
    },
  );
});
