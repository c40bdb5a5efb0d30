// The way out for everything that the plugin writes: first to the disk, then to the service, each write once and those
// of an agent in order. What the service does not take now is tried later; nobody waits for it who does not want to.

import { Backoff, type Pause } from "./backoff.ts";
import type { Folder, WaitingWrite } from "./folder.ts";
import type { Lock } from "./lock.ts";
import { verdictOn } from "./verdict.ts";
import { isKnownByContent, type Write } from "./write.ts";

export interface OutboxPorts {
  readonly folder: Folder;
  /** Held while writes are delivered. */
  readonly lock: Pick<Lock, "take" | "release">;
  /** Throws what `verdictOn` judges. */
  deliver(write: Write, signal: AbortSignal): Promise<unknown>;
  /** Changes with the address and the token: then there is no reason to wait any longer. */
  identity(): string;
  /** One line, without the text of any write. */
  warn(line: string): void;
  lineOf(error: unknown): string;
  readonly now?: () => number;
  /** Most time for what waits where nothing goes on delivering. */
  readonly oneShotMs?: number;
}

export type Sent =
  | { readonly kind: "delivered"; readonly reply: unknown }
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "waiting"; readonly because: string };

/** The service knows a write again by its key for seven days; a day is left for clocks that differ. */
const KNOWN_BY_KEY_MS = 6 * 24 * 3_600_000;
/** How often it is looked whether another process left something. */
const LOOK_MS = 15_000;
/** Most time where nothing is said of it, so that a command can end. */
const ONE_SHOT_MS = 2_500;
/** Tries of a write at which the service fails within, before it is put aside for the sake of the others. */
const SUSPECT_TRIES = 10;

