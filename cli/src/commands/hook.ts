// Hooks of Claude Code: recall before a turn, capture after it, and putting both into its settings. `pre` and `post` say
// nothing but their answer, and end well whatever happens: the host's turn goes on.

import fs from "node:fs";
import path from "node:path";
import { type Command, command, type Field, type Values } from "../command.ts";
import { Failure } from "../failure.ts";
import { captureOf, delivered } from "../hooks/capturing.ts";
import { type Commands, hooksOf, withHooks, withoutHooks } from "../hooks/claude-settings.ts";
import { DEADLINE_BOUNDS, DEADLINE_VARIABLE, DEADLINES, type Hook, timeLeft } from "../hooks/deadline.ts";
import { type HookInput, hookInputOf, standardInput } from "../hooks/hook-input.ts";
import { MOST_MEMORIES, MOST_TOKENS, recalled } from "../hooks/recalling.ts";
import { changeSettings, readSettings, settingsFile } from "../hooks/settings-file.ts";
import { openSpool, waitingIn, whatHappened } from "../hooks/spool.ts";
import type { Session } from "../session.ts";
import { json } from "../terminal.ts";

/** Seconds that the host waits beyond the deadline, for a machine that is busy. */
const SPARE_S = 4;

const PROJECT: Field = {
  name: "project",
  type: "text",
  description: "The project; default the name of the folder of the git repository, else of the folder.",
};
const deadline = (hook: Hook): Field => ({
  name: "deadline_ms",
  type: "number",
  description: `How long it may take, ${DEADLINE_BOUNDS.join(" to ")}, default ${DEADLINES[hook]}; ${DEADLINE_VARIABLE} says the same.`,
});
const MEMORIES: Field = {
  name: "memories",
  type: "number",
  description: `Most memories that are shown, default 5, at most ${MOST_MEMORIES}.`,
};
const TOKENS: Field = {
  name: "tokens",
  type: "number",
  description: `Most tokens of what is shown, as an estimate, default 1000, at most ${MOST_TOKENS}.`,
};
const PLACE: readonly Field[] = [
  { name: "global", type: "switch", description: "For all folders of this user, not for one." },
  { name: "dir", type: "text", description: "Folder of the project, default this one." },
];

export const HOOK: readonly Command[] = [
  command({
    name: "hook install",
    group: "machine",
    summary: "Put recall and capture into the settings of Claude Code; again changes nothing",
    options: [...PLACE, PROJECT, MEMORIES, TOKENS],
    async run(session, values) {
      const file = fileOf(session, values);
      const commands = commandsOf(session, values);
      const { changed, backup } = changeSettings(file, (settings) => withHooks(settings, commands));
      return { file, changed, backup, pre: commands.pre.command, post: commands.post.command };
    },
    text: ({ file, changed, backup }) =>
      [
        changed ? `Installed in ${file}.` : `${file} has them already.`,
        ...(backup === null ? [] : [`As it was before: ${backup}`]),
        ...(changed
          ? ["Claude Code takes them up when it starts anew. edgebrain hook status says how it stands."]
          : []),
      ].join("\n"),
  }),
  command({
    name: "hook uninstall",
    group: "machine",
    summary: "Take recall and capture out of the settings of Claude Code, and nothing else",
    options: PLACE,
    async run(session, values) {
      const file = fileOf(session, values);
      return changeSettings(file, withoutHooks);
    },
    text: ({ file, changed, backup }) =>
      [
        changed ? `Taken out of ${file}.` : `${file} has none.`,
        ...(backup === null ? [] : [`As it was before: ${backup}`]),
      ].join("\n"),
  }),
  command({
    name: "hook status",
    group: "machine",
    summary: "Where recall and capture are installed, and what waits to be sent",
    options: [{ name: "dir", type: "text", description: "Folder of the project, default this one." }],
    async run(session, values) {
      const { url, token, agent } = session.standing;
      return {
        project: standingOf(fileOf(session, values)),
        user: standingOf(settingsFile(null, session.environment)),
        url,
        logged_in: token !== null,
        agent,
        ...(url !== null && agent !== null && (await waitingIn(session))),
      };
    },
    isBad: ({ project, user }) => project.problem !== null || user.problem !== null,
  }),
  command({
    name: "hook pre",
    group: "machine",
    summary:
      "Recall for Claude Code's UserPromptSubmit: its JSON on standard input, context for the agent on standard output",
    options: [PROJECT, MEMORIES, TOKENS, deadline("pre")],
    run: (session, values) =>
      hooked(session, values, async (input, signal) => {
        const { memories, tokens } = values as { memories?: number; tokens?: number };
        const context = await recalled(session, input, bounded(memories, tokens), signal);
        if (context === "") return;
        const answer = {
          hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: context },
        };
        session.terminal.print(json(answer, 0));
      }),
  }),
  command({
    name: "hook post",
    group: "machine",
    summary:
      "Capture for Claude Code's Stop: its JSON on standard input; what was said is sent for what should last of it",
    options: [PROJECT, deadline("post")],
    run: (session, values) =>
      hooked(session, values, async (input) => {
        const say = (sentence: string) => session.terminal.say(`edgebrain: ${sentence}`);
        const spool = openSpool(session, timeLeft(session.environment), say);
        const left = await delivered(spool, captureOf(input, session.agent));
        if (left > 0) say(`turns that wait on this machine and go with a later one: ${left}`);
      }),
  }),
];

