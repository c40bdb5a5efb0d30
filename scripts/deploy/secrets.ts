// The two secrets of a deployment. They are made once, kept in a file that only its owner can read until they are
// stored elsewhere, and never replaced: a new operator's token would lock out, a new audit key would break every chain.

import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const NAMES = ["OPERATOR_TOKEN", "AUDIT_KEY"] as const;
type SecretName = (typeof NAMES)[number];
export type Secrets = Partial<Record<SecretName, string>>;

/**
 * The secrets that a worker with these lacks; those in the file first, which a run that was cut short has left.
 * A worker that has its operator's token but no audit key derives one from it: it gets none.
 */
export function missingSecrets(present: readonly string[], file: string): Secrets {
  const known = read(file);
  const secrets: Secrets = {};
  if (!present.includes("OPERATOR_TOKEN")) {
    secrets.OPERATOR_TOKEN = known.OPERATOR_TOKEN ?? `op_${randomBytes(32).toString("base64url")}`;
    if (!present.includes("AUDIT_KEY"))
      secrets.AUDIT_KEY = known.AUDIT_KEY ?? randomBytes(32).toString("hex");
  }
  return secrets;
}

export function keep(file: string, secrets: Secrets): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, `${JSON.stringify({ ...read(file), ...secrets }, null, 2)}\n`, { mode: 0o600 });
  fs.chmodSync(file, 0o600);
}

function read(file: string): Secrets {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Secrets) : {};
}
