// Entities and conflicts over HTTP, against the real object.

import { describe, expect, it } from "vitest";
import { begin, refused } from "../support/remembering.ts";

const ORLA = { subject: "Orla Byrne", relation: "LIVES_IN" } as const;
const CORK = { ...ORLA, object: "Cork" };
const GALWAY = { ...ORLA, object: "Galway" };

describe("entities", () => {
  it("[EN8] are listed by name and type, the closest first, a page at a time", async () => {
    const { memory } = await begin();
    await memory.storeFact({ ...CORK, subject_type: "person" });
    await memory.storeFact({ subject: "Port of Cork", relation: "LOCATED_IN", object: "Cork" });
    const names = async (asked: object) => (await memory.entities(asked)).entities.map(({ name }) => name);
    expect(await names({ query: "cork" })).toEqual(["Cork", "Port of Cork"]);
    expect(await names({ type: "person" })).toEqual(["Orla Byrne"]);
    expect(await names({})).toEqual(["Port of Cork", "Cork", "Orla Byrne"]);
    const first = await memory.entities({ limit: 2 });
    expect(first.next_cursor).not.toBeNull();
    const rest = await memory.entities({ limit: 2, cursor: first.next_cursor as string });
    expect(rest.entities.map(({ name }) => name)).toEqual(["Orla Byrne"]);
  });

  it("[EN10] are apart by a letter, a number, a sign or a word of their name, and so are their facts", async () => {
    const { memory } = await begin();
    const names = ["Team A", "Team B", "Project X", "Project Y", "C", "C++", "C#", "F", "F#", ".NET", "NET"];
    names.push("Uu works at", "Uu works for", "Anna Müller", "Anne Müller", "Type I", "Type II");
    names.push("data-platform-eu", "data-platform-us");
    const ids = new Set<string | null>();
    for (const name of names) {
      const told = await memory.storeFact({ subject: name, relation: "KNOWS", object: "Ann Lee" });
      expect([name, told.status]).toEqual([name, "created"]);
      ids.add(told.subject_id);
      expect(await memory.knownEntity({ id: name })).toMatchObject({ id: told.subject_id, name, facts: 1 });
      expect((await memory.facts({ entity: name })).facts.map(({ id }) => id)).toEqual([told.id]);
    }
    expect(ids.size).toBe(names.length);
    const notes = await memory.storeFact({
      subject: "Port Office",
      relation: "USES",
      object: "release notes",
    });
    for (const id of ["Port-Office", "PortOffice"])
      expect(await memory.knownEntity({ id })).toMatchObject({ id: notes.subject_id });
    await expect(memory.knownEntity({ id: "Port Officer" })).rejects.toEqual(refused("not_found"));
    const rome = { relation: "LOCATED_IN", object: "Rome", valid_from: "2020" };
    await memory.storeFact({ subject: "Team A", ...rome });
    const oslo = { relation: "LOCATED_IN", object: "Oslo", valid_from: "2024" };
    expect(await memory.storeFact({ subject: "Team B", ...oslo })).toMatchObject({ ended: [] });
    await memory.storeFact({
      subject: "Ann Lee",
      relation: "WORKS_AT",
      object: "Team A",
      valid_from: "2020",
    });
    expect(
      await memory.storeFact({
        subject: "Ann Lee",
        relation: "WORKS_AT",
        object: "Team B",
        valid_from: "2024",
      }),
    ).toMatchObject({ status: "created", ended: [expect.any(String)] });
  });

  it("[EN11] have a name that can be seen, without what turns or hides a text", async () => {
    const { memory, as } = await begin();
    for (const unseen of ["\u200b", " \u200b\u2060 ", "\u202e\u2066", "\u3164", "\u0007", "\u2800"]) {
      for (const bad of [
        { ...CORK, subject: unseen },
        { ...CORK, object: unseen },
        { ...CORK, relation: unseen },
      ])
        await expect(memory.storeFact(bad)).rejects.toEqual(refused("invalid_request"));
      await expect(memory.facts({ entity: unseen })).rejects.toEqual(refused("invalid_request"));
    }
    await memory.setPolicy({ capture: "proposal" });
    await expect((await as("agent")).storeFact({ ...CORK, object: "\u200b" })).rejects.toEqual(
      refused("invalid_request"),
    );
    const subject = "\u202eOrla\u200b \u0007By\u2066rne\u2069\u009b";
    const told = await memory.storeFact({ subject, relation: "LIVES\u200b_IN", object: "Cork\n City" });
    expect(told.relation).toBe("LIVES_IN");
    expect(await memory.fact(told.id)).toMatchObject({
      ...{
        text: "Orla Byrne lives in Cork City",
        subject: { name: "Orla Byrne" },
        object: { name: "Cork City" },
      },
    });
    for (const id of ["Orla Byrne", subject, "orla\u200d byrne"])
      expect(await memory.knownEntity({ id })).toMatchObject({ id: told.subject_id });
    const joined = "می\u200cخواهم";
    const persian = await memory.storeFact({ subject: joined, relation: "KNOWS", object: "Orla Byrne" });
    expect((await memory.fact(persian.id)).subject.name).toBe(joined);
  });

  it("[EN9] are told with all within so many hops, along facts that held at the time", async () => {
    const { memory } = await begin();
    await memory.storeFact({
      subject: "Orla",
      relation: "WORKS_AT",
      object: "Port Office",
      valid_from: "2020",
    });
    await memory.storeFact({
      subject: "Port Office",
      relation: "LOCATED_IN",
      object: "Cork",
      valid_from: "2010",
    });
    await memory.storeFact({ subject: "Cork", relation: "PART_OF", object: "Munster", valid_from: "1600" });
    const told = async (asked: object) => {
      const { nodes, edges, complete } = await memory.entityGraph({ id: "Orla", ...asked });
      expect(complete).toBe(true);
      expect(edges).toHaveLength(nodes.length - 1);
      return nodes.map(({ entity_name, distance }) => [entity_name, distance]);
    };
    expect(await told({})).toEqual([
      ["Orla", 0],
      ["Port Office", 1],
      ["Cork", 2],
    ]);
    expect(await told({ max_depth: 1 })).toEqual([
      ["Orla", 0],
      ["Port Office", 1],
    ]);
    expect(await told({ max_depth: 3 })).toHaveLength(4);
    const from = { id: "Port Office", as_of: "2015-01-01", max_depth: 1 };
    expect((await memory.entityGraph(from)).nodes.map(({ entity_name }) => entity_name)).toEqual([
      "Port Office",
      "Cork",
    ]);
    await expect(memory.entityGraph({ id: "Orla", max_depth: 4 })).rejects.toEqual(
      refused("invalid_request"),
    );
  });
});

