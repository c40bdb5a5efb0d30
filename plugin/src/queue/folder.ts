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

/** A write's file: `<milliseconds>-<number>-<bytes>-<random>.json`, then `.sent-<milliseconds>` once it may have arrived. */
const NAME = /^(\d{15})-(\d{6})-(\d+)-[0-9a-f]{8}\.json(?:\.sent-(\d+))?$/;
const REFUSED = "refused";
/** An unfinished file is somebody's at work for at most this long. */
const UNFINISHED_MS = 60 * 60_000;

export interface WaitingWrite {
  readonly file: string;
  /** When it was put here. */
  readonly at: number;
  readonly bytes: number;
  /** When it was first sent without word of what came of it; null if never. */
  readonly sentAt: number | null;
}

interface Place {
  readonly ms: number;
  readonly number: number;
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
  /** The newest name that is known; null before the first look. */
  #last: Place | null = null;

  constructor(folder: string, { files = FILES, now = Date.now, bounds = BOUNDS }: Surroundings = {}) {
    this.path = folder;
    this.#files = files;
    this.#now = now;
    this.#bounds = bounds;
  }

  /** Puts a write behind all others; it lasts when this returns. Tells how many old ones had to make room. */
  async add(write: Write): Promise<{ file: string; dropped: number }> {
    await this.#files.makeFolder(this.path);
    const text = textOf(write);
    this.#last = this.#next(this.#last ?? newestOf(await this.waiting()));
    const { ms, number } = this.#last;
    const order = [String(ms).padStart(15, "0"), String(number).padStart(6, "0"), Buffer.byteLength(text)];
    const file = `${order.join("-")}-${randomBytes(4).toString("hex")}.json`;
    await this.#files.create(this.#place(file), text);
    return { file, dropped: await this.#makeRoom() };
  }

  /** In order. */
  async waiting(): Promise<WaitingWrite[]> {
    return waitingIn(await this.#files.names(this.path));
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
    const names = await this.#files.names(this.path);
    let room = bytes;
    let isFull = false;
    let dropped = 0;
    for (const [behind, one] of waitingIn(names).reverse().entries()) {
      room -= one.bytes;
      // The newest is kept, however large it is.
      isFull ||= behind >= writes || (room < 0 && behind > 0) || this.#now() - one.at > ageMs;
      if (!isFull) continue;
      await this.remove(one);
      dropped++;
    }
    for (const name of names) {
      if (!name.endsWith(UNFINISHED)) continue;
      const changedAt = await this.#files.changedAt(this.#place(name));
      if (changedAt !== null && this.#now() - changedAt > UNFINISHED_MS)
        await this.#files.remove(this.#place(name));
    }
    return dropped;
  }

  /** Behind what is there, also where the clock was set back. */
  #next({ ms, number }: Place): Place {
    const now = this.#now();
    return now > ms ? { ms: now, number: 0 } : { ms, number: number + 1 };
  }

  #place(file: string): string {
    return path.join(this.path, file);
  }
}

function waitingIn(names: readonly string[]): WaitingWrite[] {
  const found = names.map((name) => NAME.exec(name)).filter((match) => match !== null);
  return found
    .map(([file, at, , bytes, sentAt]) => ({
      file,
      at: Number(at),
      bytes: Number(bytes),
      sentAt: sentAt === undefined ? null : Number(sentAt),
    }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

function newestOf(waiting: readonly WaitingWrite[]): Place {
  const [, ms = "0", number = "0"] = NAME.exec(waiting.at(-1)?.file ?? "") ?? [];
  return { ms: Number(ms), number: Number(number) };
}
