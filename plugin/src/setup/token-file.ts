// Where set-up keeps a token: a file of its own in the host's state folder that only its owner can read, so that the
// host's configuration holds no secret.

import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Writes the whole file or nothing, and returns its path. */
export function keepToken(stateFolder: string, token: string): string {
  const folder = path.join(stateFolder, "edgebrain");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "token");
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
  fs.renameSync(draft, file);
  return file;
}
