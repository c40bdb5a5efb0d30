// What the command line says and asks. Results go to standard output, all else to standard error; colour and moving
// lines only where a terminal shows them. What memory says can't steer the terminal: control characters are shown as signs.

import { styleText } from "node:util";
import { signOf } from "../../durable/text/control-signs.ts";
import { type Asker, terminalAsker } from "../../plugin/src/setup/asking.ts";

/** A text in a colour, where colours are shown. */
export type Ink = (colour: "bold" | "dim" | "green" | "red" | "yellow", text: string) => string;

const BAR = 24;
/** Where no line moves, progress is a line for each of so many steps. */
const STEPS = 10;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export class Terminal {
  readonly #colour: boolean;
  readonly #moves = process.stderr.isTTY === true;
  readonly asker: Asker | null = terminalAsker();
  #isOnLine = false;
  #step = -1;

  constructor(colour: boolean) {
    this.#colour = colour && process.stdout.isTTY === true && !process.env.NO_COLOR;
  }

  /** A result. */
  print(text: string): void {
    this.#endLine();
    process.stdout.write(`${text}\n`);
  }

  /** A note beside the result. */
  say(sentence: string): void {
    this.#endLine();
    process.stderr.write(`${sentence}\n`);
  }

  ink(colour: Parameters<Ink>[0], text: string): string {
    return this.#colour ? styleText(colour, text, { validateStream: false }) : text;
  }

  /** How far long work is. */
  progress(what: string, done: number, all: number, unit: string): void {
    const share = all === 0 ? 1 : Math.min(1, done / all);
    const filled = Math.round(share * BAR);
    const bar = `${"#".repeat(filled)}${"-".repeat(BAR - filled)}`;
    const line = `${what} [${bar}] ${done} of ${all} ${unit}`;
    const step = Math.floor(share * STEPS);
    if (this.#moves) this.#move(line);
    else if (step !== this.#step) process.stderr.write(`${line}\n`);
    this.#step = step;
  }

  /** The same where nobody knows how much there is. */
  moving(sentence: string): void {
    if (this.#moves) this.#move(sentence);
    else process.stderr.write(`${sentence}\n`);
  }

  #move(line: string): void {
    process.stderr.write(`\r\u001b[K${line}`);
    this.#isOnLine = true;
  }

  #endLine(): void {
    if (this.#isOnLine) process.stderr.write("\n");
    this.#isOnLine = false;
  }
}

/** A reply whose texts can be shown. */
export function tame<T>(value: T): T {
  if (typeof value === "string") return value.replace(STEERING, signOf) as T;
  if (Array.isArray(value)) return value.map(tame) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [tame(name), tame(inner)])) as T;
}

/** JSON of a reply, on one line where `indent` is 0; the same value, without a byte that steers a terminal. */
export function json(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    STEERING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
