// A host's command line for tests: it keeps a whole configuration, lets the plugin change it, and runs its commands as a
// shell would, with what they print and how they end.

import type { HostApi } from "../../plugin/src/host.ts";
import { register } from "../../plugin/src/index.ts";
import { Shared } from "../../plugin/src/plugin.ts";
import { PROCESS } from "../../plugin/src/token.ts";

interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
  /** What was printed, read as JSON. */
  json<T>(): T;
}

type Run = (...given: unknown[]) => Promise<void>;

export class PluginCli {
  /** The host's whole configuration, as its file has it. */
  configuration: Record<string, unknown>;
  writes = 0;
  /** Whether the host refuses what would be written. */
  refuses = false;
  readonly #stateDir: string;
  readonly #canWrite: boolean;

  constructor(configuration: Record<string, unknown>, stateDir: string, canWrite = true) {
    this.configuration = configuration;
    this.#stateDir = stateDir;
    this.#canWrite = canWrite;
  }

  /** Runs `openclaw edgebrain NAME …` in a process of its own; nobody sits at a terminal. */
  async run(name: string, ...given: unknown[]): Promise<Ended> {
    const actions = this.#registered();
    const printed = { out: "", error: "" };
    const [out, error, exitCode] = [process.stdout.write, process.stderr.write, process.exitCode];
    const into = (place: "out" | "error") => (text: string) => {
      printed[place] += text;
      return true;
    };
    process.stdout.write = into("out") as typeof process.stdout.write;
    process.stderr.write = into("error") as typeof process.stderr.write;
    try {
      process.exitCode = 0;
      await actions.get(name)?.(...given);
      return { ...printed, exitCode: Number(process.exitCode), json: () => JSON.parse(printed.out) };
    } finally {
      [process.stdout.write, process.stderr.write] = [out, error];
      process.exitCode = exitCode;
    }
  }

  #registered(): ReadonlyMap<string, Run> {
    const actions = new Map<string, Run>();
    const command = (name: string): object => ({
      command,
      description: () => command(name),
      argument: () => command(name),
      option: () => command(name),
      action: (run: Run) => actions.set(name, run),
    });
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const api: HostApi = {
      id: "edgebrain",
      logger: silent,
      pluginConfig: {},
      runtime: {
        config: {
          current: () => this.configuration,
          ...(this.#canWrite && {
            mutateConfigFile: async ({ mutate }) => {
              this.writes++;
              if (this.refuses) throw new Error("the configuration changed meanwhile");
              const draft = structuredClone(this.configuration);
              mutate(draft);
              this.configuration = draft;
              return { followUp: { requiresRestart: true } };
            },
          }),
        },
        state: { resolveStateDir: () => this.#stateDir },
      },
      registerCli: (registrar) => registrar({ program: command("openclaw") }),
    };
    register(api, new Shared({ surroundings: { ...PROCESS, environment: {} } }));
    return actions;
  }
}
