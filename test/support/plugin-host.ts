// A host of the plugin for tests: it keeps what the plugin registers, runs it as the real host does, and hears its log.

import type {
  HostApi,
  HostCommand,
  HostCommandContext,
  HostContext,
  HostCorpusHit,
  HostCorpusPage,
  HostTool,
  PromptEvent,
} from "../../plugin/src/host.ts";
import { register } from "../../plugin/src/index.ts";
import { Shared } from "../../plugin/src/plugin.ts";
import type { Surroundings } from "../../plugin/src/token.ts";

type Hook = (event: unknown, context?: HostContext) => unknown;
type ToolFactory = Parameters<NonNullable<HostApi["registerTool"]>>[0];
type Capability = Parameters<NonNullable<HostApi["registerMemoryCapability"]>>[0];
type Corpus = Parameters<NonNullable<HostApi["registerMemoryCorpusSupplement"]>>[0];

export const CONTEXT: HostContext = {
  agentId: "main",
  sessionKey: "agent:main:main",
  sessionId: "s-1",
  runId: "r-1",
  trigger: "user",
};

const NOTHING: Surroundings = {
  environment: {},
  readOwnersFile: () => {
    throw new Error("no file is read in this test");
  },
};

export interface PluginHostOptions {
  readonly surroundings?: Surroundings;
  readonly now?: () => number;
  /** Where the host keeps its state. */
  readonly stateDir?: string;
  /** Interfaces that this host lacks. */
  readonly without?: readonly (keyof HostApi)[];
  /** Hooks that it does not know. */
  readonly unknownHooks?: readonly string[];
}

export class PluginHost {
  /** Options as the user wrote them; may be changed while it runs. */
  config: unknown;
  readonly lines: string[] = [];
  readonly debugLines: string[] = [];
  readonly hooks = new Map<string, Hook>();
  readonly tools = new Map<string, ToolFactory>();
  readonly services: { start(): unknown; stop?(): unknown }[] = [];
  readonly commands = new Map<string, HostCommand>();
  readonly shared: Shared;
  readonly api: HostApi;
  capability: Capability | undefined;
  corpus: Corpus | undefined;

  constructor(config: unknown, options: PluginHostOptions = {}) {
    this.config = config;
    this.shared = new Shared({
      ...(options.now && { now: options.now }),
      surroundings: options.surroundings ?? NOTHING,
    });
    const api: HostApi = {
      id: "edgebrain",
      logger: {
        debug: (text) => this.debugLines.push(text),
        info: (text) => this.lines.push(text),
        warn: (text) => this.lines.push(text),
        error: (text) => this.lines.push(text),
      },
      pluginConfig: config,
      runtime: {
        config: { current: () => ({ plugins: { entries: { edgebrain: { config: this.config } } } }) },
        ...(options.stateDir !== undefined && {
          state: { resolveStateDir: () => options.stateDir as string },
        }),
      },
      on: (hook, handler) => {
        if (options.unknownHooks?.includes(hook)) this.lines.push(`unknown typed hook "${hook}" ignored`);
        else this.hooks.set(hook, both(this.hooks.get(hook), handler as Hook));
      },
      registerTool: (factory, { name }) => void this.tools.set(name, factory),
      registerMemoryCapability: (capability) => {
        this.capability = capability;
      },
      registerMemoryCorpusSupplement: (corpus) => {
        this.corpus = corpus;
      },
      registerService: (service) => void this.services.push(service),
      registerCommand: (command) => void this.commands.set(command.name, command),
    };
    for (const name of options.without ?? []) delete (api as unknown as Record<string, unknown>)[name];
    this.api = api;
    register(api, this.shared);
  }

  /** What a turn puts above the user's message; undefined for nothing. */
  async turn(
    prompt: string,
    context: HostContext = CONTEXT,
    more: PromptEvent = {},
  ): Promise<string | undefined> {
    const event = { prompt, messages: [], ...more };
    const result = await this.hooks.get("before_prompt_build")?.(event, context);
    return (result as { prependContext?: string } | undefined)?.prependContext;
  }

  /** What the host does when a turn is over. */
  async endOfTurn(messages: readonly unknown[], context: HostContext = CONTEXT, more = {}): Promise<void> {
    await this.hooks.get("agent_end")?.({ messages, success: true, ...more }, context);
  }

  async command(args: string, more: HostCommandContext = {}): Promise<string> {
    const { text } = await this.commands.get("memory")!.handler({ ...CONTEXT, args, ...more });
    return text;
  }

  async tool(name: string, params: unknown, context: HostContext = CONTEXT) {
    const tool = this.tools.get(name)?.(context) as HostTool;
    const { content, details } = await tool.execute("call-1", params);
    return { text: content.map(({ text }) => text).join("\n"), details: details as Record<string, unknown> };
  }

  search(
    query: string,
    about: { agentId?: string; sandboxed?: boolean } = { agentId: "main" },
  ): Promise<HostCorpusHit[]> {
    return this.corpus!.search({ query, ...about });
  }

  page(
    lookup: string,
    about: { agentId?: string; sandboxed?: boolean } = { agentId: "main" },
  ): Promise<HostCorpusPage | null> {
    return this.corpus!.get({ lookup, ...about });
  }

  /** The log since the last look. */
  heard(): string[] {
    return this.lines.splice(0);
  }
}

/** The host runs every handler of a hook. */
function both(first: Hook | undefined, second: Hook): Hook {
  if (first === undefined) return second;
  return async (event, context) => {
    const result = await first(event, context);
    return (await second(event, context)) ?? result;
  };
}
