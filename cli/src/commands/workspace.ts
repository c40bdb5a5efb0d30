// Commands that bring an agent in line with a folder, and let it learn from session logs.

import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ClientError } from "../../../client/client-error.ts";
import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";
import { type Command, command, type Field, type Values } from "../command.ts";
import { failureOf } from "../exit.ts";
import { Failure } from "../failure.ts";
import { type Synced, syncWorkspace } from "../files/syncing.ts";
import { ToldFiles } from "../files/told-files.ts";
import { askedWorkspace, signatureOf } from "../files/workspace.ts";
import { endpoint } from "../from-endpoint.ts";
import { keepLogin, readLogin, sameAddress } from "../login.ts";
import { readable, table, time, words } from "../readable.ts";
import type { Session } from "../session.ts";
import { json } from "../terminal.ts";

/** How often a watched folder is looked at: a change is sent well within two seconds. */
const LOOK_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

const SESSIONS: Field = {
  name: "sessions",
  type: "texts",
  description: "Session logs to learn from afterwards.",
};
const ALL: Field = {
  name: "all",
  type: "switch",
  description: "Send also what the service was told before.",
};

export const WORKSPACE: readonly Command[] = [
  command({
    name: "init",
    group: "start",
    summary: "Make the agent when it is missing, and index a folder; run again after a break, it goes on",
    arguments: [{ name: "folder", type: "text", description: "default this one", required: false }],
    options: [SESSIONS, ALL],
    async run(session, values) {
      const folder = asked(values.folder ?? ".");
      const made = await madeAgent(session);
      const synced = await syncedFolder(session, folder, values);
      const replayed = await replayAll(session, (values.sessions as string[] | undefined) ?? [], {});
      return {
        agent: session.agent,
        agent_made: made,
        folder,
        ...synced,
        ...(replayed.length > 0 && { replayed }),
      };
    },
  }),
  command({
    name: "sync",
    group: "start",
    summary: "Send what changed in a folder; what is not in it any more goes",
    arguments: [{ name: "folder", type: "text", description: "default the one of init", required: false }],
    options: [
      {
        name: "watch",
        type: "switch",
        description: "Go on until it is ended, sending changes as they are made.",
      },
      ALL,
      { name: "dry_run", type: "switch", description: "Say what would change." },
      { name: "override_erased", type: "switch", description: "Take back what was erased." },
    ],
    async run(session, values) {
      const folder = asked(values.folder ?? onlyFolder(session));
      if (values.watch === true) return watch(session, folder, values);
      return { folder, ...(await syncedFolder(session, folder, values)) };
    },
  }),
  command({
    name: "replay",
    group: "learn",
    summary: "Learn from session logs, rotated files too; run again it goes on where it was",
    arguments: [{ name: "files", type: "texts", description: "the logs" }],
    options: [
      { name: "mode", type: "text", description: "Default fast.", choices: ["edges-only", "fast", "full"] },
      { name: "dry_run", type: "switch", description: "Count what would be learned." },
      {
        name: "restart",
        type: "switch",
        description: "Send everything again; what was learned is not learned again.",
      },
      {
        name: "log",
        type: "text",
        description: "Name of the log, for one file; default made from its first line.",
      },
      { name: "wait", type: "switch", isOn: true, description: "End when everything is sent." },
    ],
    run: (session, { files, ...options }) => replayAll(session, files as string[], options),
    text: (replies) => replies.map(replayText).join("\n\n"),
  }),
  endpoint(ENDPOINTS.replays, {
    name: "replays list",
    group: "learn",
    call: ({ memory }) => memory.replays(),
    text: ({ replays }) =>
      table(
        ["log", "state", "mode", "learned", "last used"],
        replays.map(({ log, state, mode, learned, received, used_at }) => [
          log,
          state,
          mode,
          `${learned} of ${received} bytes`,
          time(used_at),
        ]),
      ),
  }),
  endpoint(ENDPOINTS.replayStatus, {
    name: "replays show",
    group: "learn",
    arguments: ["log"],
    call: ({ memory }, { log }) => memory.replayStatus(log),
  }),
  endpoint(ENDPOINTS.replayCancel, {
    name: "replays cancel",
    group: "learn",
    arguments: ["log"],
    call: ({ memory }, { log }) => memory.replayCancel(log),
  }),
  endpoint(ENDPOINTS.harvest, {
    name: "harvest",
    group: "learn",
    without: ["lines"],
    dryByDefault: true,
    options: [{ name: "file", type: "text", description: "A piece of a session log to find lessons in." }],
    fill: ({ file }) => (file === undefined ? {} : { lines: fs.readFileSync(file as string, "utf8") }),
    call: ({ memory }, request) => memory.harvest(request),
  }),
];

