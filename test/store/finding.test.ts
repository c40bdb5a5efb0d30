// What a question finds: by its words in any script, by what the memory ties together, and never by what may not be seen.

import { describe, expect, it } from "vitest";
import { exportOf, importInto } from "../support/moving.ts";
import { SearchedMemory } from "../support/searched-memory.ts";
import { nodeRecord } from "../support/small-graph.ts";

/** Notes that no question of these tests is about. */
const OTHERS = {
  o1: "The printer on the second floor needs new paper every week",
  o2: "Invoices are paid within thirty days by bank transfer",
  o3: "Coffee beans are kept in the cupboard beside the window",
};

async function withNotes(notes: Parameters<SearchedMemory["add"]>[0]): Promise<SearchedMemory> {
  const memory = new SearchedMemory();
  await memory.add({ ...OTHERS, ...notes });
  return memory;
}

describe("a question finds by its words", () => {
  it.each([
    ["Chinese", "重启服务器之前先备份数据库", "数据库备份"],
    ["Arabic", "كلمة المرور تتغير كل شهر", "متى تتغير كلمة المرور؟"],
    ["Thai", "รหัสผ่านเปลี่ยนทุกเดือน", "รหัสผ่านเปลี่ยนทุกเดือน"],
    ["hyphens", "Rack db-prod-02 stands in hall seven", "db-prod-02?"],
    ["quotes", 'He calls it the "blue door" at home', 'what is "blue door"'],
    ["parts of names", "The pod was OOMKilled twice", "oom killed pod"],
    ["codes", "Error E4471 means a full disk", "E4471"],
    ["full-width forms", "The ＴＬＳ certificate ends in May", "TLS certificate"],
    ["other endings", "Deployments were restarted on Fridays", "restarting a deployment"],
  ])("[HR25] in %s", async (_, text, question) => {
    const memory = await withNotes({ wanted: text });
    expect((await memory.found(question))[0]).toBe("wanted");
  });

  it("[HR62] and by those that tell the same relation, after those that say the word", async () => {
    const memory = await withNotes({
      said: "Nora lives in a house by the quay",
      moved: "Nora moved to Esbjerg",
      none: "Nora paints in the evening",
    });
    expect((await memory.found("Where does Nora live?")).slice(0, 2)).toEqual(["said", "moved"]);
  });

  it("[HR26] takes operators of full-text search and of SQL for words, or for nothing", async () => {
    const memory = await withNotes({ wanted: "The zeppelin lands near the harbour" });
    for (const question of [
      "zeppelin AND harbour",
      "zeppelin NOT harbour",
      'NEAR("zeppelin" harbour, 2) OR',
      "zeppelin* ^harbour terms:zeppelin -harbour (",
      `zeppelin'; drop table nodes; --`,
      `zeppelin" OR "1"="1`,
      "zeppelin \0 harbour \ud800",
      "lexicon match zeppelin_2 %_ harbour",
    ]) {
      expect((await memory.found(question))[0], JSON.stringify(question)).toBe("wanted");
    }
    expect((await memory.do("info", {})).nodes).toBe(4);
  });

  it("[HR27] answers a question without any word: nothing of it is looked up, and nothing fails", async () => {
    const memory = await withNotes({});
    for (const question of ["???", "the of and", "🎉", "\0", "\udfff", " \n", "…"]) {
      const reply = await memory.ask(question);
      expect(reply.decision, JSON.stringify(question)).toBe("low_confidence");
    }
  });

  it("[HR28] answers questions and keeps texts as long as they may be, in words short and long", async () => {
    const memory = new SearchedMemory();
    const many = Array.from({ length: 12_000 }, (_, number) => `word${number}`).join(" ");
    const one = "x".repeat(99_000);
    await memory.add({ many: many.slice(0, 100_000), one: `${one} zeppelin` });
    expect(await memory.found("zeppelin")).toContain("one");
    for (const long of [many.slice(0, 10_000), one.slice(0, 10_000), "重".repeat(10_000)]) {
      expect((await memory.ask(long)).query_id).toHaveLength(32);
    }
  });

  it("[HR29] finds by title, speaker and caption as by the text", async () => {
    const memory = await withNotes({
      t: ["It flies.", { title: "Zeppelin" }],
      s: ["I was there.", { speaker: "Quentin" }],
      c: ["Look at this.", { caption: "a walrus on ice" }],
    });
    expect((await memory.found("zeppelin"))[0]).toBe("t");
    expect((await memory.found("what was quentin saying"))[0]).toBe("s");
    expect((await memory.found("walrus"))[0]).toBe("c");
  });

  it("[HR30] a text that is edited is found by its new words and no more by its old ones", async () => {
    const memory = await withNotes({ note: "The zeppelin lands at noon" });
    await memory.do("edit", { id: "note", text: "The walrus sleeps until dusk" });
    expect((await memory.found("walrus"))[0]).toBe("note");
    expect(await memory.found("zeppelin")).not.toContain("note");
  });

  it("[HR31] nodes of excluded files are left out before anything is ranked: a flood of them hides nothing", async () => {
    const memory = new SearchedMemory();
    const flood = Array.from({ length: 150 }, (_, number) => ({
      path: `flood/${String(number).padStart(3, "0")}.md`,
      text: "zeppelin harbour landing",
    }));
    await memory.do("sync", {
      files: [
        ...flood,
        { path: "kept.md", text: "A zeppelin came to a harbour once, and nobody remembers when" },
      ],
    });
    const found = await memory.ask("zeppelin harbour landing", { exclude_file_prefixes: ["flood/"] });
    expect(found.fired.map(({ provenance }) => provenance.file)).toEqual(["kept.md"]);
    expect(found.seeds).toHaveLength(1);
  });
});

