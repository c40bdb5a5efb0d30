// Which sets a run measures: those of this repository always, and those of a data folder.

import fs from "node:fs";
import path from "node:path";
import { CannotRun } from "../rows.ts";
import type { EvaluationSet } from "./evaluation-set.ts";
import { CORPUS, QUERIES, readFolder } from "./read-folder.ts";
import { readNotes } from "./read-notes.ts";

const PROJECT = path.join(import.meta.dirname, "../..");
/** Sets of this repository: how their names begin, where they are, and how they are taken in. */
const OWN = [
  { prefix: "probes", folder: path.join(PROJECT, "bench/probes"), stored: "nodes" },
  { prefix: "recall", folder: path.join(PROJECT, "bench/accumulated"), stored: "memories" },
] as const;
export const SHARED = path.join(PROJECT, "../shared/data");
/** Files of a data folder that hold notes with questions. */
const NOTES = "ops-notes.json";

/**
 * The sets of a run: one folder with a corpus and queries, or a folder of such folders and notes; without one, the
 * folder `../shared/data` where it exists. Refuses names that no set has, and a folder without any set.
 */
export function findSets(
  data: string | undefined,
  names: readonly string[] | undefined,
  say: (sentence: string) => void,
): EvaluationSet[] {
  const found = new Map([...own(), ...(data === undefined ? shared(say) : inFolder(data))]);
  const wanted = names ?? [...found.keys()];
  return wanted.map((name) => {
    const read = found.get(name);
    if (!read) throw new CannotRun(`there is no set ${name}: there are ${[...found.keys()].join(", ")}`);
    return read();
  });
}

export function hasShared(): boolean {
  return fs.existsSync(SHARED);
}

type Found = [name: string, read: () => EvaluationSet];

export function isOwn(name: string): boolean {
  return OWN.some(({ prefix }) => name.startsWith(`${prefix}-`));
}

function own(): Found[] {
  return OWN.flatMap(({ prefix, folder, stored }) => {
    const files = fs.readdirSync(folder).filter((file) => file.endsWith(".json"));
    return files
      .sort()
      .map(
        (file): Found => [
          `${prefix}-${path.basename(file, ".json")}`,
          () => readNotes(path.join(folder, file), stored),
        ],
      );
  });
}

function shared(say: (sentence: string) => void): Found[] {
  if (hasShared()) return inFolder(SHARED);
  say(
    `quality: only sets of this repository; --data DIR takes a folder with ${CORPUS} and ${QUERIES}, or a folder of such folders`,
  );
  return [];
}

function inFolder(folder: string): Found[] {
  if (!fs.existsSync(folder)) throw new CannotRun(`--data: there is no folder ${folder}`);
  if (isSet(folder)) return [foundIn(path.resolve(folder))];
  const found = fs
    .readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .flatMap((entry) => {
      if (path.basename(entry) === NOTES)
        return [[path.basename(entry, ".json"), () => readNotes(entry)] as Found];
      return isSet(entry) ? [foundIn(entry)] : [];
    });
  if (found.length > 0) return found;
  throw new CannotRun(`--data: neither ${folder} nor a folder in it has both ${CORPUS} and ${QUERIES}`);
}

function foundIn(folder: string): Found {
  return [path.basename(folder), () => readFolder(folder)];
}

function isSet(folder: string): boolean {
  return [CORPUS, QUERIES].every((file) => fs.existsSync(path.join(folder, file)));
}
