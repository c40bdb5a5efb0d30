// Sends a whole file: begins, sends its pages as parts, finishes. Begun again under the same id it goes on where it was.

import type { ImportPart, ImportReply, ImportRequest } from "../wire/moving.ts";
import { ClientError } from "./client-error.ts";
import { type CallOptions, wait } from "./connection.ts";

export interface ImportOptions extends Omit<ImportRequest, "header">, Pick<CallOptions, "signal"> {
  /** Told after every part, and at the end. */
  readonly onProgress?: (reply: ImportReply) => void;
}

/** What takes a file: the client of a memory. */
export interface Importer {
  importBegin(request: ImportRequest, options?: CallOptions): Promise<ImportReply>;
  importPart(request: ImportPart, options?: CallOptions): Promise<ImportReply>;
  importFinish(id: string, options?: CallOptions): Promise<ImportReply>;
}

/** Characters of a part: what they may take as UTF-8 stays below what a body may have. */
const PART_CHARS = 1_000_000;
/** A part that failed is sent again so many times: it is taken once. */
const ATTEMPTS = 4;
const PAUSE_MS = 200;

/** Takes the file as the agent's memory. The same pages must come each time that it goes on. Throws `ClientError`. */
export async function importPages(
  memory: Importer,
  pages: AsyncIterable<string>,
  { onProgress, signal, ...wanted }: ImportOptions = {},
): Promise<ImportReply> {
  let begun: ImportReply | undefined;
  let n = 0;
  for await (const lines of partsOf(pages)) {
    begun ??= await memory.importBegin({ ...wanted, header: headerIn(lines) }, { signal });
    if (n >= begun.next_part) {
      const { id } = begun;
      const part = { id, n, lines };
      const reply = await again(() => memory.importPart(part, { signal }), signal);
      onProgress?.(reply);
    }
    n++;
  }
  if (!begun) throw new ClientError("malformed", "the file holds no whole page of an export");
  const done = await memory.importFinish(begun.id, { signal });
  onProgress?.(done);
  return done;
}

/** Pages put together to parts, always in the same way. */
async function* partsOf(pages: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let part = "";
  for await (const page of pages) {
    if (part !== "" && part.length + page.length > PART_CHARS) {
      yield part;
      part = "";
    }
    part += page;
  }
  if (part !== "") yield part;
}

function headerIn(lines: string): ImportRequest["header"] {
  try {
    return JSON.parse(lines.slice(0, lines.indexOf("\n")));
  } catch (cause) {
    throw new ClientError("malformed", "the first line of the file is no header of an export", { cause });
  }
}

/** Does something again where that may help. */
export async function again<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const mayPass =
        error instanceof ClientError &&
        (error.kind === "network" ||
          error.kind === "timeout" ||
          error.status === 503 ||
          error.status === 429);
      if (signal?.aborted || !mayPass || attempt === ATTEMPTS) throw error;
    }
    await wait(PAUSE_MS * 2 ** attempt, signal);
  }
}
