// Takes chosen values out of a JSON text that is too large to be held: the text comes in pieces, and each value that is
// wanted is handed out as its own small text. What is not wanted is only passed over.

import { ClientError } from "./client-error.ts";

/** Keys and list positions from the top to a value. */
export type Path = readonly (string | number)[];

export interface Item {
  readonly path: Path;
  /** JSON of the value. */
  readonly text: string;
}

interface Frame {
  /** Key of the value that is read; its position in a list. */
  key: string | number;
  readonly isList: boolean;
  /** True where a key comes next, false where a value does. */
  wantsKey: boolean;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Values whose path is wanted, in the order of the text. Throws `malformed` for a text that ends early or is no JSON. */
export async function* itemsOf(
  pieces: AsyncIterable<string | Uint8Array>,
  isWanted: (path: Path) => boolean,
): AsyncGenerator<Item, void, undefined> {
  const reader = new Reader(isWanted);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    for await (const piece of pieces) {
      yield* reader.read(typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }));
    }
    yield* reader.read(`${decoder.decode()} `);
  } catch (cause) {
    if (cause instanceof ClientError) throw cause;
    if (cause instanceof SyntaxError || cause instanceof TypeError) throw noJson(cause);
    throw cause;
  }
  if (!reader.isDone) throw noJson();
}

class Reader {
  readonly #isWanted: (path: Path) => boolean;
  readonly #frames: Frame[] = [];
  #text = "";
  #at = 0;
  /** Where the wanted value begins, and how deep its parent is; −1 where none is read. */
  #start = -1;
  #depth = 0;
  /** Where the string begins that is read; −1 outside of strings. */
  #string = -1;
  #isEscaped = false;
  /** True within a number or a word. */
  #isPlain = false;
  #values = 0;

  constructor(isWanted: (path: Path) => boolean) {
    this.#isWanted = isWanted;
  }

  get isDone(): boolean {
    return this.#values === 1 && this.#frames.length === 0 && this.#string < 0;
  }

  *read(piece: string): Generator<Item, void, undefined> {
    const from = [this.#start, this.#string].filter((place) => place >= 0);
    const kept = from.length === 0 ? this.#text.length : Math.min(...from);
    this.#text = this.#text.slice(kept) + piece;
    this.#at -= kept;
    if (this.#start >= 0) this.#start -= kept;
    if (this.#string >= 0) this.#string -= kept;
    for (; this.#at < this.#text.length; this.#at++) {
      const item = this.#take(this.#text.charCodeAt(this.#at));
      if (item) yield item;
    }
  }

  /** Reads one character. Returns the wanted value that ends with it, or before it. */
  #take(char: number): Item | undefined {
    if (this.#string >= 0) return this.#inString(char);
    switch (char) {
      case QUOTE:
        if (!this.#top?.wantsKey) this.#begin();
        this.#string = this.#at;
        return undefined;
      case OPEN_OBJECT:
      case OPEN_LIST: {
        const isList = char === OPEN_LIST;
        this.#begin();
        this.#frames.push({ key: isList ? 0 : "", isList, wantsKey: !isList });
        return undefined;
      }
      case CLOSE_OBJECT:
      case CLOSE_LIST: {
        const plain = this.#endPlain();
        const frame = this.#frames.pop();
        if (frame?.isList !== (char === CLOSE_LIST)) throw noJson();
        return plain ?? this.#end(this.#at + 1);
      }
      case COMMA: {
        const plain = this.#endPlain();
        const top = this.#top;
        if (!top) throw noJson();
        if (top.isList) (top.key as number)++;
        else top.wantsKey = true;
        return plain;
      }
      case COLON:
        if (this.#top) this.#top.wantsKey = false;
        return undefined;
      default:
        if (char <= SPACE) return this.#endPlain();
        if (!this.#isPlain) this.#begin();
        this.#isPlain = true;
        return undefined;
    }
  }

  #inString(char: number): Item | undefined {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === BACKSLASH) this.#isEscaped = true;
    else if (char === QUOTE) {
      const start = this.#string;
      this.#string = -1;
      const top = this.#top;
      if (!top?.wantsKey) return this.#end(this.#at + 1);
      // Keys inside of a wanted value are not of interest.
      if (this.#start < 0) top.key = JSON.parse(this.#text.slice(start, this.#at + 1)) as string;
    }
    return undefined;
  }

  get #top(): Frame | undefined {
    return this.#frames[this.#frames.length - 1];
  }

  #begin(): void {
    if (this.#frames.length === 0) this.#values++;
    if (this.#start >= 0) return;
    if (!this.#isWanted(this.#frames.map(({ key }) => key))) return;
    this.#start = this.#at;
    this.#depth = this.#frames.length;
  }

  #endPlain(): Item | undefined {
    if (!this.#isPlain) return undefined;
    this.#isPlain = false;
    return this.#end(this.#at);
  }

  #end(end: number): Item | undefined {
    if (this.#start < 0 || this.#frames.length !== this.#depth) return undefined;
    const item = { path: this.#frames.map(({ key }) => key), text: this.#text.slice(this.#start, end) };
    this.#start = -1;
    JSON.parse(item.text);
    return item;
  }
}

function noJson(cause?: unknown): ClientError {
  return new ClientError("malformed", "the file is cut off, or is no JSON", { cause });
}
