// The steps of a deployment. Each looks first at what is there, so that a run that was cut short, or came twice,
// ends where a single one would have.

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { Failure } from "../../cli/src/failure.ts";
import { configFor, hasIndex } from "./config.ts";
import { listed } from "./listed.ts";
import type { Options } from "./options.ts";
import { keep, missingSecrets } from "./secrets.ts";
import { indexCommands, prepareIndex } from "./vector-index.ts";
import type { Wrangler } from "./wrangler.ts";

const UNKNOWN_ID = "00000000-0000-0000-0000-000000000000";
/** How wrangler says that there is no such worker. */
const NO_WORKER = /Worker ".*" not found|\b(10007|10090)\b/;

const Databases = z.array(z.object({ uuid: z.string(), name: z.string() }));
const SecretList = z.array(z.object({ name: z.string() }));

export interface Surroundings {
  readonly wrangler: Wrangler;
  /** Where the configuration and the secrets of deployments are kept. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Deploys; throws a `Failure` that says what to do. */
export function deploy(options: Options, { wrangler, folder, say }: Surroundings): void {
  const { name, place, config } = options;
  const files = filesOf(folder, name);
  const source = readConfig(config);
  requireSignedIn(wrangler);
  say(`database   ${name}`);
  if (!databaseNamed(wrangler, name)) wrangler.run(["d1", "create", name, ...place]);
  const databaseId = databaseNamed(wrangler, name);
  if (!databaseId) throw new Failure(`the database ${name} was created and is not listed: run this again`);
  if (hasIndex(source)) prepareIndex(options, wrangler, say);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(files.config, configFor(source, { name, databaseId }, path.dirname(config), folder));
  say("migrations");
  wrangler.run(migrations(files.config));
  const secrets = missingSecrets(secretsOf(wrangler, files.config), files.secrets);
  const isFirst = Object.keys(secrets).length > 0;
  if (isFirst) keep(files.secrets, secrets);
  say(`worker     ${name}${isFirst ? `, with the secrets ${Object.keys(secrets).join(" and ")}` : ""}`);
  wrangler.run(upload(files.config, isFirst ? files.secrets : null));
  if (!isFirst) return;
  say("");
  say(`The secrets are in ${files.secrets}, which only you can read: Cloudflare does not show them again.`);
  say(
    "Keep both in your password store, then delete the file. OPERATOR_TOKEN makes tenants, agents and tokens;",
  );
  say("without AUDIT_KEY the audit chains can be neither verified nor continued.");
}

/** The commands of a first deployment, in order, as one would type them. */
export function commands(options: Options, folder: string): string[] {
  const { name, place, config } = options;
  const files = filesOf(folder, name);
  const source = readConfig(config);
  configFor(source, { name, databaseId: UNKNOWN_ID }, path.dirname(config), folder);
  return [
    ["whoami", "--json"],
    ["d1", "list", "--json"],
    ["d1", "create", name, ...place, "   # unless it is listed"],
    ...(hasIndex(source) ? indexCommands(options).map((args) => [...args, "   # unless it is listed"]) : []),
    migrations(files.config),
    secretList(files.config),
    [...upload(files.config, files.secrets), "   # the secrets only where they are missing"],
  ].map((args) => `wrangler ${args.join(" ")}`);
}

function filesOf(folder: string, name: string) {
  return {
    config: path.join(folder, `${name}.toml`),
    secrets: path.join(folder, `${name}.secrets.json`),
  };
}

function migrations(config: string): string[] {
  return ["d1", "migrations", "apply", "DB", "--remote", "--config", config];
}

function secretList(config: string): string[] {
  return ["secret", "list", "--format", "json", "--config", config];
}

function upload(config: string, secrets: string | null): string[] {
  return ["deploy", "--config", config, ...(secrets ? ["--secrets-file", secrets] : [])];
}

function readConfig(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    throw new Failure(`there is no configuration ${file}: name one with --config`, 2);
  }
}

function requireSignedIn(wrangler: Wrangler): void {
  if (wrangler.ask(["whoami", "--json"]).ok) return;
  throw new Failure(
    "wrangler is not signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN to a token that may edit Workers " +
      "and D1 (and CLOUDFLARE_ACCOUNT_ID where it sees several accounts)",
  );
}

function databaseNamed(wrangler: Wrangler, name: string): string | undefined {
  const databases = listed(Databases, wrangler.ask(["d1", "list", "--json"]), "databases");
  return databases.find((database) => database.name === name)?.uuid;
}

/** Names of the secrets that the worker has; none when there is no worker yet. In doubt nothing is taken for missing. */
function secretsOf(wrangler: Wrangler, config: string): string[] {
  const answer = wrangler.ask(secretList(config));
  if (!answer.ok && NO_WORKER.test(answer.stdout + answer.stderr)) return [];
  return listed(SecretList, answer, "secrets").map(({ name }) => name);
}
