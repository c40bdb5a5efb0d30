// What a command works with: who it is to the service, the clients, and the terminal. Clients are made when they are
// asked for, so that a command needs no more of a login than it uses.

import { Connection } from "../../client/connection.ts";
import { DirectoryClient } from "../../client/directory-client.ts";
import { MemoryClient } from "../../client/memory-client.ts";
import { Failure } from "./failure.ts";
import { type Given, type Standing, standing } from "./login.ts";
import type { Terminal } from "./terminal.ts";

/** Embedding a part of a file may take a while. */
const TIMEOUT_S = 120;

export interface Globals extends Given {
  readonly json: boolean;
  readonly yes: boolean;
  readonly timeout?: number;
}

export class Session {
  readonly terminal: Terminal;
  readonly globals: Globals;
  readonly environment: Readonly<Record<string, string | undefined>>;
  #standing: Standing | undefined;

  constructor(terminal: Terminal, globals: Globals, environment = process.env) {
    this.terminal = terminal;
    this.globals = globals;
    this.environment = environment;
  }

  get standing(): Standing {
    this.#standing ??= standing(this.globals, this.environment);
    return this.#standing;
  }

  /** Where to send, and as whom. Throws a `Failure` that says how to log in. */
  get connection() {
    const { url, token, tenant } = this.standing;
    if (url === null) throw new Failure("where is the service? Run edgebrain login, or give --url", 2);
    if (token === null)
      throw new Failure(`there is no token for ${url}: run edgebrain login, or set EDGEBRAIN_TOKEN`, 2);
    return { baseUrl: url, token, timeoutMs: this.timeoutMs, ...(tenant !== null && { tenant }) };
  }

  get timeoutMs(): number {
    return (this.globals.timeout ?? TIMEOUT_S) * 1_000;
  }

  /** The agent that is meant. */
  get agent(): string {
    const { agent } = this.standing;
    if (agent !== null) return agent;
    throw new Failure("which agent? Give --agent NAME, or choose one with edgebrain agent use NAME", 2);
  }

  get memory(): MemoryClient {
    return this.#made(() => new MemoryClient({ ...this.connection, agent: this.agent }));
  }

  get directory(): DirectoryClient {
    return this.#made(() => new DirectoryClient(this.connection));
  }

  /** For calls of endpoints as they are. */
  get calls(): Connection {
    return this.#made(() => new Connection(this.connection));
  }

  /** Goes on when `--yes` says so, or a person does. */
  async confirm(loss: string): Promise<void> {
    if (this.globals.yes) return;
    const { asker } = this.terminal;
    if (!asker) throw new Failure(`${loss} Add --yes when this is meant.`, 2);
    const answer = await asker.ask(`${loss} Go on?`, "no");
    if (!/^y(es)?$/i.test(answer)) throw new Failure("nothing was done");
  }

  /** A client refuses an address or a token that no request should be sent with. */
  #made<Client>(make: () => Client): Client {
    try {
      return make();
    } catch (error) {
      if (error instanceof TypeError) throw new Failure(error.message, 2);
      throw error;
    }
  }
}
