// Sends a session log of any size, from where the service has it, and waits until it is learned. Begun again after
// whatever happened it goes on; a file that is another one than it was is sent from its beginning, and learned once.

import type { ReplayMode, ReplayPart, ReplayReply, ReplayRequest } from "../wire/replaying.ts";
import { ClientError } from "./client-error.ts";
import { type CallOptions, wait } from "./connection.ts";
import { again } from "./importing.ts";
import { type LogLine, logLines } from "./log-lines.ts";

export interface ReplayOptions extends Pick<CallOptions, "signal"> {
  /** Name of the log; default: made from its first line, so that a renamed file is the same log. */
  readonly log?: string;
  readonly mode?: ReplayMode;
  readonly dryRun?: boolean;
  readonly restart?: boolean;
  /** False: done when everything is sent. */
  readonly untilLearned?: boolean;
  /** Told after every part, and while it is learned. */
  readonly onProgress?: (reply: ReplayReply) => void;
}

/** What takes a log: the client of a memory. */
export interface Replayer {
  replay(request: ReplayRequest, options?: CallOptions): Promise<ReplayReply>;
  replayPart(request: ReplayPart, options?: CallOptions): Promise<ReplayReply>;
  replayStatus(log: string, options?: CallOptions): Promise<ReplayReply>;
}

/** Opens the log from its first byte. */
export type OpenLog = () => AsyncIterable<Uint8Array>;

/** Characters of a part: what they may take as UTF-8 stays below what a part may have. */
const PART_CHARS = 300_000;
const PAUSE_MS = 500;
/** What was sent may be dropped, and a file may change while it is sent: it is sent so many times at the most. */
const MOST_PASSES = 5;
/** Characters of the first line that name a log. */
const NAMED_BY = 65_536;

const encoder = new TextEncoder();

/** Throws `ClientError`. */
export async function replayLog(
  memory: Replayer,
  open: OpenLog,
  options: ReplayOptions = {},
): Promise<ReplayReply> {
  const { mode, dryRun: dry_run, signal, onProgress, untilLearned = true } = options;
  const log = options.log ?? (await nameOf(open, dry_run ?? false));
  const begin = { log, mode, dry_run };
  // A dry run is of the whole log each time.
  let reply = await begun(memory, { ...begin, restart: options.restart ?? dry_run }, options);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const sent = await sendFrom(memory, open, reply, options);
    if (!sent) {
      reply = await memory.replay({ ...begin, restart: true }, { signal });
      continue;
    }
    reply = await patiently(() => memory.replay({ log, end: sent.after, dry_run }, { signal }), signal);
    onProgress?.(reply);
    while (untilLearned && reply.state === "open" && reply.received >= sent.after) {
      await wait(PAUSE_MS, signal);
      reply = await patiently(() => memory.replayStatus(log, { signal }), signal);
      onProgress?.(reply);
    }
    // What waited may have been dropped by an erasure: then it is sent again.
    if (reply.state !== "open" || reply.received >= sent.after) return reply;
  }
  throw new ClientError("malformed", "the log was sent again and again, and does not stay: send it later");
}

/** In another mode than before it begins anew: what was learned is known. */
async function begun(
  memory: Replayer,
  request: ReplayRequest,
  { signal }: ReplayOptions,
): Promise<ReplayReply> {
  try {
    return await memory.replay(request, { signal });
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== "idempotency_conflict") throw error;
    return memory.replay({ ...request, restart: true }, { signal });
  }
}

/** Sends what is missing; null where the service has another file under this name. */
async function sendFrom(
  memory: Replayer,
  open: OpenLog,
  { log, received, last_line_sha256: lastLine }: ReplayReply,
  options: ReplayOptions,
): Promise<{ readonly after: number } | null> {
  let lines: string[] = [];
  let characters = 0;
  let first = received;
  let after = 0;
  let isPlaced = received === 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const part = { log, range: `${first}-${after}`, lines: `${lines.join("\n")}\n` };
    const reply = await patiently(() => memory.replayPart(part, { signal: options.signal }), options.signal);
    options.onProgress?.(reply);
    [lines, characters, first] = [[], 0, after];
  };
  for await (const line of logLines(open())) {
    if (!isPlaced) {
      const where = placeOf(line, received);
      if (where === "past" || (where === "here" && (await sha256(line.text)) !== lastLine)) return null;
      isPlaced = where === "here";
      after = Math.max(line.after, isPlaced ? received : 0);
      continue;
    }
    if (characters > 0 && characters + line.text.length > PART_CHARS) await flush();
    lines.push(line.text);
    characters += line.text.length + 1;
    after = line.after;
  }
  if (!isPlaced) return null;
  await flush();
  return { after: Math.max(first, received) };
}

/** The end of a line may have come after the line was sent. */
function placeOf({ after }: LogLine, received: number): "before" | "here" | "past" {
  if (after === received || after - 1 === received) return "here";
  return after < received ? "before" : "past";
}

/** Does something again where that may help; while the service has enough to do, for as long as that takes. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    let pauseMs = PAUSE_MS;
    try {
      return await again(work, signal);
    } catch (error) {
      const isEnough =
        error instanceof ClientError && (error.code === "busy" || error.code === "rate_limited");
      if (!isEnough || signal?.aborted) throw error;
      pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
    }
    await wait(pauseMs, signal);
  }
}

async function nameOf(open: OpenLog, isDry: boolean): Promise<string> {
  for await (const { text } of logLines(open())) {
    const name = (await sha256(text.slice(0, NAMED_BY))).slice(0, 32);
    return isDry ? `${name}.dry` : name;
  }
  throw new ClientError("malformed", "the file holds no line of a log");
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
