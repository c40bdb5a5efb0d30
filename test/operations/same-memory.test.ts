// [SM] One sentence that is stored many times at once, over HTTP: one memory, whoever comes first, however it is written, with and without
// vectors.

import { afterEach, describe, expect, it, vi } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { begin } from "../support/remembering.ts";
import { deploy, ScriptedEmbedder, timePasses } from "../support/scripted-embedder.ts";

const AT_ONCE = 25;
const WITH_KEY = 10;
/** In which an embedder is tried again. */
const LONG_ENOUGH_MS = 10 * 60_000;
const RINGS = 4;

/** A sentence, and the same written in other ways. */
const SENTENCES: Readonly<Record<string, readonly [sentence: string, ...written: readonly string[]]>> = {
  English: [
    "Invoices go out on the 5th",
    "invoices go out on the 5th",
    "Invoices go out on the 5th.",
    "  Invoices  go out   on the 5th ",
    "INVOICES GO OUT ON THE 5TH!",
    "Invoices go out\non the 5th",
  ],
  German: [
    "Der Müll wird am Dienstag geholt",
    "der Müll wird am Dienstag geholt.",
    "Der  Müll wird am  Dienstag geholt",
  ],
  French: [
    "La réunion commence à 9 heures",
    "la réunion commence à 9 heures.",
    "La réunion commence à 9 heures !",
  ],
  Spanish: [
    "El almacén cierra a las 13 horas",
    "¡El almacén cierra a las 13 horas!",
    "el almacén cierra a las 13 horas.",
  ],
  Russian: ["Склад закрыт по субботам", "склад закрыт по субботам.", "Склад  закрыт  по субботам"],
  Chinese: ["仓库每周六下午关门休息", "仓库每周六下午关门休息。", " 仓库每周六下午关门休息!"],
  Japanese: [
    "倉庫は土曜日の午後に閉まります",
    "倉庫は土曜日の午後に閉まります。",
    "倉庫は土曜日の午後に閉まります ",
  ],
  Korean: [
    "창고는 토요일 오후에 닫습니다",
    "창고는 토요일 오후에 닫습니다.",
    "창고는  토요일  오후에 닫습니다",
  ],
};

afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

/** Stored `AT_ONCE` times as it is, some with one key, then as often in its other ways. */
async function storedOften([sentence, ...written]: readonly string[]) {
  const memories = await begin();
  const { memory } = memories;
  const times = Array.from({ length: AT_ONCE }, (_, at) => at);
  const first = await Promise.all(
    times.map((at) =>
      memory.storeMemory({ content: sentence }, at < WITH_KEY ? { idempotencyKey: "the-same" } : {}),
    ),
  );
  const second = await Promise.all(
    times.map((at) => memory.storeMemory({ content: written[at % written.length] })),
  );
  return { ...memories, first, second };
}

describe.each(Object.entries(SENTENCES))(
  "a sentence in %s that is stored fifty times at once",
  (_language, written) => {
    it.each([
      ["with vectors", null],
      ["without vectors", new EmbedderFailure("unavailable", "the provider answers 503")],
    ])(
      "[SM19] is one memory, and each reply names it and says whether it was new, %s",
      async (_how, mood) => {
        vi.spyOn(console, "error").mockReturnValue(undefined);
        const [embedder] = deploy(new ScriptedEmbedder("scripted-v1", { slow: false }));
        if (mood) embedder.mood = mood;
        const { memory, object, first, second } = await storedOften(written);
        const [{ id }] = first;
        expect(new Set([...first, ...second].map((reply) => reply.id))).toEqual(new Set([id]));
        const isNew = (reply: (typeof first)[number]) => reply.status === "created";
        // Who sends the key of the one that was new is given its reply again.
        const replies = new Set(first.filter(isNew).map(({ event_id }) => event_id));
        expect(replies.size).toBe(1);
        expect(second.filter(isNew)).toEqual([]);
        const lost = async () => {
          // The vectors come at last, and find nothing to add.
          embedder.mood = "works";
          for (let rings = 0; mood && rings < RINGS; rings++) {
            timePasses(LONG_ENOUGH_MS);
            await object.ring();
          }
          await object.drained();
          await object.lose();
        };
        for (const step of [() => object.evict(), lost]) {
          await step();
          expect((await memory.memories()).memories.map((one) => [one.id, one.content])).toEqual([
            [id, written[0]],
          ]);
        }
      },
    );
  },
);

describe("two agents that store the same sentence", () => {
  it("[SM19] have one memory each", async () => {
    const one = await begin();
    const name = (await one.story.agent()).name;
    const memories = [one.memory, one.story.memory(name)];
    const [content] = SENTENCES.English;
    const stored = await Promise.all(memories.map((memory) => memory.storeMemory({ content })));
    expect(stored.map(({ status }) => status)).toEqual(["created", "created"]);
    for (const memory of memories) expect((await memory.memories()).memories).toHaveLength(1);
  });
});
