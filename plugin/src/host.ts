// What the plugin uses of the host's plugin interface, and no more; every field may be missing, as the host says.
// Types only: the built plugin imports nothing from the host.

export interface HostLog {
  debug?(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** What the host says about where a hook or a tool runs. */
export interface HostContext {
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly sessionId?: string;
  readonly runId?: string;
  readonly trigger?: string;
  readonly channel?: string;
  readonly channelId?: string;
  readonly messageProvider?: string;
  readonly messageChannel?: string;
  readonly chatId?: string;
  readonly chatType?: string;
  readonly sandboxed?: boolean;
  readonly inputProvenance?: { readonly kind?: string };
  readonly deliveryContext?: { readonly channel?: string; readonly to?: string; readonly chatType?: string };
  readonly abortSignal?: AbortSignal;
}

/** One entry of a session's history. */
export interface HostMessage {
  readonly role?: string;
  readonly content?: string | readonly (HostPart | null)[];
  readonly timestamp?: number;
  readonly [field: string]: unknown;
}

export interface HostPart {
  readonly type?: string;
  readonly text?: string;
  readonly [field: string]: unknown;
}

export interface PromptEvent {
  readonly prompt?: string;
  readonly messages?: readonly (HostMessage | null)[];
  readonly currentUserMessage?: unknown;
}

export interface AgentEndEvent {
  readonly messages?: readonly (HostMessage | null)[];
  readonly success?: boolean;
  readonly runId?: string;
}

export interface ToolCallEvent {
  readonly toolName?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly durationMs?: number;
  readonly runId?: string;
}

export interface OutputEvent {
  readonly assistantTexts?: readonly unknown[];
  readonly runId?: string;
}

export interface SessionEndEvent {
  readonly sessionId?: string;
  readonly sessionKey?: string;
  readonly reason?: string;
}

export interface HostHooks {
  before_prompt_build: { event: PromptEvent; result: { prependContext: string } | undefined };
  agent_end: { event: AgentEndEvent; result: undefined };
  after_tool_call: { event: ToolCallEvent; result: undefined };
  llm_output: { event: OutputEvent; result: undefined };
  session_end: { event: SessionEndEvent; result: undefined };
  model_call_started: { event: Readonly<Record<string, unknown>>; result: undefined };
  gateway_stop: { event: { readonly reason?: string }; result: undefined };
}

export interface HostToolAnswer {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly details: unknown;
}

export interface HostTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: unknown;
  execute(callId: string, params: unknown, signal?: AbortSignal): Promise<HostToolAnswer>;
}

export interface HostCorpusHit {
  readonly corpus: string;
  readonly path: string;
  readonly title?: string;
  readonly score: number;
  readonly snippet: string;
  readonly id?: string;
  readonly kind?: string;
  readonly source?: string;
}

export interface HostCorpusPage {
  readonly corpus: string;
  readonly path: string;
  readonly title?: string;
  readonly content: string;
  readonly fromLine: number;
  readonly lineCount: number;
}

export interface HostCorpusRequest {
  readonly agentId?: string;
  readonly agentSessionKey?: string;
  readonly sandboxed?: boolean;
}

/** What a chat says of a command; a channel, and who sent it. */
export interface HostCommandContext extends HostContext {
  readonly args?: string;
  readonly isAuthorizedSender?: boolean;
}

export interface HostCommand {
  readonly name: string;
  readonly description: string;
  readonly acceptsArgs: boolean;
  handler(context: HostCommandContext): Promise<{ readonly text: string }>;
}

export interface HostApi {
  readonly id?: string;
  readonly pluginConfig?: unknown;
  readonly registrationMode?: string;
  readonly logger: HostLog;
  readonly config?: unknown;
  readonly runtime?: {
    readonly config?: {
      current?(): unknown;
      /** `draft` is the whole configuration, changed in place; references in it stay as they are written. */
      mutateConfigFile?(change: {
        readonly afterWrite: { readonly mode: "auto" | "restart" | "none" };
        mutate(draft: Record<string, unknown>): void;
      }): Promise<{ readonly followUp?: { readonly requiresRestart?: boolean } } | undefined>;
    };
    readonly state?: { resolveStateDir?(environment: unknown): string };
  };
  on?<Hook extends keyof HostHooks>(
    hook: Hook,
    handler: (
      event: HostHooks[Hook]["event"],
      context?: HostContext,
    ) => Promise<HostHooks[Hook]["result"]> | HostHooks[Hook]["result"],
    options?: { readonly priority?: number; readonly timeoutMs?: number },
  ): void;
  registerTool?(
    tool: (context: HostContext) => HostTool | null,
    options: { readonly name: string; readonly optional?: boolean },
  ): void;
  registerMemoryCapability?(capability: {
    promptBuilder(about?: {
      readonly availableTools?: ReadonlySet<string>;
      readonly agentId?: string;
      readonly agentSessionKey?: string;
    }): string[];
  }): void;
  registerMemoryCorpusSupplement?(supplement: {
    search(
      request: HostCorpusRequest & { readonly query: string; readonly maxResults?: number },
    ): Promise<HostCorpusHit[]>;
    get(request: HostCorpusRequest & { readonly lookup: string }): Promise<HostCorpusPage | null>;
  }): void;
  registerService?(service: {
    readonly id: string;
    start(context?: unknown): void | Promise<void>;
    stop?(context?: unknown): void | Promise<void>;
  }): void;
  registerCommand?(command: HostCommand): void;
  registerCli?(registrar: (context: unknown) => void, options?: unknown): void;
}