describe("what belongs together is tied", () => {
  it("[HR32] each turn of a session with the one before it, also across batches, and no other", async () => {
    const memory = new SearchedMemory();
    const turn = (text: string, session = "s1"): [string, Record<string, string>] => [text, { session }];
    await memory.add({ t1: turn("Shall we meet?"), x1: turn("Hello there.", "s2"), t2: turn("At noon.") });
    await memory.add({ t3: turn("Where?"), x2: turn("Goodbye.", "s2") });
    for (const [one, other] of [
      ["t1", "t2"],
      ["t2", "t3"],
      ["x1", "x2"],
    ]) {
      expect(memory.kind(one, other), `${one} ${other}`).toBe("sibling");
      expect(memory.kind(other, one), `${other} ${one}`).toBe("sibling");
    }
    expect(memory.kind("t1", "t3")).not.toBe("sibling");
    expect(memory.kind("t2", "x1")).not.toBe("sibling");
  });

  it("[HR33] what a text mentions by name, in whichever order the two were written", async () => {
    const memory = await withNotes({
      before: "We saw Castle Rock from the road",
      place: ["It stands on a hill.", { title: "Castle Rock (Scotland)" }],
    });
    await memory.add({ after: "Nobody has been to Castle-Rock since", no: "a castle on a rock" });
    for (const id of ["before", "after"]) {
      expect(memory.kind(id, "place"), id).toBe("mention");
      expect(memory.kind("place", id), id).toBe("mention");
    }
    expect(memory.kind("no", "place")).not.toBe("mention");
    expect(memory.kind("place", "place")).toBeNull();
  });

  it("[HR34] an edit cuts the mentions that its text makes no more, unless something was learned of them", async () => {
    const memory = await withNotes({
      rock: ["It stands on a hill.", { title: "Castle Rock" }],
      lake: ["It is deep and cold.", { title: "Loch Ness" }],
      text: "From Castle Rock to Loch Ness",
    });
    expect(memory.kind("text", "rock")).toBe("mention");
    memory.write(({ draft }) => draft.weigh(draft.graph.edgeOf("text", "lake"), 0.7));
    await memory.do("edit", { id: "text", text: "We stayed at home" });
    expect(memory.kind("text", "rock")).toBeNull();
    expect(memory.kind("rock", "text")).toBeNull();
    expect(memory.weight("text", "lake")).toBe(0.7);
    await memory.do("edit", { id: "rock", metadata: { title: "Home Hill" } });
    await memory.do("edit", { id: "text", text: "We stayed at Home Hill" });
    expect(memory.kind("text", "rock")).toBe("mention");
  });

  it("[HR35] a name that too many bear, and one that too many texts mention, ties nobody", async () => {
    const memory = new SearchedMemory();
    const { mostNamesakes, mostMentions } = memory.memory.settings.ties as {
      mostNamesakes: number;
      mostMentions: number;
    };
    const namesakes = Array.from({ length: mostNamesakes + 1 }, (_, number) => [
      `n${number}`,
      ["One of them.", { title: "John Smith" }] as [string, Record<string, string>],
    ]);
    await memory.add(Object.fromEntries(namesakes));
    await memory.add({ about: "I met John Smith" });
    expect(memory.kind("about", "n0")).not.toBe("mention");
    const texts = Array.from({ length: mostMentions + 1 }, (_, number) => [`m${number}`, "Back in Old York"]);
    await memory.add(Object.fromEntries(texts));
    await memory.add({ york: ["A town.", { title: "Old York" }] });
    expect(memory.kind("m0", "york")).not.toBe("mention");
  });

  it("[HR36] a tie that was learned or suppresses stays as it is when a text is written again", async () => {
    const memory = await withNotes({
      rock: ["It stands on a hill.", { title: "Castle Rock" }],
      text: "We saw Castle Rock",
    });
    memory.write(({ draft }) => draft.weigh(draft.graph.edgeOf("text", "rock"), -0.4, "inhibitory"));
    memory.write(({ draft }) => draft.weigh(draft.graph.edgeOf("rock", "text"), 0.9));
    await memory.do("edit", { id: "text", text: "We all saw Castle Rock" });
    expect(memory.weight("text", "rock")).toBe(-0.4);
    expect(memory.weight("rock", "text")).toBe(0.9);
  });

  it("[HR37] a title of function words alone ties nothing and fails nothing", async () => {
    const memory = await withNotes({ band: ["They play loud.", { title: "The Who" }] });
    await memory.add({ fan: "I heard The Who twice" });
    expect(memory.kind("fan", "band")).toBe("mention");
  });

  it("[HR38] what is tied to the best match is found with it", async () => {
    const memory = await withNotes({
      q: ["Which berth does the zeppelin take?", { session: "s" }],
      a: ["Number nine, as always.", { session: "s" }],
      z: ["Something about number plates for cars.", { session: "t" }],
    });
    expect((await memory.found("Which berth for the zeppelin?")).slice(0, 2)).toEqual(["q", "a"]);
  });

  it("[HR39] the reference's profile ties nothing and asks by vectors alone", async () => {
    const memory = new SearchedMemory("parity");
    await memory.add({
      t1: ["Shall we meet?", { session: "s", title: "Castle Rock" }],
      t2: ["At Castle Rock.", { session: "s" }],
    });
    const { graph } = memory.memory;
    const kinds = new Set(Array.from(graph.allEdges(), (edge) => graph.edgeKindAt(edge)));
    expect(kinds.has("mention")).toBe(false);
    expect(memory.memory.settings).toMatchObject({ hybrid: null, ties: null });
    const [vector] = await memory.memory.embedder.embed(["where do we meet"], "query");
    const { seeds } = await memory.ask("where do we meet");
    expect(seeds.map(({ id, score }) => [id, score])).toEqual(memory.memory.vectors.search(vector, 4));
  });
});

