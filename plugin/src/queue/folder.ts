// The writes that wait, each a file of a folder in the order in which they came. A file is whole or not there, every
// process of the machine sees the same ones, and none of them is ever changed but by renaming.

import { randomBytes } from "node:crypto";
import path from "node:path";
import { FILES, type Files, UNFINISHED } from "./files.ts";
import { textOf, type Write, writeIn } from "./write.ts";

export interface Bounds {
  readonly writes: number;
  readonly bytes: number;
  readonly ageMs: number;
  /** Refused writes that are kept to be looked at. */
  readonly refused: number;
}

export const BOUNDS: Bounds = {
  writes: 1_000,
  bytes: 8 * 1024 * 1024,
  ageMs: 30 * 24 * 3_600_000,
  refused: 50,
};

/** A write's file: `<milliseconds>-<number>-<random>.json`, then also `.sent-<milliseconds>` once it may have arrived. */
const NAME = /^(\d{15})-(\d{6})-[0-9a-f]{8}\.json(?:\.sent-(\d+))?$/;
const REFUSED = "refused";
/** An unfinished file is somebody's at work for at most this long. */
const UNFINISHED_MS = 60 * 60_000;

export interface WaitingWrite {
  readonly file: string;
  /** When it was put here. */
  readonly at: number;
  /** When it was first sent without word of what came of it; null if never. */
  readonly sentAt: number | null;
}

interface Surroundings {
  readonly files?: Files;
  readonly now?: () => number;
  readonly bounds?: Bounds;
}

export class Folder {
  readonly path: string;
  readonly #files: Files;
  readonly #now: () => number;
  readonly #bounds: Bounds;
  #last = { ms: 0, number: 0 };

  constructor(folder: string, { files = FILES, now = Date.now, bounds = BOUNDS }: Surroundings = {}) {
    this.path = folder;
    this.#files = files;
    this.#now = now;
    this.#bounds = bounds;
  }

  /** Puts a write behind all others; it lasts when this returns. Tells how many old ones had to make room. */
  async add(write: Write): Promise<{ file: string; dropped: number }> {
    await this.#files.makeFolder(this.path);
    const file = this.#nextName(await this.waiting());
    await this.#files.create(this.#place(file), textOf(write));
    return { file, dropped: await this.#makeRoom() };
  }

  /** In order. */
  async waiting(): Promise<WaitingWrite[]> {
    const names = (await this.#files.names(this.path)).filter((name) => NAME.test(name)).sort();
    return names.map((file) => {
      const [, at, , sentAt] = NAME.exec(file) as RegExpExecArray;
      return { file, at: Number(at), sentAt: sentAt === undefined ? null : Number(sentAt) };
    });
  }

  /** Null when it is gone; `write` is null when the file holds none. */
  async read({ file }: WaitingWrite): Promise<{ write: Write | null } | null> {
    const text = await this.#files.read(this.#place(file));
    return text === null ? null : { write: writeIn(text) };
  }

  /** Notes that a write is about to be sent; null when it is gone. */
  async markSent(waiting: WaitingWrite): Promise<WaitingWrite | null> {
    if (waiting.sentAt !== null) return waiting;
    const sentAt = this.#now();
    const file = `${waiting.file}.sent-${sentAt}`;
    const isThere = await this.#files.rename(this.#place(waiting.file), this.#place(file));
    return isThere ? { ...waiting, file, sentAt } : null;
  }

  remove({ file }: WaitingWrite): Promise<void> {
    return this.#files.remove(this.#place(file));
  }

  /** Puts a write aside, to be looked at; the oldest of those make room. */
  async putAside({ file }: WaitingWrite): Promise<void> {
    const aside = path.join(this.path, REFUSED);
    await this.#files.makeFolder(aside);
    await this.#files.rename(this.#place(file), path.join(aside, file));
    const names = (await this.#files.names(aside)).sort();
    for (const name of names.slice(0, Math.max(0, names.length - this.#bounds.refused))) {
      await this.#files.remove(path.join(aside, name));
    }
  }

  /** Removes what is beyond a bound, the oldest first, and what crashes left unfinished. */
  async #makeRoom(): Promise<number> {
    const { writes, bytes, ageMs } = this.#bounds;
    const waiting = await this.waiting();
    let room = bytes;
    let isFull = false;
    let dropped = 0;
    for (const [behind, one] of waiting.reverse().entries()) {
      room -= (await this.#files.stat(this.#place(one.file)))?.bytes ?? 0;
      // The newest is kept, however large it is.
      isFull ||= behind >= writes || (room < 0 && behind > 0) || this.#now() - one.at > ageMs;
      if (!isFull) continue;
      await this.remove(one);
      dropped++;
    }
    await this.#sweep();
    return dropped;
  }

  async #sweep(): Promise<void> {
    for (const name of await this.#files.names(this.path)) {
      if (!name.endsWith(UNFINISHED)) continue;
      const file = this.#place(name);
      const stat = await this.#files.stat(file);
      if (stat && this.#now() - stat.changedAt > UNFINISHED_MS) await this.#files.remove(file);
    }
  }

  /** Behind every write that is there, also where the clock was set back. */
  #nextName(waiting: readonly WaitingWrite[]): string {
    const newest = waiting.at(-1)?.file;
    const [, ms = "0", number = "0"] = (newest && NAME.exec(newest)) || [];
    const before = [this.#last, { ms: Number(ms), number: Number(number) }].reduce((a, b) =>
      a.ms > b.ms || (a.ms === b.ms && a.number > b.number) ? a : b,
    );
    const now = this.#now();
    this.#last = now > before.ms ? { ms: now, number: 0 } : { ms: before.ms, number: before.number + 1 };
    const order = [String(this.#last.ms).padStart(15, "0"), String(this.#last.number).padStart(6, "0")];
    return `${order.join("-")}-${randomBytes(4).toString("hex")}.json`;
  }

  #place(file: string): string {
    return path.join(this.path, file);
  }
}