function asked(folder: unknown): string {
  const whole = path.resolve(folder as string);
  askedWorkspace(whole);
  return fs.realpathSync(whole);
}

function toldFiles(session: Session): ToldFiles {
  const { tenant } = session.standing;
  return new ToldFiles(session.environment, {
    url: session.connection.baseUrl,
    tenant,
    agent: session.agent,
  });
}

function onlyFolder(session: Session): string {
  const folders = toldFiles(session).folders();
  if (folders.length === 1) return folders[0];
  const known = folders.length === 0 ? "it was told of none yet" : `it was told of ${folders.join(", ")}`;
  throw new Failure(`which folder? Name it: ${known}`, 2);
}

/** True when the agent was missing. */
async function madeAgent(session: Session): Promise<boolean> {
  const { directory, agent, environment } = session;
  const isMade = await directory.createAgent({ name: agent }).then(
    () => true,
    (error) => {
      // Who may not make agents may have been given one.
      if (error instanceof ClientError && (error.code === "name_taken" || error.code === "forbidden"))
        return false;
      throw error;
    },
  );
  const login = readLogin(environment);
  const { url, tenant } = session.standing;
  if (login && login.agent === null && url !== null && sameAddress(url, login.url))
    keepLogin(environment, { ...login, agent, tenant });
  return isMade;
}

function syncedFolder(session: Session, folder: string, values: Values, isQuiet = false): Promise<Synced> {
  const told = toldFiles(session);
  const { terminal } = session;
  return syncWorkspace(session.memory, folder, {
    told: values.all === true ? undefined : told.of(folder),
    keep: (now) => told.keep(folder, now),
    progress: isQuiet ? undefined : (done, all) => terminal.progress("indexing", done, all, "files"),
    dryRun: values.dry_run === true,
    overrideErased: values.override_erased === true || undefined,
  });
}

/** Until it is ended: a folder or a service that is away for a while is waited for. */
async function watch(session: Session, folder: string, values: Values): Promise<undefined> {
  const { terminal } = session;
  let isOver = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => (isOver = true));
  let seen: string | undefined;
  let isFirst = true;
  for (let pause = LOOK_MS; !isOver; await sleep(pause)) {
    const now = signatureOf(folder);
    if (now === seen) continue;
    try {
      const synced = await syncedFolder(
        session,
        folder,
        isFirst ? values : { ...values, all: undefined },
        !isFirst,
      );
      terminal.print(session.globals.json ? json(synced, 0) : changeLine(synced));
      if (isFirst) terminal.say(`watching ${folder}; Ctrl-C ends it`);
      [seen, pause, isFirst] = [now, LOOK_MS, false];
    } catch (error) {
      const failure = failureOf(error);
      if (!failure || (error instanceof ClientError && error.kind === "refused" && error.status !== 503))
        throw error;
      terminal.say(`${failure.message}; it is tried again`);
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
    }
  }
  return undefined;
}

function changeLine({ nodes_added, nodes_updated, nodes_removed, files_sent, skipped }: Synced): string {
  const left = skipped.map((one) => `left out ${one.path}: ${one.reason}`);
  return [
    `${files_sent} files sent: +${nodes_added} ~${nodes_updated} -${nodes_removed} nodes`,
    ...left,
  ].join("\n");
}

type Replayed = ReplyOf<"replay"> & { readonly file: string };

async function replayAll(session: Session, files: readonly string[], options: Values): Promise<Replayed[]> {
  const { memory, terminal } = session;
  const replies: Replayed[] = [];
  for (const file of files) {
    const { size } = fs.statSync(file);
    const open = () => fs.createReadStream(file, { highWaterMark: 1 << 20 });
    const reply = await memory.replayLog(open, {
      mode: options.mode as "fast" | undefined,
      log: options.log as string | undefined,
      restart: options.restart === true || undefined,
      dryRun: options.dry_run === true,
      untilLearned: options.wait !== false,
      onProgress: ({ received, learned, counts, error }) =>
        terminal.moving(
          `${file}: sent ${share(received, size)}, learned ${share(learned, size)}, ${counts.questions} questions, ` +
            `${counts.queries_replayed} lessons${error ? `; ${error}` : ""}`,
        ),
    });
    replies.push({ file, ...reply });
  }
  return replies;
}

function replayText({ file, state, counts, dry_run: isDry, source }: Replayed): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const end = isDry ? "nothing was learned" : `undo with edgebrain undo --source ${source} --since 0`;
  return [
    `${file}: ${state}`,
    readable(Object.fromEntries(found.map(([name, count]) => [words(name), count])), 1),
    end,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function share(bytes: number, of: number): string {
  return `${of === 0 ? 100 : Math.floor((100 * bytes) / of)}%`;
}
