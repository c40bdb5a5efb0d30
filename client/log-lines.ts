// The lines of a session log as they can be sent, each with the byte of the log behind it. Whatever the bytes are, lines
// come out: what is no UTF-8 is replaced, a line that is too long is named instead, and half a last line waits.

import { LIMITS } from "../wire/limits.ts";
import { SKIPPED_LINE } from "../wire/replaying.ts";

export interface LogLine {
  /** Without its end. */
  readonly text: string;
  /** The first byte after the line and its end. */
  readonly after: number;
}

const NEWLINE = 10;
/** How much of a line that is too long is looked at. */
const GLANCE = 2_048;

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

export async function* logLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LogLine, void, undefined> {
  const line = new Line();
  let after = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, from);
      const to = end < 0 ? chunk.length : end;
      line.add(chunk.subarray(from, to));
      from = end < 0 ? to : to + 1;
      if (end < 0) continue;
      const text = line.take(after === 0);
      after += line.taken + 1;
      yield { text, after };
    }
  }
  // A line without its end may be half of one: it counts once it is a record.
  const rest = line.take(after === 0);
  if (isRecord(rest)) yield { text: rest, after: after + line.taken };
}

class Line {
  /** Bytes of the line that was taken last. */
  taken = 0;
  private pieces: Uint8Array[] = [];
  private kept = 0;
  private length = 0;

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > LIMITS.replayLineBytes && this.kept > GLANCE) return;
    // A copy: whoever reads the file may fill the same bytes anew.
    this.pieces.push(piece.slice());
    this.kept += piece.length;
  }

  take(isFirst: boolean): string {
    const { pieces, length } = this;
    this.taken = length;
    this.pieces = [];
    this.kept = 0;
    this.length = 0;
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.reduce((at, piece) => {
      bytes.set(piece, at);
      return at + piece.length;
    }, 0);
    if (length > LIMITS.replayLineBytes) return skipped(decoder.decode(bytes.subarray(0, GLANCE)), length);
    const text = decoder.decode(bytes).replaceAll("\0", "\ufffd");
    return isFirst ? text.replace(/^\ufeff/, "") : text;
  }
}

/** What stands for a line that is too long: what it was, as far as its beginning says so. */
function skipped(beginning: string, bytes: number): string {
  const role = /"role"\s*:\s*"(\w{1,20})"/.exec(beginning)?.[1] ?? null;
  return JSON.stringify({ type: SKIPPED_LINE, role, bytes });
}

function isRecord(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
