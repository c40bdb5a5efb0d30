// Which project a folder is: one rule for asking and for capturing, so that what was learned in a project is found in it.
// What was given; else the name of the folder that the repository of git is in, also for its other work trees; else the folder's own.

import fs from "node:fs";
import path from "node:path";
import { LIMITS } from "../../../wire/limits.ts";

/** Undefined where there is no name: at the root of the disk. */
export function projectOf(given: string | undefined, cwd: string): string | undefined {
  const named = given?.trim() || path.basename(repositoryOf(cwd) ?? cwd);
  const name = named.normalize("NFC").slice(0, LIMITS.memoryProject).trim();
  return name === "" ? undefined : name;
}

/** The folder of the repository that a folder is in; undefined where it is in none. */
function repositoryOf(cwd: string): string | undefined {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const mark = path.join(folder, ".git");
    const found = fs.statSync(mark, { throwIfNoEntry: false });
    if (found?.isDirectory()) return folder;
    if (found?.isFile()) return ownerOf(mark) ?? folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Of another work tree the repository itself: `gitdir: …/repository/.git/worktrees/name`. A submodule is a project of its own. */
function ownerOf(mark: string): string | undefined {
  const [, place] = /^gitdir: (.+)$/m.exec(fs.readFileSync(mark, "utf8")) ?? [];
  if (place === undefined) return undefined;
  const parts = path.resolve(path.dirname(mark), place).split(path.sep);
  const isWorkTree = parts.at(-2) === "worktrees" && parts.at(-3) === ".git";
  return isWorkTree ? parts.slice(0, -3).join(path.sep) || path.sep : undefined;
}
