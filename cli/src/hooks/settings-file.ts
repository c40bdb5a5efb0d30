// A settings file of Claude Code: read, and written whole or not at all, with what it was before beside it. A file that is a
// link stays one, and keeps its rights and its indentation.

import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../failure.ts";
import { hooksOf, Malformed, type Settings, settingsIn } from "./claude-settings.ts";

export const BACKUP = ".before-edgebrain";
/** Of a project it is everybody's. */
const NEW_FILE = 0o644;

type Environment = Readonly<Record<string, string | undefined>>;

/** Of a project, or of the user where `folder` is null. */
export function settingsFile(folder: string | null, { CLAUDE_CONFIG_DIR }: Environment): string {
  const place =
    folder === null ? CLAUDE_CONFIG_DIR || path.join(os.homedir(), ".claude") : path.join(folder, ".claude");
  return path.join(place, "settings.json");
}

/** Null where there is no file. Throws a `Failure` that says what to mend. */
export function readSettings(file: string): Settings | null {
  const text = textOf(file);
  if (text === null) return null;
  try {
    return settingsIn(text);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Failure(`${file} was left as it is: ${error.message}. Mend it first`);
  }
}

export interface Changed {
  readonly file: string;
  readonly changed: boolean;
  /** Where what was there before is kept; null where there was nothing, or nothing changed. */
  readonly backup: string | null;
}

/** Changes settings; `change` answers the same object where nothing is to change. An empty result of a file that this makes goes. */
export function changeSettings(file: string, change: (settings: Settings) => Settings): Changed {
  const before = readSettings(file);
  const after = change(before ?? {});
  if (after === before || (before === null && Object.keys(after).length === 0))
    return { file, changed: false, backup: null };
  const place = before === null ? file : fs.realpathSync(file);
  const text = textOf(place);
  // What holds our own hooks is no file as it was before.
  const isOurs = before !== null && Object.values(hooksOf(before)).some((command) => command !== null);
  const keeps = text !== null && !(isOurs && fs.existsSync(place + BACKUP));
  if (keeps) writeWhole(place + BACKUP, text, modeOf(place));
  else if (text === null) fs.mkdirSync(path.dirname(place), { recursive: true });
  const json = JSON.stringify(after, null, text === null ? 2 : indentOf(text));
  writeWhole(place, `${json}${text === null || text.endsWith("\n") ? "\n" : ""}`, modeOf(place));
  return { file, changed: true, backup: text === null ? null : place + BACKUP };
}

function writeWhole(file: string, text: string, mode: number): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    fs.writeFileSync(draft, text, { mode, flag: "wx" });
    fs.renameSync(draft, file);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

function textOf(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function modeOf(file: string): number {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  return found ? found.mode & 0o777 : NEW_FILE;
}

/** Of the first line within the braces. */
function indentOf(text: string): string | number {
  return /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? (text.includes("\n") ? 2 : 0);
}
