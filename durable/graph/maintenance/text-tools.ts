// What the structure steps need to know about texts. Other rooms know it, so it is handed in.

import type { Vector } from "../vectors.ts";

export interface TextTools {
  /** A text without white space at its ends. */
  readonly strip: (text: string) => string;
  /** Stripped pieces of a text between blank lines, empty ones left out; a title may be joined to what follows. */
  readonly paragraphsOf: (text: string) => string[];
  /** First line of a text; empty when it starts with a line break. */
  readonly firstLineOf: (text: string) => string;
  /** The words of a text in lower case, each once. */
  readonly tokensOf: (text: string) => ReadonlySet<string>;
  /** Content hash as the store keeps it, in hex. */
  readonly digestOf: (text: string) => string;
  /** The digest that ids of merged nodes are made with, in hex. */
  readonly legacyDigestOf: (text: string) => string;
}

/** The vector of a text, or undefined where none is at hand. */
export type VectorOf = (text: string) => Vector | undefined;