describe("a conflict", () => {
  it("[CF1] of facts is listed with both sides until a reviewer says who is right; one undo opens it again", async () => {
    const { memory, as } = await begin();
    const cork = await memory.storeFact(CORK);
    const galway = await memory.storeFact(GALWAY);
    expect(galway.conflicts_with).toEqual([cork.id]);
    const { conflicts } = await memory.conflicts();
    expect(conflicts).toMatchObject([
      { kind: "fact", members: [{ id: galway.id }, { id: cork.id }], untrusted: true },
    ]);
    expect((await memory.facts()).facts.map(({ conflict_status }) => conflict_status)).toEqual([
      "active",
      "active",
    ]);
    const [{ group }] = conflicts;
    const agent = await as("agent");
    await expect(agent.resolveConflict({ group, winner: cork.id })).rejects.toEqual(refused("forbidden"));
    const reviewer = await as("reviewer");
    await expect(reviewer.resolveConflict({ group, winner: "fact::0" })).rejects.toEqual(
      refused("invalid_request"),
    );
    const resolved = await reviewer.resolveConflict({ group, winner: cork.id });
    expect(resolved.ended).toEqual([galway.id]);
    expect((await memory.conflicts()).conflicts).toEqual([]);
    expect((await memory.facts()).facts).toMatchObject([{ id: cork.id, conflict_status: "resolved" }]);
    expect(await memory.fact(galway.id)).toMatchObject({ is_current: false, superseded_by: cork.id });
    await memory.undo({ event_id: resolved.event_id });
    expect((await memory.conflicts()).conflicts).toEqual(conflicts);
  });

  it("[CF4] that is resolved answers the same winner as before, and another that it is resolved", async () => {
    const { memory, store } = await begin();
    const facts = [await memory.storeFact(CORK), await memory.storeFact(GALWAY)];
    const memories = [
      await store("Orla Byrne lives in Cork, near the old harbour", { dedup_threshold: 1 }),
      await store("Orla Byrne lives in Galway, near the old harbour", { dedup_threshold: 1 }),
    ];
    for (const [{ id: winner }, { id: loser }] of [facts, memories]) {
      const { conflicts } = await memory.conflicts();
      const group = conflicts.find(({ members }) => members.some(({ id }) => id === winner))?.group as string;
      const first = await memory.resolveConflict({ group, winner });
      expect(first).toMatchObject({ group, winner, ended: [loser] });
      const told = (await memory.journal()).entries;
      const again = await memory.resolveConflict({ group, winner });
      expect(again).toEqual({ ...first, total_ms: expect.any(Number) });
      expect((await memory.journal()).entries).toEqual(told);
      await expect(memory.resolveConflict({ group, winner: loser })).rejects.toEqual(refused("superseded"));
      await memory.undo({ event_id: again.event_id });
      expect(await memory.resolveConflict({ group, winner: loser })).toMatchObject({ ended: [winner] });
    }
    await expect(memory.resolveConflict({ group: "0", winner: facts[0].id })).rejects.toEqual(
      refused("not_found"),
    );
  });

  it("[CF4] is resolved from then on: as of an earlier moment both sides held", async () => {
    const { memory } = await begin();
    const cork = await memory.storeFact(CORK);
    const galway = await memory.storeFact(GALWAY);
    const { created_at: both } = await memory.fact(galway.id);
    const [{ group }] = (await memory.conflicts()).conflicts;
    await memory.resolveConflict({ group, winner: cork.id });
    const { valid_to: ended, updated_at: decided, is_current: isCurrent } = await memory.fact(galway.id);
    expect([ended, isCurrent]).toEqual([decided, false]);
    expect(ended).toBeGreaterThan(both);
    const held = async (as_of: number) => (await memory.facts({ as_of })).facts.map(({ id }) => id);
    expect(await held(both)).toEqual([galway.id, cork.id]);
    expect(await held(decided)).toEqual([cork.id]);
  });

  it("[CF1] of memories is resolved the same way, also where everything waits for a reviewer", async () => {
    const { memory, store, as } = await begin();
    const cork = await store("Orla Byrne lives in Cork, near the old harbour", { dedup_threshold: 1 });
    const galway = await store("Orla Byrne lives in Galway, near the old harbour", { dedup_threshold: 1 });
    expect(galway.conflicts_with).toEqual([cork.id]);
    await memory.setPolicy({ capture: "proposal" });
    const [{ group, kind }] = (await memory.conflicts()).conflicts;
    expect(kind).toBe("memory");
    const reviewer = await as("reviewer");
    const { event_id } = await reviewer.resolveConflict({ group, winner: galway.id });
    expect(await memory.memory(cork.id)).toMatchObject({
      is_current_version: false,
      superseded_by: galway.id,
    });
    expect((await memory.memories()).memories.map(({ id }) => id)).toEqual([galway.id]);
    await memory.undo({ event_id });
    expect((await memory.memories()).memories).toHaveLength(2);
  });
});
