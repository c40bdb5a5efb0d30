// Questions to a person at a terminal. Where there is none, nobody is asked.

import readline from "node:readline/promises";
import { Writable } from "node:stream";

export interface Asker {
  /** The answer, or `fallback` for an empty one. */
  ask(question: string, fallback?: string): Promise<string>;
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string>;
}

/** Null where input or output is no terminal. */
export function terminalAsker(input = process.stdin, output = process.stderr): Asker | null {
  if (!input.isTTY || !output.isTTY) return null;
  const asked = async (question: string, isHidden: boolean) => {
    output.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = readline.createInterface({ input, output: isHidden ? silent : output, terminal: true });
    try {
      return (await lines.question("")).trim();
    } finally {
      lines.close();
      if (isHidden) output.write("\n");
    }
  };
  return {
    async ask(question, fallback) {
      const hint = fallback === undefined ? ": " : ` [${fallback}]: `;
      return (await asked(question + hint, false)) || (fallback ?? "");
    },
    askSecret: (question) => asked(`${question}: `, true),
  };
}
