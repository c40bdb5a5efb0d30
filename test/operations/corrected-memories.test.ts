// [SM] What was said wrongly and put right, over HTTP: the right one alone comes back, in any wording of the question, and the id
// that a question answers with is good for everything.

import { describe, expect, it } from "vitest";
import { begin, refused } from "../support/remembering.ts";

interface Corrected {
  readonly wrong: string;
  readonly right: string;
  readonly questions: readonly string[];
}

const CORRECTED: Readonly<Record<string, Corrected>> = {
  name: {
    wrong: "The box on the shelf is a Brand-A disk station.",
    right: "The box on the shelf is a Brand-B disk station.",
    questions: ["what is the box on the shelf?", "which disk station do we own?"],
  },
  number: {
    wrong: "The visitor parking has 12 places.",
    right: "The visitor parking has 20 places.",
    questions: ["how many places has the visitor parking?", "is there parking for visitors?"],
  },
  unit: {
    wrong: "The lift of the garage carries 900 kg.",
    right: "The lift of the garage carries 900 lb.",
    questions: ["how much does the lift carry?", "which load can the garage lift take?"],
  },
  date: {
    wrong: "The audit of the depot is on 3 May.",
    right: "The audit of the depot is on 12 June.",
    questions: ["when is the audit of the depot?", "audit date"],
  },
  negation: {
    wrong: "Dogs are allowed in the depot.",
    right: "Dogs are not allowed in the depot.",
    questions: ["are dogs allowed in the depot?", "can I bring my dog to the depot?"],
  },
  German: {
    wrong: "Der Kasten im Regal ist ein Drucker der Marke Ilm.",
    right: "Der Kasten im Regal ist ein Drucker der Marke Saale.",
    questions: ["Was ist der Kasten im Regal?", "Welchen Drucker haben wir?"],
  },
  French: {
    wrong: "La réunion du lundi commence à 9 heures.",
    right: "La réunion du lundi commence à 10 heures.",
    questions: ["À quelle heure commence la réunion du lundi ?", "réunion du lundi"],
  },
  Spanish: {
    wrong: "El almacén cierra los sábados a las 13 horas.",
    right: "El almacén cierra los sábados a las 15 horas.",
    questions: ["¿A qué hora cierra el almacén los sábados?", "cierre del almacén"],
  },
  Russian: {
    wrong: "Коробка на полке — принтер марки Нева.",
    right: "Коробка на полке — принтер марки Волга.",
    questions: ["Что за коробка на полке?", "Какой у нас принтер?"],
  },
  Chinese: {
    wrong: "架子上的盒子是甲牌的磁盘站。",
    right: "架子上的盒子是乙牌的磁盘站。",
    questions: ["架子上的盒子是什么?", "我们有哪种磁盘站?"],
  },
  Japanese: {
    wrong: "棚の上の箱は甲社のディスク装置です。",
    right: "棚の上の箱は乙社のディスク装置です。",
    questions: ["棚の上の箱は何ですか?", "どのディスク装置がありますか?"],
  },
  Korean: {
    wrong: "선반 위의 상자는 한강 디스크 장치이다.",
    right: "선반 위의 상자는 낙동 디스크 장치이다.",
    questions: ["선반 위의 상자는 무엇인가?", "어떤 디스크 장치가 있는가?"],
  },
};

type Memories = Awaited<ReturnType<typeof begin>>;
/** Ways to put a memory right; each answers with the id of what holds now. */
const WAYS = {
  "another version": async ({ memory }: Memories, id: string, content: string) =>
    (await memory.changeMemory({ id, content })).id,
  "another memory": async ({ store }: Memories, id: string, content: string) =>
    (await store(content, { supersedes: id })).id,
  "what it is like": async ({ store }: Memories, _id: string, content: string) =>
    (await store(content, { dedup_threshold: 0.5 })).id,
  "a correction": async ({ memory }: Memories, _id: string, content: string, question: string) => {
    await memory.query({ query: question, chat_id: "c" });
    return (await memory.correction({ chat_id: "c", content })).node_id as string;
  },
};

describe.each(Object.entries(CORRECTED))(
  "a memory whose %s was wrong",
  (_what, { wrong, right, questions }) => {
    it.each(Object.entries(WAYS))("[SM18] is not shown any more, put right by %s", async (_way, correct) => {
      const memories = await begin();
      const { store, memory, object } = memories;
      await store("The canteen of the depot serves soup at noon.");
      const { id } = await store(wrong);
      const now = await correct(memories, id, right, questions[0]);
      for (const isAnew of [false, true]) {
        if (isAnew) {
          await object.drained();
          await object.lose();
        }
        for (const query of questions) {
          const { fired, context } = await memory.query({ query });
          expect(fired[0]?.text, query).toBe(right);
          expect(fired.map(({ text }) => text)).not.toContain(wrong);
          expect(context).not.toContain(wrong);
          expect(fired[0].id).toBe(now);
        }
      }
    });
  },
);

describe("the id that a question answers with", () => {
  it("[SM18] is good for reading, history, feedback, changes and erasing", async () => {
    const { store, memory } = await begin();
    const { wrong, right, questions } = CORRECTED.name;
    const old = await store(wrong);
    await memory.changeMemory({ id: old.id, content: right });
    const ask = async () => await memory.query({ query: questions[0], chat_id: "c" });
    const { fired } = await ask();
    const { id } = fired[0];
    expect((await memory.memory(id)).content).toBe(right);
    expect((await memory.node(id)).text).toBe(right);
    const { versions } = await memory.memoryHistory(id);
    expect(versions.map(({ content }) => content)).toEqual([right, wrong]);
    expect(versions[1]).toMatchObject({ superseded_by: id, is_current_version: false });
    expect(versions[1].valid_to).toBe(versions[0].valid_from);
    expect((await memory.learn({ chat_id: "c", outcome: 1 })).fired_ids).toContain(id);
    expect((await memory.learn({ fired_ids: [id], outcome: 1 })).fired_ids).toEqual([id]);
    expect((await memory.changeMemory({ id, tags: ["shelf"] })).tags).toEqual(["shelf"]);
    await memory.erase({ node_ids: [id] });
    expect((await ask()).fired).toEqual([]);
    await expect(memory.memory(id)).rejects.toEqual(refused("not_found"));
  });
});
