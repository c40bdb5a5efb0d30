// Export and import of files: they are whole or bear another name, and runs go on.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Exporter, exportToFile, importFile } from "../../cli/src/files/moving.ts";
import { importPages } from "../../client/importing.ts";
import { pagesOf } from "../../client/pages.ts";
import type { ImportReply } from "../../wire/moving.ts";
import { MovableMemory } from "../support/movable-memory.ts";
import { exportOf, must, pagesIn, rowsIn } from "../support/moving.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-moving-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);
const quiet = () => undefined;

/** The pages of an export that breaks off after some of them. */
function exporter(
  memory: MovableMemory,
  breaksAfter = Number.POSITIVE_INFINITY,
): Exporter & { asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    async *export({ cursor } = {}) {
      asked.push(cursor);
      let pages = 0;
      for (let next = cursor; ; ) {
        if (pages++ === breaksAfter) throw new Error("the line is dead");
        const page = must(await memory.perform("export", { cursor: next })) as {
          text: string;
          cursor: string | null;
        };
        yield page.text;
        if (page.cursor === null) return;
        next = page.cursor;
      }
    },
    async *exportState() {
      yield await exportOf(memory, "state");
    },
  };
}

/** What the client does with a memory, here without a server between. */
function importer(memory: MovableMemory) {
  const reply = async (name: string, request: unknown) =>
    must(await memory.perform(name, request)) as ImportReply;
  const methods = {
    importBegin: (request: unknown) => reply("importBegin", request),
    importPart: (request: unknown) => reply("importPart", request),
    importFinish: (id: string) => reply("importFinish", { id }),
  };
  return { import: (pages: AsyncIterable<string>, options = {}) => importPages(methods, pages, options) };
}

describe("an export to a file", () => {
  it("[MV50] goes on after its last whole page, and has its name when it is whole", async () => {
    const memory = await MovableMemory.withNotes(60);
    const file = inFolder("memory.ndjson");
    await expect(exportToFile(exporter(memory, 2), file, "edgebrain", quiet)).rejects.toThrow("dead");
    expect(fs.existsSync(file)).toBe(false);
    // The machine stopped in the middle of a page.
    fs.appendFileSync(`${file}.part`, '["nodes","half a row');
    await memory.note("written meanwhile");
    const second = exporter(memory);
    await exportToFile(second, file, "edgebrain", quiet);
    expect(second.asked).toEqual([expect.stringMatching(/^ey/)]);
    const text = fs.readFileSync(file, "utf8");
    expect(pagesIn(text).join("")).toBe(text);
    expect(text).not.toContain("written meanwhile");
    expect(rowsIn(text).filter((row) => row.startsWith('["nodes"'))).toHaveLength(60);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("[MV50] and back again: an export, and a state.json told apart from it by how it begins", async () => {
    const memory = await MovableMemory.withNotes(3);
    const [ours, theirs] = [inFolder("ours"), inFolder("theirs")];
    await exportToFile(exporter(memory), ours, "edgebrain", quiet);
    await exportToFile(exporter(memory), theirs, "state", quiet);
    for (const [file, options] of [
      [ours, { another: true }],
      [theirs, {}],
    ] as const) {
      const other = await MovableMemory.withNotes(0);
      const said: string[] = [];
      const done = await importFile(importer(other), file, options, (sentence) => said.push(sentence));
      expect(done).toMatchObject({
        state: "done",
        result: { taken: { nodes: 3, vectors: 3 }, reembedded: 0 },
      });
      expect(said.at(-1)).toMatch(/^\d+ rows, [\d.]+ MB$/);
      expect(await exportOf(other, "state")).toContain('"content":"Note 1.');
    }
    expect(await Array.fromAsync(pagesOf(fs.createReadStream(ours)))).toHaveLength(1);
  });
});
