// The command line made from the table of commands: what was typed becomes values, the row runs, its reply is shown.
// Whatever goes wrong ends with one sentence on standard error that says what to do, and an exit code.

import fs from "node:fs";
import { Argument, CommanderError, InvalidArgumentError, Option, Command as Parser } from "commander";
import packed from "../package.json" with { type: "json" };
import { type Command, type Field, flagOf, GROUPS, type Values } from "./command.ts";
import { ASKED, candidates } from "./completion.ts";
import { EXIT, failureOf } from "./exit.ts";
import { Failure } from "./failure.ts";
import { readable } from "./readable.ts";
import { type Globals, Session } from "./session.ts";
import { json, Terminal, tame } from "./terminal.ts";

/** What every command takes, also behind its name. */
export const GLOBALS: readonly Option[] = [
  new Option("--url <address>", "address of the service; before EDGEBRAIN_URL and the login"),
  new Option("--agent <name>", "the agent; before EDGEBRAIN_AGENT and the login"),
  new Option("--tenant <name>", "the tenant, for an operator or a signed token of several tenants"),
  new Option("--token-file <file>", "file with the token, readable by you alone"),
  new Option("--timeout <seconds>", "how long an answer may take, default 120").argParser(toNumber),
  new Option("--json", "the reply as JSON, errors too"),
  new Option("--yes", "do what destroys without asking"),
  new Option("--no-color", "no colours; NO_COLOR in the environment says the same"),
];

export const VERSION = packed.version;

/** Runs one command line. Returns its exit code; what it says goes to the process's streams. */
export async function main(args: readonly string[], commands: readonly Command[]): Promise<number> {
  if (args[0] === ASKED) {
    const globals = GLOBALS.map(({ long }) => long as string);
    process.stdout.write(`${candidates(args.slice(1), commands, globals).join("\n")}\n`);
    return EXIT.done;
  }
  let code: number = EXIT.done;
  const isJson = args.includes("--json");
  const program = parserOf(commands, async (command, globals, values) => {
    const terminal = new Terminal(globals.color);
    code = await run(command, new Session(terminal, globals), values);
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const failure = failureOf(error);
    if (!failure) throw error;
    const { exitCode, message, ...facts } = failure;
    const said = isJson ? json({ error: { ...facts, message } }, 0) : tame(`edgebrain: ${message}`);
    process.stderr.write(`${said}\n`);
    return exitCode;
  }
}

async function run(command: Command, session: Session, values: Values): Promise<number> {
  command.check?.(values);
  const loss = command.destroys?.(values);
  if (loss !== undefined) await session.confirm(loss);
  const reply = await command.run(session, values);
  if (reply === undefined) return EXIT.done;
  const { terminal } = session;
  if (session.globals.json) terminal.print(json(reply));
  else {
    const text = command.text ?? ((shown: unknown) => readable(shown));
    terminal.print(text(tame(reply) as never, (colour, words) => terminal.ink(colour, words)));
  }
  return command.isBad?.(reply as never) ? EXIT.failed : EXIT.done;
}

type Run = (
  command: Command,
  globals: Globals & { readonly color: boolean },
  values: Values,
) => Promise<void>;

/** The parser, and with it all help. */
export function parserOf(commands: readonly Command[], go: Run): Parser {
  const program = new Parser("edgebrain")
    .description("Memory for AI agents that learns what to retrieve, and what to suppress.")
    .version(VERSION)
    .helpCommand(true)
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const option of GLOBALS) program.addOption(option);
  program.addHelpText(
    "after",
    `\nExit codes: ${Object.entries(EXIT)
      .map(([what, code]) => `${code} ${what}`)
      .join(", ")}. docs/cli.md has every command.`,
  );
  for (const command of commands) {
    const [leaf, ...above] = command.name.split(" ").reverse();
    const parent = above.reverse().reduce((place, name) => branch(place, name, command), program);
    const made = parent.command(leaf).description(command.summary).exitOverride();
    made.copyInheritedSettings(program).configureHelp({ showGlobalOptions: true });
    if (parent === program) made.helpGroup(`${GROUPS[command.group]}:`);
    const named: [Field, string][] = [];
    for (const [at, field] of command.arguments.entries()) {
      const isMany = field.type === "texts" && at === command.arguments.length - 1;
      const name = `${field.name.replaceAll("_", "-")}${isMany ? "..." : ""}`;
      const argument = new Argument(field.required === false ? `[${name}]` : `<${name}>`, field.description);
      if (field.choices) argument.choices(field.choices);
      made.addArgument(argument);
    }
    for (const field of command.options) {
      const option = optionOf(field);
      made.addOption(option);
      // What a request has switched on by default can be switched off.
      if (field.type === "switch" && !field.isOn)
        made.addOption(new Option(flagOf({ ...field, isOn: true })).hideHelp());
      named.push([field, option.attributeName()]);
    }
    made.action(async (...given: unknown[]) => {
      const options = made.opts();
      const values: Record<string, unknown> = {};
      for (const [at, field] of command.arguments.entries())
        values[field.name] = await typed(field, given[at]);
      for (const [field, attribute] of named) values[field.name] = await typed(field, options[attribute]);
      await go(
        command,
        program.opts(),
        Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined)),
      );
    });
  }
  return program;
}

