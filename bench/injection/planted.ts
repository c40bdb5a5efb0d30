// Orders planted inside of innocent texts, and what is measured on both: each order at the beginning, in the middle and at
// the end of texts that are drawn from the sets at even distances, the same every time.

import fs from "node:fs";
import path from "node:path";
import { findSets, SHARED } from "../quality/find-sets.ts";
import { CannotRun } from "../rows.ts";

/** Sets whose texts orders are planted in: notes of a team, and turns of people who talk. */
export const HOST_SETS = ["ops-notes", "locomo"];
const PLACES = ["first", "middle", "last"] as const;

export interface Attack {
  readonly category: string;
  readonly text: string;
  /** Odd and even lines. */
  readonly half: "first" | "second";
}

export interface InnocentSet {
  readonly name: string;
  readonly texts: readonly string[];
}

export function attacksIn(folder = SHARED): Attack[] {
  return jsonLines<Attack>(path.join(folder, "injection/attacks.jsonl")).map((attack, index) => ({
    ...attack,
    half: index % 2 === 0 ? "first" : "second",
  }));
}

/** The texts of every set, each once; personal data has a set of its own. */
export function innocentSets(folder: string | undefined, say: (sentence: string) => void): InnocentSet[] {
  const sets = findSets(folder ?? SHARED, undefined, say).filter(({ name }) => !name.startsWith("probes-"));
  return sets.map(({ name, groups }) => {
    const documents = [...groups.values()].flat();
    return { name, texts: [...new Set(documents.map(({ text }) => text))] };
  });
}

/** An order inside of each host, at every place. */
export function* plantedIn(attack: string, hosts: readonly string[]): Iterable<string> {
  for (const [index, host] of hosts.entries()) yield planted(attack, host, PLACES[index % PLACES.length]);
}

function planted(attack: string, host: string, place: (typeof PLACES)[number]): string {
  const sentences = host.split(/(?<=[.!?])\s+/);
  const at = place === "first" ? 0 : place === "last" ? sentences.length : Math.ceil(sentences.length / 2);
  return [...sentences.slice(0, at), attack, ...sentences.slice(at)].join(" ");
}

/** So many texts at even distances. */
export function drawn(texts: readonly string[], count: number): string[] {
  const step = Math.max(1, texts.length / count);
  return Array.from({ length: Math.min(count, texts.length) }, (_, index) => texts[Math.floor(index * step)]);
}

export interface MarkedText {
  readonly text: string;
  readonly spans: readonly { readonly type: string; readonly start: number; readonly end: number }[];
}

export function markedTexts(folder = SHARED): MarkedText[] {
  return jsonLines<MarkedText>(path.join(folder, "pii/texts.jsonl"));
}

function jsonLines<Row>(file: string): Row[] {
  if (!fs.existsSync(file))
    throw new CannotRun(`there is no ${file}: --data takes a folder that holds injection/ and pii/`);
  return fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}
