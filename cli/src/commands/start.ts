// Commands of the first minutes: logging in and out, a worker on this machine, and how all of it stands.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DirectoryClient } from "../../../client/directory-client.ts";
import { redeemPairing } from "../../../client/redeem-pairing.ts";
import type { MeReply } from "../../../wire/directory.ts";
import { type Command, command } from "../command.ts";
import { findings } from "../doctor.ts";
import { Failure } from "../failure.ts";
import { forgetLogin, keepLogin, loginFile, readLogin } from "../login.ts";
import { Session } from "../session.ts";

/** Most agents that a list of choices names. */
const MOST_NAMED = 100;

export const START: readonly Command[] = [
  command({
    name: "login",
    group: "start",
    summary: "Keep address and token of a service in a file that only you can read",
    options: [
      { name: "code", type: "text", description: "A pairing code of edgebrain pair, in place of a token." },
      {
        name: "device",
        type: "text",
        description: "With a code: what this machine is called; default its host name.",
      },
    ],
    run: login,
    text: ({ file, url, role, agent }) =>
      [
        `Logged in to ${url} as ${role}; kept in ${file}.`,
        agent ? `Agent: ${agent}` : "Choose an agent: edgebrain agent use NAME",
      ].join("\n"),
  }),
  command({
    name: "logout",
    group: "start",
    summary: "Forget address and token; the token stays valid until it is revoked",
    run: async ({ environment }) => ({ forgotten: forgetLogin(environment), file: loginFile(environment) }),
  }),
  command({
    name: "status",
    group: "start",
    summary: "Where this command line is logged in, as whom, and how the agent is",
    run: status,
  }),
  command({
    name: "doctor",
    group: "start",
    summary: "Look for what is wrong between this machine and the agent, and say how to mend it",
    run: async (session) => {
      const checks = await findings(session);
      return {
        ok: checks.every(({ ok }) => ok),
        passed: checks.filter(({ ok }) => ok).length,
        total: checks.length,
        checks,
      };
    },
    text: ({ checks, passed, total }, ink) =>
      [
        ...checks.map(({ name, ok, says, cure }) =>
          [
            `${ok ? ink("green", "pass") : ink("red", "FAIL")}  ${name}: ${says}`,
            ...(cure === undefined ? [] : [`      ${cure}`]),
          ].join("\n"),
        ),
        `${passed} of ${total} checks passed`,
      ].join("\n"),
    isBad: ({ ok }) => !ok,
  }),
  command({
    name: "serve",
    group: "start",
    summary: "Start the local worker of a checkout of the project, until it is ended",
    options: [
      {
        name: "project",
        type: "text",
        description: "Folder of the checkout; default the one that this folder is in.",
      },
      { name: "port", type: "number", description: "Port on 127.0.0.1, default 8787." },
      {
        name: "data",
        type: "text",
        description: "Where everything is kept, default .edgebrain of the checkout.",
      },
      { name: "workspace", type: "text", description: "Index this folder in place of the sample." },
      { name: "story", type: "switch", isOn: true, description: "Start without the story." },
    ],
    async run(_session, { project, port, data, workspace, story }) {
      const root = checkout((project as string | undefined) ?? process.cwd());
      const given = Object.entries({ port, data, workspace });
      const options = given.flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, String(value)],
      );
      const node = path.join(root, "node_modules/.bin/node");
      if (!fs.existsSync(node)) throw new Failure(`${root} is not installed: run npm ci there`);
      const args = [
        path.join(root, "scripts/start.ts"),
        ...options,
        ...(story === false ? ["--no-story"] : []),
      ];
      const code = await ended(
        spawn(node, args, { stdio: "inherit", env: { ...process.env, INIT_CWD: process.cwd() } }),
      );
      if (code !== 0 && code !== null) throw new Failure(`the local worker ended with ${code}`);
      return undefined;
    },
  }),
];

