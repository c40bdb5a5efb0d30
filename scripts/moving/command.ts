// What both command lines share: where to send, progress on one line, and how it went as an exit code.

import { parseArgs } from "node:util";
import { ClientError } from "../../client/client-error.ts";
import { MemoryClient } from "../../client/memory-client.ts";

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

interface Command {
  readonly usage: string;
  /** Options of its own, beside `--url` and `--agent`. */
  readonly options: Readonly<Record<string, { readonly type: "string" | "boolean" }>>;
  /** True: it takes several files. */
  readonly many?: boolean;
  readonly run: (
    memory: MemoryClient,
    files: readonly string[],
    flags: Flags,
    say: (sentence: string) => void,
  ) => Promise<string>;
}

/** Embedding a part may take a while. */
const TIMEOUT_MS = 120_000;

/** Runs a command. Returns its exit code: 0 done, 1 refused or failed, 2 a wrong command line. */
export async function command(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { usage, options, many = false, run }: Command,
): Promise<number> {
  let memory: MemoryClient;
  let files: readonly string[];
  let flags: Flags;
  try {
    const all = { url: { type: "string" }, agent: { type: "string" }, ...options } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: all });
    const { url, agent, ...others } = values as Flags & { url?: string; agent?: string };
    const token = env.EDGEBRAIN_TOKEN;
    if (!url || !agent || !token || positionals.length < 1 || (positionals.length > 1 && !many))
      throw new TypeError("something is missing");
    files = positionals;
    flags = others;
    memory = new MemoryClient({ baseUrl: url, agent, token, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  try {
    console.log(await run(memory, files, flags, progress));
    return 0;
  } catch (error) {
    if (error instanceof ClientError) console.error(`\n${error.code ?? error.kind}: ${error.message}`);
    else console.error(`\n${(error as Error).message}`);
    return 1;
  }
}

function progress(sentence: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${sentence}` : `${sentence}\n`);
}
