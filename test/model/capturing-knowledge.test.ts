// What the memories of a captured turn say of entities and facts, asked of a scripted model once they are stored.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CapturingMemory } from "../support/capturing-memory.ts";
import { fail } from "../support/embedding-server.ts";
import { ModelServer } from "../support/model-server.ts";

const WORK = "Orla Byrne works at Harbour Systems in Cork.";
const USES = "The booking tool uses PostgreSQL.";
const TURN = { user: `${WORK} ${USES}`, session_id: "s" };
const ENTITIES = [
  {
    name: "Orla Byrne",
    type: "person",
    aliases: ["Orla", "O. B."],
    description: "Works at Harbour Systems.",
  },
  { name: "Harbour Systems", type: "company", aliases: [], description: "" },
  { name: "PostgreSQL", type: "system", aliases: [], description: "" },
  { name: "booking tool", type: "system", aliases: [], description: "" },
  { name: "Dublin Zoo", type: "system", aliases: [], description: "Made up." },
];
const FACTS = [
  fact("Orla Byrne", "works_at", "Harbour Systems", WORK),
  fact("booking tool", "USES", "PostgreSQL", USES),
  fact("Orla Byrne", "LIVES_IN", "Dublin Zoo", "Orla Byrne lives in Dublin Zoo."),
  fact("Orla Byrne", "USES", "PostgreSQL", "Orla Byrne uses PostgreSQL."),
];

function fact(source: string, relation: string, target: string, text: string) {
  const ends = { source_entity_name: source, target_entity_name: target };
  return { ...ends, relation_type: relation, fact: text, valid_at: null, invalid_at: null };
}

let server: ModelServer;
let house: CapturingMemory;
beforeAll(async () => {
  server = await ModelServer.begin();
});
beforeEach(() => {
  house = new CapturingMemory(server);
  server.says = (prompt) => answerTo(prompt);
});
afterEach(() => server.reset());
afterAll(() => server.end());

const memories = [WORK, USES].map((content) => ({ content, type: "fact", confidence: 0.9, tags: [] }));

function answerTo(prompt: string): string {
  if (prompt.includes("<user_message>")) return JSON.stringify({ memories });
  if (prompt.includes("<entity_names>")) return `\`\`\`json\n${JSON.stringify(FACTS)}\n\`\`\``;
  return JSON.stringify({ entities: ENTITIES });
}

const named = (kind: string) => house.nodes().filter((node) => node.kind === kind);
const said = (kind: string) =>
  named(kind)
    .map(({ text }) => text)
    .sort();

describe("the memories of a captured turn", () => {
  it("[CA40] bring the entities that they name and the facts between them, and nothing that was made up", async () => {
    const { job } = await house.capture(TURN);
    await house.ring();
    const { job: read } = await house.by("captureJob", { id: job as string });
    expect(read).toMatchObject({ state: "pending", turn: null });
    expect(said("memory")).toEqual([WORK, USES].sort());
    await house.settle();
    expect((await house.by("captureJob", { id: job as string })).job).toMatchObject({
      state: "done",
      error: null,
    });
    expect(said("entity")).toEqual(["Harbour Systems", "Orla Byrne", "PostgreSQL", "booking tool"]);
    expect(said("fact")).toEqual([USES, WORK].sort());
    expect(server.requests).toHaveLength(3);
    const prompt = server.requests[2].body.messages.at(-1)?.content ?? "";
    expect(prompt).toContain(
      "<entity_names>Orla Byrne, Harbour Systems, PostgreSQL, booking tool</entity_names>",
    );
    const again = await house.read({ user: `${WORK} ${USES}`, session_id: "t" });
    expect(again.memories.map(({ status }) => status)).toEqual(["duplicate", "duplicate"]);
    expect(said("entity")).toHaveLength(4);
  });

  it("[CA40] are undone together with what they say", async () => {
    const { job } = await house.capture(TURN);
    await house.settle();
    await house.by("undo", { since: 0, source: `capture:${job}` }, { role: "owner" });
    expect(said("memory")).toEqual([]);
    expect(said("fact")).toEqual([]);
  });

  it.each([
    ["fails", () => server.next(...Array.from({ length: 12 }, () => fail(500)))],
    ["refuses", () => server.next(fail(401))],
    [
      "answers no list",
      () => {
        server.says = (prompt) => (prompt.includes("<user_message>") ? answerTo(prompt) : "I can't say.");
      },
    ],
  ])(
    "[CA41] stay where the model %s when it is asked of entities, and the job is done, with what is missing",
    async (_, breaks) => {
      const { job } = await house.capture(TURN);
      await house.ring();
      breaks();
      await house.settle();
      const { job: done } = await house.by("captureJob", { id: job as string });
      expect(done.state).toBe("done");
      expect(done.error).toMatch(/^entities and facts are missing: /);
      expect(done.memories.map(({ status }) => status)).toEqual(["created", "created"]);
      expect(said("memory")).toHaveLength(2);
      expect(said("entity")).toEqual([]);
    },
  );

  it("[CA41] are asked about again where the model fails once, and what they say is stored once", async () => {
    const { job } = await house.capture(TURN);
    await house.ring();
    server.next(fail(500), fail(500), fail(500), fail(500));
    await house.settle();
    expect((await house.by("captureJob", { id: job as string })).job).toMatchObject({
      state: "done",
      error: null,
    });
    expect(said("entity")).toHaveLength(4);
  });
});

