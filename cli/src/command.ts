// What a command is: one row of the table that the parser, the help, the completion and the documents are made from.
// A row says what it takes by the names of the request's fields; what it answers is the reply, shown as text or JSON.

import type { Session } from "./session.ts";
import type { Ink } from "./terminal.ts";

export const GROUPS = {
  start: "Getting in",
  ask: "Asking and reading",
  learn: "Teaching",
  review: "Reviewed memory",
  procedures: "Procedures and claims",
  memory: "Memories",
  knowledge: "Entities and facts",
  experience: "Experiences",
  upkeep: "Upkeep",
  life: "Moving, going back, erasing",
  access: "Who may enter",
  machine: "For programs",
} as const;
export type Group = keyof typeof GROUPS;

/** `either` is JSON where it can be read as such, else text; `switch` takes no value, `texts` come several times, `json` is JSON or `@FILE`. */
export type FieldType = "text" | "number" | "either" | "switch" | "texts" | "json";

/** Something that a command takes, by the name of the request's field. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
  /** Of a switch: true unless `--no-…` is given. */
  readonly isOn?: true;
}

export type Values = Readonly<Record<string, unknown>>;

export interface Command {
  /** As it is typed: `proposal list`. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  /** In order; the last may take several values. A text `-` is read from standard input. */
  readonly arguments: readonly Field[];
  readonly options: readonly Field[];
  /** Throws a `Failure` for values that can't be sent, before anybody is asked about a loss. */
  readonly check?: (values: Values) => void;
  /** What is lost when it runs with these values, as a question to the caller; undefined when nothing is. */
  readonly destroys?: (values: Values) => string | undefined;
  /** The reply; undefined where it has printed all there is to say. */
  readonly run: (session: Session, values: Values) => Promise<unknown>;
  /** The reply for people; default: every field with its value. */
  readonly text?: (reply: never, ink: Ink) => string;
  /** Whether the reply says that something is wrong: exit code 1. */
  readonly isBad?: (reply: never) => boolean;
}

/** A row whose `text` and `isBad` know what its `run` answers. */
export function command<Reply>(
  row: Omit<Command, "arguments" | "options" | "run" | "text" | "isBad"> & {
    readonly arguments?: readonly Field[];
    readonly options?: readonly Field[];
    readonly run: (session: Session, values: Values) => Promise<Reply>;
    readonly text?: (reply: NonNullable<Reply>, ink: Ink) => string;
    readonly isBad?: (reply: NonNullable<Reply>) => boolean;
  },
): Command {
  return { arguments: [], options: [], ...row };
}

/** `--top-k` for the field `top_k`, `--no-wait` for the switch `wait` that is on. */
export function flagOf({ name, isOn }: Pick<Field, "name" | "isOn">): string {
  return `--${isOn ? "no-" : ""}${name.replaceAll("_", "-")}`;
}
