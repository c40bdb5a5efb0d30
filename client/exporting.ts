// Reads an export as a stream, and goes on from the last whole page when the connection breaks.

import { ClientError } from "./client-error.ts";
import { type Callable, type Connection, wait } from "./connection.ts";
import { endOf, pagesOf } from "./pages.ts";

export interface ExportOptions {
  /** Of the last page that arrived whole: what follows it is exported. Default: from the beginning. */
  readonly cursor?: string;
  /** Ends the export. */
  readonly signal?: AbortSignal;
}

/** Broken connections in a row, without a page between them, before it is given up. */
const ATTEMPTS = 5;

/** Whole pages in order, each once. Throws `ClientError` when going on can't help. */
export async function* exportPages(
  connection: Connection,
  endpoint: Callable<unknown>,
  path: Record<string, string>,
  { cursor, signal }: ExportOptions,
): AsyncGenerator<string, void, undefined> {
  let after = cursor;
  let failures = 0;
  for (;;) {
    try {
      const place = { ...path, ...(after !== undefined && { cursor: after }) };
      for await (const page of pagesOf(bodyOf(connection, endpoint, place, signal))) {
        const end = endOf(page);
        if (!end) throw new ClientError("malformed", "a page of the export does not end as pages do");
        failures = 0;
        yield page;
        if (end.cursor === null) return;
        after = end.cursor;
      }
      throw new ClientError("network", "the export ended before its footer");
    } catch (error) {
      if (signal?.aborted || !mayPass(error) || ++failures === ATTEMPTS) throw error;
    }
    await wait(connection.retryDelayMs * 2 ** failures, signal);
  }
}

/** The text of a state.json in pieces. It has no place to go on from: when it breaks off, begin anew. */
export async function* exportState(
  connection: Connection,
  endpoint: Callable<unknown>,
  path: Record<string, string>,
  { signal }: Pick<ExportOptions, "signal">,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  for await (const piece of bodyOf(connection, endpoint, { ...path, format: "state" }, signal)) {
    yield decoder.decode(piece, { stream: true });
  }
}

async function* bodyOf(
  connection: Connection,
  endpoint: Callable<unknown>,
  path: Record<string, string>,
  signal = new AbortController().signal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const response = await connection.open(endpoint, path, {}, signal);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } catch (cause) {
    throw new ClientError("network", "the connection broke while the export was read", { cause });
  } finally {
    // What is not read to its end is ended.
    await reader.cancel().catch(() => undefined);
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false;
  if (error.kind === "network" || error.kind === "timeout") return true;
  return (
    error.kind === "refused" &&
    error.code !== "not_configured" &&
    (error.status === 429 || error.status === 503)
  );
}