describe("memories that no turn brought", () => {
  it("[CA42] are asked about together, and bring what they name", async () => {
    await house.by("storeMemory", { content: WORK }, { author: "desk" });
    await house.by("storeMemory", { content: USES }, { author: "desk" });
    expect(house.memory.store.captures.counts().waiting).toBe(1);
    await house.settle();
    expect(said("entity")).toEqual(["Harbour Systems", "Orla Byrne", "PostgreSQL", "booking tool"]);
    expect(said("fact")).toEqual([USES, WORK].sort());
    expect(server.requests).toHaveLength(2);
    await house.by("storeMemory", { content: WORK }, { author: "desk" });
    expect(house.memory.store.captures.counts().waiting).toBe(0);
  });

  it("[CA42] are asked about once they are approved", async () => {
    await house.by("setPolicy", { capture: "proposal" }, { role: "owner", author: "owner" });
    const { id } = await house.by("storeMemory", { content: WORK }, { author: "desk" });
    await house.settle();
    expect(said("entity")).toEqual([]);
    const { proposal } = await house.by("proposal", { id }, { author: "desk" });
    await house.by("approve", { id, digest: proposal.digest }, { role: "reviewer", author: "reviewer" });
    await house.settle();
    expect(said("entity")).toEqual(["Harbour Systems", "Orla Byrne"]);
  });

  it("[CA42] are asked about later where there was no model, each once, as who wrote them", async () => {
    const model = house.withoutModel();
    await house.by("storeMemory", { content: WORK }, { author: "desk" });
    await house.by("storeMemory", { content: USES, visibility: "private" }, { author: "laptop" });
    const owner = { role: "owner", author: "owner" } as const;
    expect(await house.by("rebuildEntities", {}, owner)).toMatchObject({ model: null, asked: 0, left: 2 });
    model.back();
    expect(await house.by("rebuildEntities", { dry_run: true }, owner)).toMatchObject({ asked: 0, left: 2 });
    expect(await house.by("rebuildEntities", { limit: 1 }, owner)).toMatchObject({ asked: 1, left: 1 });
    expect(await house.by("rebuildEntities", {}, owner)).toMatchObject({ asked: 1, left: 0 });
    expect((await house.by("captureJobs", {}, owner)).jobs.map(({ author }) => author).sort()).toEqual([
      "desk",
      "laptop",
    ]);
    await house.settle();
    expect(said("entity")).toHaveLength(4);
    expect(await house.by("rebuildEntities", {}, owner)).toMatchObject({ asked: 0, left: 0 });
    const { entities } = await house.by("entities", {}, { role: "agent", author: "desk" });
    expect(entities.map(({ name }) => name).sort()).toEqual(["Harbour Systems", "Orla Byrne"]);
  });
});
