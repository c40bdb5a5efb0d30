// The few things that the queue does with files, and what makes them last: what was written is on the disk before it
// has its name, so that a file is whole or not there.

import fs from "node:fs/promises";
import path from "node:path";

export interface Files {
  /** Makes the folder, readable by its owner alone. */
  makeFolder(folder: string): Promise<void>;
  /** Names in it; none when there is no such folder. */
  names(folder: string): Promise<string[]>;
  /** Null when there is no such file. */
  read(file: string): Promise<string | null>;
  /** Writes a file that is not there yet: whole, readable by its owner alone, and lasting. */
  create(file: string, text: string): Promise<void>;
  /** False when there is no such file any more. */
  rename(from: string, to: string): Promise<boolean>;
  /** True even when there is none. */
  remove(file: string): Promise<void>;
  /** Null when there is no such file. */
  changedAt(file: string): Promise<number | null>;
}

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
/** What a file is called until it is whole. */
export const UNFINISHED = ".part";

export const FILES: Files = {
  async makeFolder(folder) {
    await fs.mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
    await fs.chmod(folder, OWNER_FOLDER);
  },

  names: (folder) => orElse(fs.readdir(folder), []),

  read: (file) => orElse(fs.readFile(file, "utf8"), null),

  async create(file, text) {
    const unfinished = `${file}${UNFINISHED}`;
    const handle = await fs.open(unfinished, "wx", OWNER_FILE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(unfinished, file);
    await syncFolder(path.dirname(file));
  },

  rename: (from, to) =>
    orElse(
      fs.rename(from, to).then(() => true),
      false,
    ),

  remove: (file) => orElse(fs.unlink(file), undefined),

  changedAt: (file) =>
    orElse(
      fs.stat(file).then(({ mtimeMs }) => mtimeMs),
      null,
    ),
};

/** A new name lasts only when its folder is written; some systems can't, and need not. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await fs.open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!["EISDIR", "EPERM", "EINVAL", "ENOTSUP"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
  }
}

async function orElse<T, U>(result: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return otherwise;
    throw error;
  }
}
