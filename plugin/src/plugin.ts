// What every feature of the plugin works with: the configuration as it is now, the service, the gate, the sessions,
// and a log in which each warning about the configuration stands once.

import type { Callable } from "../../client/connection.ts";
import type { ExperienceStep } from "../../durable/text/experience.ts";
import { RunTraces } from "../../durable/text/run-traces.ts";
import { ENDPOINTS, type EndpointName, type ReplyOf, type RequestOf } from "../../wire/endpoints.ts";
import { CapturedOnce } from "./capture/captured-once.ts";
import { RecalledTexts } from "./capture/recalled-texts.ts";
import { type Config, type Resolved, resolveConfig } from "./config.ts";
import { type GateReason, isAllowed } from "./gate.ts";
import type { HostApi, HostContext, HostHooks, HostLog } from "./host.ts";
import { INITIAL } from "./options.ts";
import { type Conversation, conversationOf } from "./place.ts";
import type { Outbox } from "./queue/outbox.ts";
import { Pause } from "./recall/pause.ts";
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
    options?: ServiceCall,
  ): Promise<ReplyOf<Name>>;
  /** The same for an endpoint whose answer is read in another way. */
  callEndpoint<Reply>(endpoint: Callable<Reply>, request: unknown, options?: ServiceCall): Promise<Reply>;
}

export type Entry =
  | { readonly allowed: true; readonly turn: Turn }
  | { readonly allowed: false; readonly reason: string };

/** What all registrations within one process share: the host registers a plugin several times. */
export class Shared {
  readonly sessions: Sessions;
  readonly pause: Pause;
  readonly service = new Service();
  readonly said = new Set<string>();
  readonly recalled = new RecalledTexts();
  readonly capturedOnce = new CapturedOnce();
  readonly unjudged = new Map<string, string>();
  readonly runs = new RunTraces<ExperienceStep>();
  readonly now: () => number;
  readonly outboxes = new Map<string, Outbox>();
  readonly surroundings: Surroundings;

  constructor({ now = Date.now, surroundings = PROCESS } = {}) {
    this.now = now;
    this.sessions = new Sessions(now);
    this.pause = new Pause(now);
    this.surroundings = surroundings;
  }
}

/** Sentences that are said once; beyond as many they may be said again. */
const MOST_SAID = 200;

export class Plugin {
  readonly api: HostApi;
  /** Its lines hold counts, lengths and reasons: never a text of a person or a memory, never a token. */
  readonly log: Required<Pick<HostLog, "debug" | "info" | "warn">>;
  readonly #shared: Shared;

  constructor(api: HostApi, shared: Shared) {
    this.api = api;
    this.#shared = shared;
    this.log = {
      debug: (text) => api.logger.debug?.(`${PLUGIN_ID}: ${text}`),
      info: (text) => api.logger.info(`${PLUGIN_ID}: ${text}`),
      warn: (text) => api.logger.warn(`${PLUGIN_ID}: ${text}`),
    };
  }

  get sessions(): Sessions {
    return this.#shared.sessions;
  }

  get pause(): Pause {
    return this.#shared.pause;
  }

  /** What memory showed in each session. */
  get recalled(): RecalledTexts {
    return this.#shared.recalled;
  }

  get capturedOnce(): CapturedOnce {
    return this.#shared.capturedOnce;
  }

  /** The last question of each session that nobody judged yet. */
  get unjudged(): Map<string, string> {
    return this.#shared.unjudged;
  }

  /** Runs under way, for past wins. */
  get runs(): Shared["runs"] {
    return this.#shared.runs;
  }

  now(): number {
    return this.#shared.now();
  }

  /** By their folders. */
  get outboxes(): Map<string, Outbox> {
    return this.#shared.outboxes;
  }

  get service(): Service {
    return this.#shared.service;
  }

  /** Registers a hook, where the host has any. */
  on<Hook extends keyof HostHooks>(
    hook: Hook,
    handler: (
      event: HostHooks[Hook]["event"],
      context?: HostContext,
    ) => Promise<HostHooks[Hook]["result"]> | HostHooks[Hook]["result"],
    options?: { readonly priority?: number; readonly timeoutMs?: number },
  ): void {
    this.api.on?.(hook, handler, options);
  }

  warnOnce(text: string): void {
    if (this.#isNew(text)) this.log.warn(text);
  }

  infoOnce(text: string): void {
    if (this.#isNew(text)) this.log.info(text);
  }

  #isNew(text: string): boolean {
    const { said } = this.#shared;
    if (said.has(text)) return false;
    if (said.size >= MOST_SAID) said.clear();
    said.add(text);
    return true;
  }

  /** The options as the host has them now, with what is wrong with them. */
  resolved(): Resolved {
    return resolveConfig(withInitial(this.#raw()), this.#shared.surroundings);
  }

  /** The same, each fault told once in the log. */
  config(): Config {
    const { config, warnings } = this.resolved();
    for (const warning of warnings) this.warnOnce(warning);
    return config;
  }

  /** The gate: nothing that touches memory happens without passing here. */
  enter(context: HostContext | undefined): Entry {
    const config = this.config();
    const conversation = conversationOf(context);
    const verdict = isAllowed(config, conversation ?? {});
    if (!verdict.allowed) {
      this.#sayRefused(verdict.reason, conversation);
      return verdict;
    }
    if (config.obstacle !== null) {
      this.warnOnce(config.obstacle);
      return { allowed: false, reason: config.obstacle };
    }
    return { allowed: true, turn: this.#turn(config, conversation as Turn["conversation"]) };
  }

  /** Towards the model a refusal is silent; whoever set the gate may wonder, so each kind of it is said once. */
  #sayRefused(reason: GateReason, conversation: Conversation | null): void {
    if (reason === "no_agents") this.warnOnce(NO_AGENTS);
    if (reason === "agent_not_listed")
      this.infoOnce("some agents use no memory: they are not in the option agents");
    if (reason === "chat_type_not_allowed") {
      this.infoOnce(`chats of type ${conversation?.chatType} use no memory: it is not in allowedChatTypes`);
    }
  }

  #turn(config: Config, conversation: Turn["conversation"]): Turn {
    const { service } = this;
    const { agentId } = conversation;
    return {
      config,
      conversation,
      call: <Name extends EndpointName>(name: Name, request: RequestOf<Name>, options?: ServiceCall) => {
        const endpoint = ENDPOINTS[name] as unknown as Callable<ReplyOf<Name>>;
        return service.call(config, agentId, endpoint, request, options);
      },
      callEndpoint: (endpoint, request, options) => service.call(config, agentId, endpoint, request, options),
    };
  }

  #raw(): unknown {
    const current = this.hostConfiguration() as
      | { plugins?: { entries?: Record<string, { config?: unknown } | undefined> } }
      | undefined;
    return current?.plugins?.entries?.[this.api.id ?? PLUGIN_ID]?.config ?? this.api.pluginConfig;
  }

  /** The host's whole configuration as it is now, as far as the host shows it. */
  hostConfiguration(): unknown {
    try {
      return this.api.runtime?.config?.current?.() ?? this.api.config;
    } catch {
      // Some modes of registration have no runtime.
      return this.api.config;
    }
  }
}

const NO_AGENTS = 'agents is empty, so no agent may use memory: set it to ["main"], or to the ids you mean';

function withInitial(raw: unknown): unknown {
  if (raw === undefined || raw === null) return INITIAL;
  return typeof raw === "object" && !Array.isArray(raw) ? { ...INITIAL, ...raw } : raw;
}