/** The command that holds others, made when it is missing. */
function branch(parent: Parser, name: string, { group }: Command): Parser {
  const known = parent.commands.find((command) => command.name() === name);
  if (known) return known;
  const made = parent.command(name).exitOverride().copyInheritedSettings(parent);
  return made.helpGroup(`${GROUPS[group]}:`).description(BRANCHES[name] ?? name);
}

/** What commands of several words are about. */
const BRANCHES: Readonly<Record<string, string>> = {
  agent: "Agents of the tenant",
  audit: "The audit chain",
  capture: "Turns that were sent for what should last of them",
  entity: "What stands at a name",
  erasure: "Receipts of erasures",
  experience: "Runs that went well",
  graph: "The graph as it is",
  hook: "Recall and capture for Claude Code",
  memory: "Facts with a type, a scope and a time in which they hold",
  node: "One piece of memory",
  policy: "Whether what agents add waits for a reviewer",
  procedure: "Procedures and their decisions",
  proposal: "What waits for a reviewer, or was decided",
  quarantine: "What the screen keeps back",
  reembed: "Another embedder",
  replays: "Session logs that are or were learned from",
  subject: "Subjects of signed tokens",
  tenant: "Tenants, for the operator",
  token: "Tokens of the tenant",
};

/** What stands for an option's value in its help. */
const VALUES = {
  text: "text",
  number: "number",
  either: "value",
  texts: "text",
  json: "json",
  switch: "",
} as const;

function optionOf(field: Field): Option {
  const { type, description, choices, required } = field;
  const flag = flagOf(field);
  const value = VALUES[type];
  const option = new Option(value === "" ? flag : `${flag} <${value}>`, description);
  if (choices) option.choices(choices);
  else if (type === "number") option.argParser(toNumber);
  else if (type === "texts") option.argParser(collected);
  return required && type !== "switch" ? option.makeOptionMandatory() : option;
}

function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("It must be a number.");
  return number;
}

/** `a,b`, a list as JSON where a comma is part of a name, or the option several times. */
function collected(text: string, before: readonly string[] = []): readonly string[] {
  if (!text.startsWith("[")) return [...before, ...text.split(",").filter((part) => part !== "")];
  const list: unknown = parsed(text);
  if (!Array.isArray(list) || !list.every((item) => typeof item === "string"))
    throw new InvalidArgumentError("A list in JSON must hold texts.");
  return [...before, ...list];
}

async function typed({ name, type }: Field, value: unknown): Promise<unknown> {
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (typeof value !== "string") return value;
  if (type === "number") return toNumber(value);
  if (type === "either") return isJson(value) ? JSON.parse(value) : value;
  if (type === "json") return parsed(value.startsWith("@") ? read(value.slice(1), name) : value);
  return value === "-" ? (await standardInput()).replace(/\r?\n$/, "") : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`this is no JSON (${(error as Error).message}): ${text.slice(0, 80)}`, 2);
  }
}

function read(file: string, name: string): string {
  try {
    return fs.readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new Failure(`${flagOf({ name })}: ${(error as Error).message}`, 2);
  }
}

async function standardInput(): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  for await (const piece of process.stdin) text += piece;
  return text;
}