/** A hook's work, once it is clear that there is a service to speak to; what goes wrong is a note. */
async function hooked(
  session: Session,
  { project }: Values,
  work: (input: HookInput, signal: AbortSignal) => Promise<void>,
): Promise<undefined> {
  try {
    const text = await standardInput();
    const { url, token } = session.standing;
    // Without a login nothing is wanted of it.
    if (url === null || token === null) return undefined;
    const input = hookInputOf(text, project as string | undefined);
    if (!input) throw new Failure("standard input holds no JSON of a hook of Claude Code", 2);
    await work(input, AbortSignal.timeout(timeLeft(session.environment)));
  } catch (error) {
    session.terminal.say(`edgebrain: ${error instanceof Failure ? error.message : whatHappened(error)}`);
  }
  return undefined;
}

function fileOf({ environment }: Session, { global, dir }: Values): string {
  if (global === true && dir !== undefined) throw new Failure("name --global or --dir, not both", 2);
  if (global === true) return settingsFile(null, environment);
  const folder = path.resolve((dir as string | undefined) ?? ".");
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(`${folder} is no folder`, 2);
  return settingsFile(folder, environment);
}

function standingOf(file: string) {
  try {
    const settings = readSettings(file);
    const { pre, post } = hooksOf(settings ?? {});
    const problem = settings?.disableAllHooks === true ? "disableAllHooks switches all hooks off" : null;
    return { file, pre, post, problem };
  } catch (error) {
    return { file, pre: null, post: null, problem: (error as Error).message };
  }
}

/** What Claude Code is to run: the program by its name where a shell finds it, else this very one. */
function commandsOf({ globals, environment }: Session, { project, memories, tokens }: Values): Commands {
  const { memories: most, tokens: budget } = bounded(
    memories as number | undefined,
    tokens as number | undefined,
  );
  const shared = [
    ...(globals.agent === undefined ? [] : ["--agent", globals.agent]),
    ...(project === undefined ? [] : ["--project", project as string]),
  ];
  const shown = [
    ...(most === undefined ? [] : ["--memories", String(most)]),
    ...(budget === undefined ? [] : ["--tokens", String(budget)]),
  ];
  const program = onPath(environment) ? ["edgebrain"] : [process.execPath, path.resolve(process.argv[1])];
  const row = (hook: Hook, options: readonly string[]) => ({
    command: [...program, "hook", hook, ...shared, ...options].map(quoted).join(" "),
    timeout: Math.ceil(DEADLINES[hook] / 1_000) + SPARE_S,
  });
  return { pre: row("pre", shown), post: row("post", []) };
}

function onPath({ PATH }: Readonly<Record<string, string | undefined>>): boolean {
  const folders = (PATH ?? "").split(path.delimiter).filter(
    // Folders of npm are on the path of what it runs, and of nothing else.
    (folder) => folder !== "" && !folder.includes("node_modules"),
  );
  return folders.some((folder) => fs.existsSync(path.join(folder, "edgebrain")));
}

/** For a shell, where it needs it. */
function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function bounded(memories: number | undefined, tokens: number | undefined) {
  const within = (name: string, value: number | undefined, most: number) => {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= most))
      throw new Failure(`--${name}: must be a whole number from 1 to ${most}`, 2);
    return value;
  };
  return {
    memories: within("memories", memories, MOST_MEMORIES),
    tokens: within("tokens", tokens, MOST_TOKENS),
  };
}
