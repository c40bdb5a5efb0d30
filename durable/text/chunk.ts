// A document in, its chunks out: cut at headings, definitions, keys or blank lines, by what its name says it is.
// Every character of the document that is not white space ends up in a chunk, and chunks keep its order.

import { charactersOf } from "./characters.ts";
import type { ChunkRules } from "./chunk-rules.ts";
import { jsonChunks } from "./json-chunk.ts";
import { firstLine, isBlank, linesOf, paragraphsOf, strip } from "./lines.ts";
import { withinLimit } from "./oversize.ts";

/** A chunk with the id it has as a node. */
export interface FileChunk {
  readonly id: string;
  /** Its place in the file, 0…; blank chunks are counted and left out. */
  readonly chunk: number;
  readonly text: string;
  readonly summary: string;
}

const DEFINITION = /^\s*(?:def|class)\s+[\p{L}\p{N}_]/u;
const HEADING = /^#{1,6}\s/;
const TOP_LEVEL_KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*\s*:/u;

/** The chunks of a file that are not blank, with their ids. */
export function fileChunks(path: string, text: string, rules: ChunkRules): FileChunk[] {
  return toFileChunks(path, chunkDocument(path, text, rules));
}

/** Chunk texts as nodes of a file: `path::k`, with the first line as summary. */
export function toFileChunks(path: string, texts: readonly string[]): FileChunk[] {
  return texts.flatMap((text, chunk) =>
    isBlank(text) ? [] : [{ id: `${path}::${chunk}`, chunk, text, summary: firstLine(text) }],
  );
}

/** All chunk texts of a document. An empty document has one empty chunk. */
export function chunkDocument(path: string, text: string, rules: ChunkRules): string[] {
  return chunksByName(path, text, rules).flatMap((chunk) => withinLimit(chunk, rules));
}

function chunksByName(path: string, text: string, rules: ChunkRules): string[] {
  switch (/\.[^./]*$/.exec(path)?.[0].toLowerCase()) {
    case ".py":
      return pythonChunks(text);
    case ".json":
      return isLong(text, rules) ? (jsonChunks(text, rules.deepest) ?? [text]) : [text];
    case ".yaml":
    case ".yml":
    case ".toml":
    case ".cfg":
    case ".ini":
      return isLong(text, rules) ? configChunks(text, rules) : [text];
    default: {
      const chunks = markdownChunks(text);
      return rules.joinHeadings ? withHeadingsJoined(chunks) : chunks;
    }
  }
}

function isLong(text: string, rules: ChunkRules): boolean {
  return charactersOf(text) >= rules.structuredChars;
}

/** Cut at second-level headings; where there is none, at blank lines. */
function markdownChunks(text: string): string[] {
  const lines = linesOf(text);
  const opens = (line: string) => line.startsWith("## ");
  if (lines.some(opens)) return sections(lines, opens);
  const paragraphs = paragraphsOf(text);
  return paragraphs.length > 0 ? paragraphs : [text];
}

/** Chunks that are only headings put in front of the next one that is more. */
export function withHeadingsJoined(chunks: readonly string[]): string[] {
  const joined: string[] = [];
  let headings: string[] = [];
  for (const chunk of chunks) {
    headings.push(chunk);
    if (linesOf(chunk).every((line) => isBlank(line) || HEADING.test(line))) continue;
    joined.push(headings.join("\n\n"));
    headings = [];
  }
  return headings.length > 0 ? [...joined, headings.join("\n\n")] : joined;
}

function pythonChunks(text: string): string[] {
  const lines = linesOf(text);
  const opens = (line: string) => DEFINITION.test(line);
  return lines.some(opens) ? sections(lines, opens) : markdownChunks(text);
}

/** Cut at top-level keys and at `[section]` lines. */
function configChunks(text: string, rules: ChunkRules): string[] {
  const lines = linesOf(text);
  if (lines.length < rules.structuredLines) return [text];
  const chunks = sections(lines, (line) => TOP_LEVEL_KEY.test(line) || /^\[.*\]$/.test(strip(line)));
  return chunks.length > 1 ? chunks : [text];
}

/** Lines gathered into stripped sections; a line that opens one closes the one before. */
function sections(lines: readonly string[], opens: (line: string) => boolean): string[] {
  const gathered: string[][] = [];
  for (const line of lines) {
    if (gathered.length === 0 || opens(line)) gathered.push([]);
    (gathered.at(-1) as string[]).push(line);
  }
  return gathered.map((section) => strip(section.join("\n"))).filter(Boolean);
}
