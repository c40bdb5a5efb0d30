// The configuration of one deployment: a team's wrangler.toml with the name of this worker and the id of its database.
// Everything else in it stays as it is; paths are rewritten, since the result lives in another folder.

import path from "node:path";
import { Failure } from "../../cli/src/failure.ts";

export interface Deployment {
  readonly name: string;
  readonly databaseId: string;
}

/** Whether a configuration has a Vectorize index. */
export function hasIndex(source: string): boolean {
  return /^\[\[vectorize\]\]/m.test(source);
}

/** The text of `source`, a TOML file in the folder `from`, for this deployment and the folder `to`. */
export function configFor(
  source: string,
  { name, databaseId }: Deployment,
  from: string,
  to: string,
): string {
  let text = source;
  const put = (key: string, value: (before: string) => string) => {
    const line = new RegExp(`^(${key}\\s*=\\s*)"([^"]*)"`, "m");
    if (!line.test(text)) throw new Failure(`the wrangler configuration has no line ${key} = "…": add it`);
    text = text.replace(
      line,
      (_, start: string, before: string) => `${start}${JSON.stringify(value(before))}`,
    );
  };
  const moved = (file: string) =>
    path.relative(to, path.resolve(from, file)).split(path.sep).join(path.posix.sep);
  put("name", () => name);
  put("main", moved);
  put("database_name", () => name);
  put("database_id", () => databaseId);
  put("migrations_dir", moved);
  if (hasIndex(source)) put("index_name", () => name);
  return `# Written by the deployment of ${name} at each run: change the configuration that it started from instead.\n${text}`;
}
