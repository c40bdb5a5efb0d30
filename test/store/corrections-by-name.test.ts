// Which of facts that are alike a correction means: those that hold the number, place or name that it says.

import { describe, expect, it } from "vitest";
import { namedInWords } from "../../durable/operations/named-in-words.ts";
import { SearchedMemory } from "../support/searched-memory.ts";

const RACKS = {
  r1: "The backup of host db-prod-01 starts at two in the morning",
  r2: "The backup of host db-prod-02 starts at two in the morning",
  r3: "The backup of host db-prod-03 starts at two in the morning",
};

const meant = (suspects: Readonly<Record<string, string>>, correction: string, question?: string) =>
  namedInWords(new Map(Object.entries(suspects)), correction, question);

async function correctedBy(notes: Readonly<Record<string, string>>, question: string, content: string) {
  const memory = new SearchedMemory();
  await memory.add(notes);
  const { query_id } = await memory.ask(question);
  const { corrected_ids } = await memory.do("correction", { query_id, content });
  return { memory, corrected: corrected_ids.toSorted() };
}

describe("a correction among facts that are alike", () => {
  it("[CR30] means the one whose host it names, and leaves the others standing", async () => {
    const question = "when does the backup of db-prod-02 start";
    const content = "The backup of host db-prod-02 starts at five in the morning";
    const { memory, corrected } = await correctedBy(RACKS, question, content);
    expect(corrected).toEqual(["r2"]);
    expect(await memory.found("when does the backup of db-prod-03 start")).toContain("r3");
    expect(await memory.found(question)).not.toContain("r2");
  });

  it("[CR30] means the one that only its question names", () => {
    const content = "It starts at five in the morning";
    expect(meant(RACKS, content, "when does the backup of db-prod-02 start")).toEqual(["r2"]);
  });

  it("[CR30] means the one whose number it names", () => {
    const rooms = { a: "Room 101 holds nine people", b: "Room 102 holds nine people" };
    expect(meant(rooms, "Room 102 holds six people")).toEqual(["b"]);
  });

  it("[SU3] means the one that it and its question both name, whatever is new about it", () => {
    const orders = {
      desks: "New desks are ordered from the purchasing team",
      laptops: "New laptops are ordered from the purchasing team",
    };
    const question = "From whom are new laptops ordered?";
    expect(meant(orders, "New laptops are ordered by the IT desk through its own form", question)).toEqual([
      "laptops",
    ]);
    expect(meant(orders, "The IT desk does that now", question)).toEqual(["laptops"]);
  });

  it("[SU3] means the one that a whole sentence names, where its question was about another", () => {
    const clusters = { a: "Cluster A runs in Frankfurt", b: "Cluster B runs in Frankfurt" };
    expect(meant(clusters, "Cluster B runs in Dublin", "Where does cluster A run?")).toEqual(["b"]);
  });

  it("[CR31] means every copy of what is wrong", async () => {
    const notes = { ...RACKS, again: `${RACKS.r2}.`, third: `${RACKS.r2}!` };
    const content = "The backup of host db-prod-02 starts at five in the morning";
    const { corrected } = await correctedBy(notes, "when does the backup of db-prod-02 start", content);
    expect(corrected).toEqual(["again", "r2", "third"]);
  });

  it("[CR32] means all where nothing that is said tells them apart", () => {
    expect(meant(RACKS, "Backups start at five in the morning")).toEqual(["r1", "r2", "r3"]);
    expect(meant(RACKS, "???", "")).toEqual(["r1", "r2", "r3"]);
    expect(meant({ a: "alone", b: "" }, "nothing of it")).toEqual(["a", "b"]);
  });

  it("[CR32] means the only one there is, and none of none", () => {
    expect(meant({ a: "Room 101 holds nine people" }, "Cake is served")).toEqual(["a"]);
    expect(meant({}, "Cake is served")).toEqual([]);
  });
});