export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #now: () => number;
  readonly #backoff: Backoff;
  readonly #settle = new Map<string, (sent: Sent) => void>();
  readonly #suspects = new Map<string, number>();
  #adding: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | null = null;
  #again = false;
  #stop = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #isService = false;
  #obstacle: string | null = null;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#now = ports.now ?? Date.now;
    this.#backoff = new Backoff(this.#now);
  }

  /** Keeps a write; it lasts when this returns, and is delivered behind the caller's back. */
  async post(write: Write): Promise<void> {
    await this.#add(write);
    void this.kick();
  }

  /** Keeps a write and tries to deliver it at once; gives up waiting, not delivering, after so long. */
  async send(write: Write, deadlineMs: number): Promise<Sent> {
    const settled = new Promise<Sent>((resolve) => this.#settle.set(write.key, resolve));
    await this.#add(write);
    const late = new Promise<void>((resolve) => setTimeout(resolve, deadlineMs).unref());
    // A delivery that was under way may have looked before this write was there.
    const tries = this.#pass(true).then(() => (this.#settle.has(write.key) ? this.#pass(true) : undefined));
    const sent = await Promise.race([settled, Promise.race([tries, late]).then(() => null)]);
    this.#settle.delete(write.key);
    return sent ?? { kind: "waiting", because: this.#obstacle ?? "others are before it" };
  }

  /** Delivers what waits, if it is time. Nobody needs to wait for it, and it never fails. */
  kick(): Promise<void> {
    return this.#pass(false);
  }

  /** Delivers from now on by itself. */
  start(): void {
    this.#isService = true;
    this.#stop = new AbortController();
    void this.kick();
  }

  /** Ends what is under way; nothing is lost by it. */
  stop(): void {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async status(): Promise<{ waiting: number; oldestAt: number | null; obstacle: string | null }> {
    const waiting = await this.#ports.folder.waiting();
    return {
      waiting: waiting.length,
      oldestAt: waiting[0]?.at ?? null,
      obstacle: waiting.length > 0 ? this.#obstacle : null,
    };
  }

  /** One after the other, so that they stand in the order of the calls. */
  async #add(write: Write): Promise<void> {
    const added = this.#adding.then(() => this.#ports.folder.add(write));
    this.#adding = added.catch(() => undefined);
    const { dropped } = await added;
    if (dropped > 0)
      this.#ports.warn(
        `${dropped} of the oldest writes that wait were dropped: too many, too large or too old`,
      );
  }

  #pass(isWanted: boolean): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#passes(isWanted).finally(() => {
      this.#running = null;
      if (this.#isService && !this.#stop.signal.aborted) this.#look();
    });
    return this.#running;
  }

  async #passes(isWanted: boolean): Promise<void> {
    try {
      do {
        this.#again = false;
        if (this.#backoff.isTime(this.#ports.identity(), isWanted)) await this.#deliverAll();
      } while (this.#again && !this.#stop.signal.aborted);
    } catch (error) {
      const later = { scope: "all", afterMs: null, isTold: false } as const;
      this.#hinder(later, `the queue can't be read: ${(error as NodeJS.ErrnoException).code ?? "unknown"}`);
    }
  }

  #look(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.kick(), this.#backoff.pauseMs(LOOK_MS));
    this.#timer.unref();
  }

  async #deliverAll(): Promise<void> {
    const { folder, lock } = this.#ports;
    if ((await folder.waiting()).length === 0 || this.#stop.signal.aborted || !(await lock.take())) return;
    const limit = this.#isService ? [] : [AbortSignal.timeout(this.#ports.oneShotMs ?? ONE_SHOT_MS)];
    const signal = AbortSignal.any([this.#stop.signal, ...limit]);
    try {
      const seen = new Set<string>();
      for (let isNew = true; isNew; ) {
        isNew = false;
        for (const one of await folder.waiting()) {
          const place = one.file.slice(0, one.file.indexOf(".json"));
          if (seen.has(place)) continue;
          seen.add(place);
          isNew = true;
          if (signal.aborted || !(await this.#deliver(one, signal))) return;
        }
      }
    } finally {
      lock.release();
    }
  }

  /** False when everything has to wait. */
  async #deliver(waiting: WaitingWrite, signal: AbortSignal): Promise<boolean> {
    const { folder } = this.#ports;
    const found = await folder.read(waiting);
    if (found === null) return true;
    const { write } = found;
    if (write === null) return this.#putAside(waiting, "it is not readable");
    if (this.#backoff.isHeld(write)) return true;
    if (
      waiting.sentAt !== null &&
      !isKnownByContent(write) &&
      this.#now() - waiting.sentAt > KNOWN_BY_KEY_MS
    ) {
      return this.#putAside(waiting, `${write.name} was sent days ago, and whether it arrived can't be told`);
    }
    const sent = await folder.markSent(waiting);
    if (sent === null) return true;
    try {
      const reply = await this.#ports.deliver(write, signal);
      await this.#done(sent, write, { kind: "delivered", reply });
      return true;
    } catch (error) {
      return signal.aborted ? false : this.#failed(sent, write, error);
    }
  }

  async #failed(sent: WaitingWrite, write: Write, error: unknown): Promise<boolean> {
    const verdict = verdictOn(error);
    const line = this.#ports.lineOf(error);
    if (verdict.kind === "done") {
      await this.#done(sent, write, { kind: "delivered", reply: null });
      return true;
    }
    if (verdict.kind === "later" && !(verdict.isSuspect && this.#triesOf(write) >= SUSPECT_TRIES)) {
      this.#hinder(verdict, line, write);
      return verdict.scope !== "all";
    }
    this.#suspects.delete(write.key);
    if (verdict.kind === "refused" && !verdict.keepsText) {
      await this.#ports.folder.remove(sent);
      this.#ports.warn(`${write.name} was refused and dropped: ${line}`);
    } else {
      await this.#putAside(sent, `${write.name} was refused: ${line}`);
    }
    this.#settle.get(write.key)?.({ kind: "refused", error });
    return true;
  }

  async #done(sent: WaitingWrite, write: Write, result: Sent): Promise<void> {
    await this.#ports.folder.remove(sent);
    this.#suspects.delete(write.key);
    this.#backoff.succeeded();
    this.#obstacle = null;
    this.#settle.get(write.key)?.(result);
  }

  async #putAside(waiting: WaitingWrite, because: string): Promise<true> {
    await this.#ports.folder.putAside(waiting);
    this.#ports.warn(`a write was put aside: ${because}`);
    return true;
  }

  /** One line for each obstacle, however often it is met. */
  #hinder(pause: Pause, line: string, write?: Write): void {
    this.#backoff.failed(pause, write);
    if (this.#obstacle !== line) this.#ports.warn(`writes wait to be delivered: ${line}`);
    this.#obstacle = line;
  }

  #triesOf({ key }: Write): number {
    const tries = (this.#suspects.get(key) ?? 0) + 1;
    this.#suspects.set(key, tries);
    return tries;
  }
}
