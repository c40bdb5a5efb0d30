// A hook's process under a deadline: whatever hangs in it, a name that is not resolved or a disk that does not answer, the
// host goes on in time. Only what was said whole is handed on, and the exit code is 0: any other one may stop the host's turn.
// What `pre` finds is of no use later, so its process is ended; that of `post` goes on until the turn is kept.

import { spawn } from "node:child_process";

export const HOOKS = ["pre", "post"] as const;
export type Hook = (typeof HOOKS)[number];

const FLAG = "--deadline-ms";
export const DEADLINE_VARIABLE = "EDGEBRAIN_HOOK_DEADLINE_MS";
/** Until when the process that runs has to be done, milliseconds since 1970. */
const ENDS_AT = "EDGEBRAIN_HOOK_ENDS_AT";
/** A prompt waits for `pre`, and nobody much for `post`. */
export const DEADLINES: Readonly<Record<Hook, number>> = { pre: 1_500, post: 6_000 };
export const DEADLINE_BOUNDS = [200, 30_000] as const;
/** What the process keeps of it to say how it ended. */
const SAYING_MS = 150;
/** How long the process of a hook lives at the most after its deadline, on a machine that is busy. */
const GRACE_MS = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Which hook a command line is about; null where it is none, or asks for help. */
export function hookIn(args: readonly string[]): Hook | null {
  const hook = HOOKS.find((name) => args.some((word, at) => word === "hook" && args[at + 1] === name));
  return hook === undefined || args.includes("--help") || args.includes("-h") ? null : hook;
}

export function isUnderDeadline(environment: Environment): boolean {
  return environment[ENDS_AT] !== undefined;
}

/** Milliseconds that are left to this process. */
export function timeLeft(environment: Environment): number {
  return Math.max(0, Number(environment[ENDS_AT] ?? 0) - SAYING_MS - Date.now());
}

/** Ends this process for good after its deadline and some more, also where a library keeps it from ending. */
export function endAfterGrace(environment: Environment): void {
  const left = Number(environment[ENDS_AT] ?? 0) + GRACE_MS - Date.now();
  setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.max(0, left)).unref();
}

/** Runs the command line in another process; what it said by then, nothing unless that is whole lines. */
export function underDeadline(hook: Hook, args: readonly string[]): Promise<string> {
  const ms = deadlineOf(hook, args, process.env);
  const problem = deadlineProblem(hook, args, process.env);
  if (problem !== null) process.stderr.write(`edgebrain: hook ${hook}: ${problem}\n`);
  const left = Math.max(0, ms - performance.now());
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1], ...args], {
    stdio: ["inherit", "pipe", "pipe"],
    // In a group of its own it outlives the signals that end the host's.
    detached: hook === "post",
    env: { ...process.env, [ENDS_AT]: String(Math.round(Date.now() + left)) },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  child.stderr.pipe(process.stderr);
  return new Promise((resolve) => {
    const end = () => {
      if (hook === "pre") child.kill("SIGKILL");
      // What it started may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      resolve(said.endsWith("\n") ? said : "");
    };
    const timer = setTimeout(() => {
      process.stderr.write(`edgebrain: hook ${hook}: ${late(hook, ms)}\n`);
      end();
    }, left);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
    for (const event of ["close", "error"])
      child.once(event, () => {
        clearTimeout(timer);
        end();
      });
  });
}

function late(hook: Hook, ms: number): string {
  return hook === "pre"
    ? `not done within ${ms} ms, so the turn goes on without memory`
    : `not done within ${ms} ms, so it goes on in the background`;
}

/** What an option or the environment says, where that is a number within the bounds. */
export function deadlineOf(hook: Hook, args: readonly string[], environment: Environment): number {
  return told(args, environment).find(({ value }) => fits(value))?.ms ?? DEADLINES[hook];
}

/** What is wrong with what they say, in one line; null where nothing is. */
export function deadlineProblem(
  hook: Hook,
  args: readonly string[],
  environment: Environment,
): string | null {
  const wrong = told(args, environment).filter(({ value }) => !fits(value));
  if (wrong.length === 0) return null;
  const names = wrong.map(({ name }) => name).join(" and ");
  const ms = deadlineOf(hook, args, environment);
  return `${names}: no whole number from ${DEADLINE_BOUNDS.join(" to ")}, so the deadline is ${ms} ms`;
}

interface Told {
  readonly name: string;
  readonly value: string;
  readonly ms: number;
}

/** What counts first comes first. */
function told(args: readonly string[], environment: Environment): Told[] {
  const at = args.lastIndexOf(FLAG);
  const inOne = args.findLast((word) => word.startsWith(`${FLAG}=`));
  const given = inOne?.slice(FLAG.length + 1) ?? (at < 0 ? undefined : (args[at + 1] ?? ""));
  return [
    { name: FLAG, value: given },
    { name: DEADLINE_VARIABLE, value: environment[DEADLINE_VARIABLE] || undefined },
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value, ms: Number(value) }]));
}

function fits(value: string): boolean {
  const [least, most] = DEADLINE_BOUNDS;
  return /^\d+$/.test(value.trim()) && Number(value) >= least && Number(value) <= most;
}
