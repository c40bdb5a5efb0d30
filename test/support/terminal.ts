// A program in a terminal of its own, as a person sits before it: what it shows is waited for, then something is typed.
// The terminal is made by `script`; without it, as outside of Linux, tests that need one are skipped.

import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";

export const HAS_TERMINALS = says("script", "--version").includes("util-linux");

/** What a program prints; empty where there is none. */
export function says(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

export class TerminalOf {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number | null>;
  #shown = "";
  /** What was shown before is not waited for again. */
  #seen = 0;

  /** `command` is a line of a shell. */
  constructor(command: string, { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    const terminal = { TERM: "xterm", COLUMNS: "200", ...env };
    this.#child = spawn("script", ["-qec", command, "/dev/null"], { cwd, env: terminal });
    this.#child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      this.#shown += piece;
    });
    this.#ended = once(this.#child, "close").then(([code]) => code as number | null);
  }

  /** All that was shown, without what moves or colours it. */
  get text(): string {
    return stripVTControlCharacters(this.#shown);
  }

  get raw(): string {
    return this.#shown;
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Waits until it is shown; fails with all that was when the program ends before. */
  async until(pattern: RegExp): Promise<void> {
    let isOver = false;
    void this.#ended.then(() => {
      isOver = true;
    });
    for (;;) {
      const found = pattern.exec(this.text.slice(this.#seen));
      if (found) {
        this.#seen += found.index + found[0].length;
        return;
      }
      if (isOver) throw new Error(`ended without ${pattern}:\n${this.text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The exit code. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
