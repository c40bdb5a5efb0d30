// What every feature of the plugin works with: the configuration as it is now, the service, the gate, the sessions,
// and a log in which each warning about the configuration stands once.

import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { type Config, resolveConfig } from "./config.ts";
import { isAllowed, type Verdict } from "./gate.ts";
import type { HostApi, HostContext, HostLog } from "./host.ts";
import { INITIAL } from "./options.ts";
import { type Conversation, conversationOf } from "./place.ts";
import { Service, type ServiceCall } from "./service.ts";
import { Sessions } from "./sessions.ts";
import { PROCESS, type Surroundings } from "./token.ts";

export const PLUGIN_ID = "edgebrain";

/** Where a hook or a tool may go on: what it is about, and calls on its behalf. */
export interface Turn {
  readonly config: Config;
  readonly conversation: Conversation & { readonly agentId: string };
  call<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    options?: Omit<ServiceCall, "agentId">,
  ): Promise<ReplyOf<Name>>;
}

export type Entry =
  | { readonly allowed: true; readonly turn: Turn }
  | { readonly allowed: false; readonly reason: string };

/** Sentences that were logged; more than these are not kept apart. */
const MOST_SAID = 200;

export class Plugin {
  readonly api: HostApi;
  readonly sessions: Sessions;
  readonly service = new Service();
  readonly #surroundings: Surroundings;
  readonly #said = new Set<string>();

  constructor(api: HostApi, { sessions = new Sessions(), surroundings = PROCESS } = {}) {
    this.api = api;
    this.sessions = sessions;
    this.#surroundings = surroundings;
  }

  /** Counts, lengths and reasons only: never a text of a person or a memory, never a token. */
  get log(): HostLog {
    return this.api.logger;
  }

  /** The options as the host has them now. */
  config(): Config {
    const { config, warnings } = resolveConfig(withInitial(this.#raw()), this.#surroundings);
    for (const warning of warnings) this.warnOnce(warning);
    return config;
  }

  warnOnce(text: string): void {
    if (this.#said.has(text)) return;
    if (this.#said.size >= MOST_SAID) this.#said.clear();
    this.#said.add(text);
    this.log.warn(`${PLUGIN_ID}: ${text}`);
  }

  /** The gate: nothing that touches memory happens without passing here. */
  enter(context: HostContext | undefined): Entry {
    const config = this.config();
    const conversation = conversationOf(context);
    const verdict: Verdict = isAllowed(config, conversation ?? {});
    if (!verdict.allowed) {
      if (verdict.reason === "no_agents") {
        this.warnOnce(
          'agents is empty, so no agent may use memory; set it to ["main"] or to the ids you mean',
        );
      }
      return verdict;
    }
    if (config.obstacle !== null) {
      this.warnOnce(config.obstacle);
      return { allowed: false, reason: config.obstacle };
    }
    const known = conversation as Turn["conversation"];
    const turn: Turn = {
      config,
      conversation: known,
      call: (name, request, options = {}) =>
        this.service.call(config, name, request, { ...options, agentId: known.agentId }),
    };
    return { allowed: true, turn };
  }

  #raw(): unknown {
    try {
      const current = this.api.runtime?.config?.current?.() as
        | { plugins?: { entries?: Record<string, { config?: unknown } | undefined> } }
        | undefined;
      return current?.plugins?.entries?.[this.api.id ?? PLUGIN_ID]?.config ?? this.api.pluginConfig;
    } catch {
      // Some modes of registration have no runtime.
      return this.api.pluginConfig;
    }
  }
}

function withInitial(raw: unknown): unknown {
  if (raw === undefined || raw === null) return INITIAL;
  return typeof raw === "object" && !Array.isArray(raw) ? { ...INITIAL, ...raw } : raw;
}