async function login(session: Session, { code, device }: Readonly<Record<string, unknown>>) {
  const { environment, terminal, globals } = session;
  const { asker } = terminal;
  const known = readLogin(environment);
  const url =
    globals.url ?? environment.EDGEBRAIN_URL ?? (await asker?.ask("Address of the service", known?.url));
  if (!url) throw new Failure("where is the service? Give --url", 2);
  const name = (device as string | undefined) ?? os.hostname().slice(0, 64);
  const paired = async (typed: string) => {
    const options = { baseUrl: address(url), timeoutMs: session.timeoutMs };
    return (await redeemPairing(options, { code: typed, name })).token;
  };
  const given = typeof code === "string" ? await paired(code) : await givenToken(session, url);
  const token = given.trim();
  if (token === "")
    throw new Failure("there is no token: give --token-file, a --code, or the token on standard input", 2);
  const connection = {
    ...{ baseUrl: address(url), token, timeoutMs: session.timeoutMs },
    ...(globals.tenant && { tenant: globals.tenant }),
  };
  const directory = new DirectoryClient(connection);
  const me = await directory.me();
  const agent = await agentFor(directory, me, session);
  const tenant = globals.tenant ?? null;
  const file = keepLogin(environment, { url, token, agent, tenant });
  return { file, url, role: me.role, tenant: me.tenant, agent };
}

/** What an option or the environment gives, what is typed, or what is piped in. */
async function givenToken({ globals, environment, terminal }: Session, url: string): Promise<string> {
  // The token of a login before is none that was given for this one.
  const fresh = new Session(
    terminal,
    { ...globals, url },
    { ...environment, EDGEBRAIN_CONFIG: path.join(os.devNull, "none") },
  );
  const { token } = fresh.standing;
  if (token !== null) return token;
  if (terminal.asker) return terminal.asker.askSecret("Token");
  if (process.stdin.isTTY) return "";
  let text = "";
  for await (const piece of process.stdin.setEncoding("utf8")) text += piece;
  return text;
}

/** The agent that was named, or the only one there is; null where that is still to be said. */
async function agentFor(
  directory: DirectoryClient,
  me: MeReply,
  { globals, environment }: Session,
): Promise<string | null> {
  const wanted = globals.agent ?? environment.EDGEBRAIN_AGENT;
  if (me.role === "operator" && me.tenant === null && !globals.tenant) return wanted ?? null;
  const { agents } = await directory.listAgents({ limit: MOST_NAMED });
  const names = agents.map(({ name }) => name);
  if (wanted === undefined) return names.length === 1 ? names[0] : null;
  if (names.includes(wanted) || names.length === MOST_NAMED || me.role === "owner") return wanted;
  throw new Failure(
    `the token opens no agent ${wanted} (${names.join(", ") || "it opens none"}): name another`,
  );
}

async function status(session: Session) {
  const { url, agent, tenant, tokenFrom } = session.standing;
  const me = await session.directory.me();
  const here = { url, token_from: tokenFrom, role: me.role, tenant: me.tenant ?? tenant, token: me.name };
  if (agent === null) return { ...here, agent: null };
  const { nodes, edges, revision, profile, embedder } = await session.memory.info();
  const health = await session.memory.health();
  return {
    ...here,
    agent,
    nodes,
    edges,
    inhibitory_edges: health.inhibitory_edges,
    reflex_pct: health.reflex_pct,
    habitual_pct: health.habitual_pct,
    dormant_pct: health.dormant_pct,
    last_maintenance: health.last_maintenance,
    proposals_waiting: health.review.waiting,
    changes_without_replica: health.outbox.changes,
    embedder: `${embedder.name}, ${embedder.dimension} numbers, ${embedder.state}`,
    profile,
    revision,
  };
}

/** An address that is safe to send a token to. */
function address(url: string): string {
  try {
    new DirectoryClient({ baseUrl: url, token: null });
    return url;
  } catch (error) {
    throw new Failure((error as Error).message.replace("baseUrl", "--url"), 2);
  }
}

/** The folder of the project that a folder is in. */
function checkout(from: string): string {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const isIt =
      fs.existsSync(path.join(folder, "wrangler.local.toml")) &&
      fs.existsSync(path.join(folder, "scripts/start.ts"));
    if (isIt) return folder;
    if (folder === path.dirname(folder))
      throw new Failure(
        "the local worker is part of the project: name a checkout of it with --project DIR",
        2,
      );
  }
}

/** Its exit code, null when a signal ended it; what would end this program is handed on to it. */
async function ended(child: ChildProcess): Promise<number | null> {
  // The terminal signals both: the child ends by itself, and this program waits for that.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  return code as number | null;
}
