// What changed in a memory, as it changes: a stream that comes back by itself and begins again where it broke off.

import { ChangeEvent, Standing } from "../wire/devices.ts";
import { ClientError } from "./client-error.ts";
import { type Callable, type Connection, wait } from "./connection.ts";
import { messagesOf } from "./messages.ts";

/**
 * - `ready`: listening has begun, also anew; changes after `revision` follow.
 * - `change`: one write.
 * - `reset`: what came before `revision` can't be told any more: load anew what you keep of the memory.
 */
export type MemoryEvent =
  | { readonly event: "ready" | "reset"; readonly revision: number }
  | ({ readonly event: "change" } & ChangeEvent);

export interface EventsOptions {
  /** `revision` of the last event that was received; default: from now on. */
  readonly lastEventId?: number;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Milliseconds without a sign of life after which the connection counts as broken; default 60,000. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;

/** Every event once, in order, through broken connections. Throws `ClientError` when coming back can't help. */
export async function* events(
  connection: Connection,
  endpoint: Callable<unknown>,
  path: Record<string, string>,
  { lastEventId, signal, silenceMs = SILENCE_MS }: EventsOptions,
): AsyncGenerator<MemoryEvent, void, undefined> {
  let last = lastEventId;
  for (let failures = 0; !signal?.aborted; failures++) {
    const attempt = new AbortController();
    try {
      const response = await connection.open(
        endpoint,
        path,
        { Accept: "text/event-stream", ...(last !== undefined && { "Last-Event-ID": String(last) }) },
        signal ? AbortSignal.any([signal, attempt.signal]) : attempt.signal,
      );
      if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
        throw new ClientError("malformed", "the answer is no stream of events", { status: response.status });
      }
      for await (const message of messagesOf(response.body, silenceMs)) {
        const event = eventOf(message.event, message.data);
        if (!event) continue;
        [last, failures] = [event.revision, 0];
        yield event;
      }
    } catch (error) {
      if (!mayPass(error) && !signal?.aborted) throw error;
    } finally {
      attempt.abort();
    }
    // Devices that lost the same server do not come back all at once.
    const longest = Math.min(LONGEST_PAUSE_MS, connection.retryDelayMs * 2 ** failures);
    await wait(longest * (0.5 + Math.random() / 2), signal).catch(() => undefined);
  }
}

/** Undefined for what a later version may tell beside. */
function eventOf(event: string, data: string): MemoryEvent | undefined {
  try {
    if (event === "change") return { event, ...ChangeEvent.parse(JSON.parse(data)) };
    if (event === "ready" || event === "reset") return { event, ...Standing.parse(JSON.parse(data)) };
  } catch (cause) {
    throw new ClientError("malformed", "a message of the stream is not one of this API", { cause });
  }
}

/** A body that breaks off fails with an error of the platform. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ClientError)) return true;
  if (error.kind === "network" || error.kind === "timeout") return true;
  const isBusy = error.status === 429 || (error.status ?? 0) >= 500;
  return error.kind === "refused" && isBusy && error.code !== "not_configured";
}
