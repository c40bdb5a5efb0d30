// When a memory says nothing: to questions that are hardly about it, above all about somebody it has never heard of.

import { describe, expect, it } from "vitest";
import { SearchedMemory } from "../support/searched-memory.ts";

/** A talk of two people about everyday things. */
const TALK: readonly (readonly [speaker: string, text: string])[] = [
  ["Caroline", "I adopted a dog named Rusty from the shelter last week"],
  ["Melanie", "How lovely! My kids want a dog too, but our flat is small"],
  ["Caroline", "Rusty sleeps in the hallway and barks at the postman"],
  ["Melanie", "I started pottery on Tuesdays, my first bowl broke in the kiln"],
  ["Caroline", "I am training for the half marathon in October"],
  ["Melanie", "We went camping at the lake and saw a meteor shower"],
  ["Caroline", "My sister opened a bakery near the harbour"],
  ["Melanie", "I painted a sunrise for my mother's birthday"],
];

async function talk(): Promise<SearchedMemory> {
  const memory = new SearchedMemory();
  const notes = TALK.map(([speaker, text], at) => [`t${at}`, [text, { speaker, session: "s" }]] as const);
  await memory.add(Object.fromEntries(notes));
  return memory;
}

describe("a question about somebody", () => {
  it("[SL10] whom the memory knows is answered", async () => {
    const memory = await talk();
    const { decision, fired } = await memory.ask("Which dog did Caroline adopt from the shelter?");
    expect(decision).toBe("answered");
    expect(fired[0].id).toBe("t0");
  });

  it("[SL10] whom it has never heard of is answered with nothing, and less surely than the same of one it knows", async () => {
    const memory = await talk();
    const stranger = await memory.ask("What does Theodora do in her job?");
    expect(stranger).toMatchObject({ decision: "low_confidence", fired: [], context_ids: [] });
    const question = (name: string) => `Which bowl did ${name} break in the kiln?`;
    const known = await memory.ask(question("Melanie"));
    const unknown = await memory.ask(question("Theodora"));
    expect(unknown.confidence as number).toBeLessThan(known.confidence as number);
  });

  it("[SL11] shows nothing, in fired nodes and in context, and its trail can be learned from", async () => {
    const memory = await talk();
    const reply = await memory.ask("What does Theodora do in her job?");
    for (const [, text] of TALK) expect(JSON.stringify([reply.context, reply.fired])).not.toContain(text);
    const lesson = { query_id: reply.query_id, outcome: 0, wanted_ids: ["t6"] };
    expect((await memory.do("learn", lesson)).credited_ids).toEqual(["t6"]);
    const again = await memory.ask("What does Theodora do in her job?");
    expect(again.decision).toBe("answered");
    expect(again.fired[0].id).toBe("t6");
  });
});

describe("what is no stranger", () => {
  const sameAs = async (question: string, other: string) => {
    const memory = await talk();
    return [(await memory.ask(question)).confidence, (await memory.ask(other)).confidence];
  };

  it("[SL12] a name that is a function word too: nothing of it can be looked up", async () => {
    const [may, none] = await sameAs(
      "Where did they see the meteors in May?",
      "Where did they see the meteors in?",
    );
    expect(may).toBeCloseTo(none as number, 1);
    const [will, lower] = await sameAs("Did the dog of Will bark?", "Did the dog of will bark?");
    expect(will).toBe(lower);
  });

  it("[SL12] the first word of a sentence, and an acronym", async () => {
    const [first, lower] = await sameAs("The dog barks. Pottery?", "the dog barks. pottery?");
    expect(first).toBe(lower);
    const [acronym, small] = await sameAs("Which dog has the ZZQ?", "Which dog has the zzq?");
    expect(acronym).toBe(small);
  });

  it("[SL12] a name beyond the words that are looked up", async () => {
    const memory = await talk();
    const long = Array.from({ length: 80 }, (_, at) => `filler${at}`).join(" ");
    const { confidence } = await memory.ask(`what did the dog do when ${long} and Caroline`);
    const { confidence: lower } = await memory.ask(`what did the dog do when ${long} and caroline`);
    expect(confidence).toBe(lower);
  });

  it("[SL13] anybody while texts wait for the index, which may speak of them", async () => {
    const memory = await talk();
    const strange = "Which bowl did Theodora break in the kiln?";
    const { confidence: before } = await memory.ask(strange);
    memory.database.exec("insert into unindexed (node, ties) select rowid, 0 from nodes where id = 't7'");
    const { confidence: behind } = await memory.ask(strange);
    expect(behind as number).toBeGreaterThan(before as number);
  });
});
