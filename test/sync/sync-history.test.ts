// Sync under other syncs, failures and any history of files: the memory is always what one sync would have made.

import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Files, WorkspaceMemory } from "../support/workspace-memory.ts";

const section = (name: string, body = `about ${name.toLowerCase()}`) => `## ${name}\n${body}`;
const file = (...sections: string[]) => sections.join("\n\n");
const [A, B, C, D] = ["A", "B", "C", "D"].map((name) => section(name));

let house: WorkspaceMemory;

beforeEach(() => {
  house = new WorkspaceMemory();
});

describe("two at once, and too much", () => {
  it("[SY15] a sync that another one overtook is refused where it lacks a vector, and changes nothing", async () => {
    await house.sync({ "a.md": file(A, B) });
    const { promise, resolve } = Promise.withResolvers<void>();
    house.ready = promise;
    const slow = house.sync({ "a.md": file(A, B, C) });
    house.ready = Promise.resolve();
    await house.sync({ "a.md": null });
    resolve();
    await expect(slow).rejects.toThrow("unavailable");
    expect(house.nodes()).toEqual([]);
    await house.sync({ "a.md": file(A, B, C) });
    expect(house.nodes()).toHaveLength(3);
  });

  it("[SY15] a sync that fails at its very end leaves memory and disk as they were", async () => {
    await house.sync({ "a.md": file(A, B, C), "SOUL.md": file(A, D) });
    house.link(A, C, 0.9);
    const before = house.mindAndDisk();
    Object.assign(house.memory.store, {
      record() {
        throw new Error("disk full");
      },
    });
    const files = { "a.md": file(C, D, section("B", "new"), A), "SOUL.md": file(D) };
    await expect(house.sync(files)).rejects.toThrow("disk full");
    expect(house.mindAndDisk()).toEqual(before);
  });

  it("[SY15] more chunks than an agent holds are refused before anything is embedded", async () => {
    const many = { "a.md": "a\n\n".repeat(100_001) };
    await expect(house.sync(many)).rejects.toThrow("agent_full");
    expect(house.embedded).toEqual([]);
  }, 30_000);
});

describe("any history of files", () => {
  const paragraph = fc.constantFrom("p", "q", "r", "s", "## h\np", "## h\nq", "## i", "t\n\nu");
  const text = fc.array(paragraph, { maxLength: 7 }).map((parts) => parts.join("\n\n"));
  const order = fc.shuffledSubarray([A, B, C, D, section("E"), section("F")], { minLength: 1 });

  it("[SY6] edges between texts that are still there keep their weight, whatever moves", async () => {
    const links = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -99, max: 99 })), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        order,
        links,
        fc.array(order, { minLength: 1, maxLength: 3 }),
        async (first, links, later) => {
          const moved = new WorkspaceMemory();
          await moved.sync({ "a.md": file(...first) });
          const learned = new Map<string, [source: string, target: string, weight: number]>();
          for (const [from, to, percent] of links) {
            const [source, target] = [first[from % first.length], first[to % first.length]];
            if (source === target) continue;
            moved.link(source, target, percent / 100);
            learned.set(`${source} ${target}`, [source, target, percent / 100]);
          }
          let surviving = new Set(first);
          for (const next of later) {
            await moved.sync({ "a.md": file(...next) });
            surviving = surviving.intersection(new Set(next));
          }
          for (const [source, target, weight] of learned.values()) {
            if (surviving.has(source) && surviving.has(target))
              expect(moved.weight(source, target)).toBe(weight);
          }
          const [mind, disk] = moved.mindAndDisk();
          expect(mind).toEqual(disk);
        },
      ),
      { seed: 6, numRuns: 60 },
    );
  }, 60_000);

  const files: fc.Arbitrary<Files> = fc.dictionary(fc.constantFrom("a.md", "b.md"), fc.option(text), {
    maxKeys: 2,
  });

  it("[SY14] syncing on top of anything equals syncing afresh: nodes, vectors and edges", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(files, { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a.md", "b.md"), text),
        async (history, last) => {
          const paths = Object.keys(last);
          const old = new WorkspaceMemory();
          for (const files of history) await old.sync(files);
          await old.sync(last, { paths });
          const fresh = new WorkspaceMemory();
          await fresh.sync(last, { paths });
          expect(old.nodes()).toEqual(fresh.nodes());
          expect(old.edges()).toEqual(fresh.edges());
          expect(Object.keys(old.ownVectors()).sort()).toEqual(Object.keys(fresh.ownVectors()).sort());
          const [mind, disk] = old.mindAndDisk();
          expect(mind).toEqual(disk);
          const again = await old.sync(last, { paths });
          expect(again).toMatchObject({
            nodes_added: 0,
            nodes_updated: 0,
            nodes_removed: 0,
            nodes_metadata_updated: 0,
          });
          expect(old.mindAndDisk()[0]).toEqual(mind);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  }, 60_000);
});
