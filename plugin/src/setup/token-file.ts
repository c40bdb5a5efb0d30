// Where set-up keeps a token: a file of its own in the host's state folder that only its owner can read, so that the
// host's configuration holds no secret.

import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Keeps the token while `refer` makes the configuration name its file; when that fails, all is as it was before. */
export async function keepingToken<T>(
  stateFolder: string,
  token: string,
  refer: (file: string) => Promise<T>,
): Promise<T> {
  const file = path.join(stateFolder, "edgebrain", "token");
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const before = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null;
  replace(file, `${token}\n`);
  try {
    return await refer(file);
  } catch (error) {
    // The configuration of before must not send this token to the address of before.
    if (before === null) fs.rmSync(file);
    else replace(file, before);
    throw error;
  }
}

/** The whole file or nothing. */
function replace(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  fs.renameSync(draft, file);
}
