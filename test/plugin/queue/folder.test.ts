// The folder of writes that wait: who may read it, in which order, and what has to make room.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FILES } from "../../../plugin/src/queue/files.ts";
import { BOUNDS, Folder } from "../../../plugin/src/queue/folder.ts";
import type { Write } from "../../../plugin/src/queue/write.ts";

const START = Date.UTC(2026, 10, 30);
let place: string;
let now: number;

beforeEach(() => {
  place = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-folder-")), "outbox");
  now = START;
});
afterEach(() => fs.rmSync(path.dirname(place), { recursive: true, force: true }));

function folder(bounds = {}): Folder {
  return new Folder(place, { now: () => now, bounds: { ...BOUNDS, ...bounds } });
}

function write(key: string, content = "x"): Write<"inject"> {
  return { agentId: "ada", name: "inject", request: { content }, key };
}

async function keysIn(one: Folder): Promise<(string | undefined)[]> {
  const read = await Promise.all((await one.waiting()).map((waiting) => one.read(waiting)));
  return read.map((found) => found?.write?.key);
}

describe("the folder", () => {
  it("[OQ4] is its owner's alone, and so is every file in it", async () => {
    fs.mkdirSync(place, { recursive: true, mode: 0o777 });
    const one = folder();
    await one.add(write("a"));
    const [waiting] = await one.waiting();
    expect(fs.statSync(place).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(place, waiting.file)).mode & 0o777).toBe(0o600);
  });

  it("[OQ5] gives writes back as they were, in the order in which they came", async () => {
    const one = folder();
    const writes = ["a", "b", "c"].map((key) => write(key, `text of ${key} — “ü” 🎻`));
    for (const each of writes) await one.add(each);
    const read = await Promise.all((await folder().waiting()).map((waiting) => one.read(waiting)));
    expect(read.map((found) => found?.write)).toEqual(writes);
  });

  it("[OQ5] keeps the order when the clock is set back, also for the next process", async () => {
    await folder().add(write("a"));
    now -= 60 * 60_000;
    const next = folder();
    await next.add(write("b"));
    await next.add(write("c"));
    expect(await keysIn(next)).toEqual(["a", "b", "c"]);
  });

  it("[OQ6] drops the oldest beyond a number, a size and an age, and tells how many", async () => {
    const few = folder({ writes: 2 });
    for (const key of ["a", "b"]) await few.add(write(key));
    expect(await few.add(write("c"))).toMatchObject({ dropped: 1 });
    expect(await keysIn(few)).toEqual(["b", "c"]);

    expect(await folder({ bytes: 1_400 }).add(write("d", "x".repeat(1_200)))).toMatchObject({ dropped: 1 });
    expect(await keysIn(few)).toEqual(["c", "d"]);

    now += BOUNDS.ageMs + 1;
    expect(await folder().add(write("e"))).toMatchObject({ dropped: 2 });
    expect(await keysIn(few)).toEqual(["e"]);
  });

  it("[OQ6] keeps the newest, however large", async () => {
    const one = folder({ bytes: 10 });
    await one.add(write("a"));
    await one.add(write("b", "x".repeat(5_000)));
    expect(await keysIn(one)).toEqual(["b"]);
  });

  it("[OQ7] never shows an unfinished file, and sweeps what a crash left of one", async () => {
    const one = folder();
    await one.add(write("a"));
    const [{ file }] = await one.waiting();
    const left = path.join(place, `${file.replace(/-[0-9a-f]{8}/, "-ffffffff")}.part`);
    fs.writeFileSync(left, '{"version":1,"agen');
    expect(await keysIn(one)).toEqual(["a"]);
    await one.add(write("b"));
    expect(fs.existsSync(left)).toBe(true);
    now = Date.now() + 2 * 60 * 60_000;
    await one.add(write("c"));
    expect(fs.existsSync(left)).toBe(false);
  });

  it("[OQ7] a file that holds no write is read as none", async () => {
    const one = folder();
    await one.add(write("a"));
    const [waiting] = await one.waiting();
    for (const text of [
      "",
      "{",
      "[]",
      '{"version":2}',
      '{"version":1,"agentId":"a","name":"toString","key":"k","request":{}}',
      '{"version":1,"agentId":"a","name":"query","key":"k","request":{}}',
    ]) {
      fs.writeFileSync(path.join(place, waiting.file), text);
      expect(await one.read(waiting)).toEqual({ write: null });
    }
    await one.remove(waiting);
    expect(await one.read(waiting)).toBeNull();
    expect(await one.markSent(waiting)).toBeNull();
  });

  it("[OQ8] keeps so many of those that were put aside, the newest", async () => {
    const one = folder({ refused: 2 });
    for (const key of ["a", "b", "c"]) await one.add(write(key));
    for (const waiting of await one.waiting()) await one.putAside(waiting);
    const aside = path.join(place, "refused");
    const texts = fs.readdirSync(aside).map((name) => fs.readFileSync(path.join(aside, name), "utf8"));
    expect(texts.map((text) => JSON.parse(text).key)).toEqual(["b", "c"]);
    expect(fs.statSync(aside).mode & 0o777).toBe(0o700);
    expect(await one.waiting()).toEqual([]);
  });

  it("[OQ5] there is nothing in a folder that is not there", async () => {
    expect(await folder().waiting()).toEqual([]);
    expect(await FILES.changedAt(place)).toBeNull();
  });
});