describe("what waits for the index", () => {
  const COUNT = 250;

  /** A memory that another one moved into, with sessions whose turns are told in order of their ids backwards. */
  async function moved(): Promise<{ from: SearchedMemory; to: SearchedMemory }> {
    const from = new SearchedMemory();
    for (let first = 0; first < COUNT; first += 50) {
      const notes = Array.from({ length: 50 }, (_, index) => {
        const number = first + index;
        const text = `Zeppelin number ${number} of the Castle Rock line`;
        return [`n${999 - number}`, [text, { session: "s" }] as [string, Record<string, string>]] as const;
      });
      await from.add(Object.fromEntries(notes));
    }
    await from.add({ rock: ["It stands on a hill.", { title: "Castle Rock" }] });
    const to = new SearchedMemory();
    await importInto(to.door, await exportOf(from.door));
    return { from, to };
  }

  it("[HR40] is what came as rows: a question pays for a few, the alarm does the rest in slices", async () => {
    const { to } = await moved();
    const { lexicon } = to.store;
    expect(lexicon.waiting).toBe(COUNT + 1);
    await to.ask("zeppelin");
    expect(lexicon.waiting).toBeGreaterThan(COUNT - 50);
    const { waiting } = lexicon;
    expect((await to.do("health", {})).unindexed).toBe(waiting);
    for (let slices = 0; lexicon.isBehind; slices++) {
      const before = lexicon.waiting;
      await to.chore();
      expect(before - lexicon.waiting).toBeLessThanOrEqual(150);
      expect(slices).toBeLessThan(9);
    }
    expect((await to.found("zeppelin number 249"))[0]).toBe("n750");
    expect((await to.do("health", {})).unindexed).toBe(0);
  });

  it("[HR41] comes with the ties that it had: none is made anew, and the memory is as it was", async () => {
    const { from, to } = await moved();
    while (to.store.lexicon.isBehind) await to.chore();
    const edgesOf = ({ memory: { graph } }: SearchedMemory) =>
      Array.from(graph.allEdges(), (edge) => {
        return [graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge]), graph.weights[edge]];
      }).sort();
    expect(edgesOf(to)).toEqual(edgesOf(from));
  });

  it("[HR42] does not hold up what is written now, which is tied to the turn that was made before it", async () => {
    const { to } = await moved();
    await to.add({ now: ["The walrus sleeps", { session: "s" }] });
    expect((await to.found("walrus"))[0]).toBe("now");
    while (to.store.lexicon.isBehind) await to.chore();
    await to.add({ later: ["The walrus wakes", { session: "s" }] });
    expect(to.kind("now", "later")).toBe("sibling");
    expect(to.kind("n750", "later")).not.toBe("sibling");
  });

  it("[HR43] more than one change indexes at once is tied like the rest", async () => {
    const memory = new SearchedMemory();
    memory.write(({ draft }) => {
      for (let number = 0; number < 1_100; number++) {
        draft.putNode(nodeRecord(`n${number}`, { text: `Turn ${number}`, metadata: { session: "s" } }));
      }
    });
    expect(memory.store.lexicon.waiting).toBe(100);
    while (memory.store.lexicon.isBehind) await memory.chore();
    for (let number = 1; number < 1_100; number++) {
      expect(memory.kind(`n${number - 1}`, `n${number}`)).toBe("sibling");
    }
  });
});
