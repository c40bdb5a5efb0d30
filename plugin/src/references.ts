// Takes out of a text on one line what would make a reader's program load or open something: images, links, their
// definitions and loading HTML tags. Bare addresses stay, and so do indexing and calls in code.
// Afterwards no link can be made of what is left, also not together with the text that comes before or after it.

interface Open {
  /** Where its text begins in the output. */
  readonly at: number;
  readonly isImage: boolean;
  /** A name stands right before it, as before an index. */
  readonly afterName: boolean;
}

const NAME_END = /[\p{L}\p{N}_$)\]]/u;
const ADDRESS = /[/\\:#?@<>]|^\s*www\./i;
const TAG =
  /<\/?(?:a|applet|area|audio|base|body|button|embed|form|frame|frameset|iframe|image|img|input|link|math|meta|object|picture|script|source|style|svg|table|td|template|track|use|video)\b[^>]*>?/gi;
/** The beginning of an address in brackets, whether it ends or not. */
const BRACKETED = /<(?=[a-z][a-z0-9+.-]*:\/\/|(?:data|file|javascript|mailto|tel|vbscript):|www\.)/gi;
const COMMENT = /<[!?][^>]*>?/g;
const AUTOLINK = /<((?:[a-z][a-z0-9+.-]*:|www\.)[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/gi;

export function withoutReferences(text: string): string {
  if (!/[[\]<]/.test(text)) return text;
  return brackets(
    text.replace(COMMENT, closed).replace(TAG, closed).replace(AUTOLINK, "$1").replace(BRACKETED, ""),
  );
}

/** A whole tag goes; of one that never ends its beginning, so that no later text can end it. */
function closed(tag: string): string {
  return tag.endsWith(">") ? "" : tag.slice(1);
}

function brackets(text: string): string {
  const opened: Open[] = [];
  let output = "";
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === "\\" && "\\[]()".includes(text[index + 1] ?? " ")) {
      output += text.slice(index, index + 2) + (text[index + 1] === "]" ? gapBefore(text[index + 2]) : "");
      index += 2;
    } else if (character === "[" || (character === "!" && text[index + 1] === "[")) {
      const isImage = character === "!";
      opened.push({ at: output.length, isImage, afterName: !isImage && NAME_END.test(output.slice(-1)) });
      output += isImage ? "![" : "[";
      index += isImage ? 2 : 1;
    } else if (character === "]") {
      const open = opened.pop();
      const end = targetEnd(text, index + 1);
      const target = end === null ? null : text.slice(index + 2, end - 1);
      // Inside of another bracket even an index may be read as the end of a label.
      const isIndex =
        open?.afterName === true &&
        opened.length === 0 &&
        (target === null ? !"([".includes(text[index + 1] ?? " ") : !ADDRESS.test(target));
      if (open && target !== null && end !== null && !isIndex) {
        const label = output.slice(open.at + (open.isImage ? 2 : 1));
        output = output.slice(0, open.at) + (open.isImage ? `[${label}]` : label);
        index = end;
      } else {
        output += isIndex ? "]" : `]${gapBefore(text[index + 1])}`;
        index += 1;
      }
    } else {
      output += character;
      index += 1;
    }
  }
  // What is left open could end in a later text.
  for (const { at, isImage } of opened.toReversed()) {
    if (isImage) output = `${output.slice(0, at)}! [${output.slice(at + 2)}`;
  }
  return output;
}

/** A blank where a bracket and what follows it would be read as a label and its target. */
function gapBefore(character: string | undefined): string {
  return character !== undefined && "([:".includes(character) ? " " : "";
}

/** A target that is longer is broken, not taken out. */
const LONGEST_TARGET = 2_000;

/** Where the target behind a label ends: `(…)` balanced, or `[…]`. Null when there is none, or it has no end near by. */
function targetEnd(text: string, start: number): number | null {
  const opening = text[start];
  if (opening !== "(" && opening !== "[") return null;
  const closing = opening === "(" ? ")" : "]";
  let depth = 0;
  const last = Math.min(text.length, start + LONGEST_TARGET);
  for (let index = start; index < last; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === opening) depth++;
    else if (text[index] === closing && --depth === 0) return index + 1;
  }
  return null;
}
