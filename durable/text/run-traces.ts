// Runs that are under way, told apart by the ids that a host gives to their events. A run id stands alone; without one, the
// session does, and nothing else: agents, channels and workspaces are shared by strangers. A new prompt begins anew.

export type HostEvent = Readonly<Record<string, unknown>>;

const RUN_IDS = ["runId", "agentRunId", "traceId", "invocationId", "requestId"] as const;
const SESSION_IDS = ["sessionId", "sessionKey"] as const;

/** Under which names a run is known; none where nothing tells whose an event is. */
export function aliasesOf(event: HostEvent, context: HostEvent): string[] {
  const named = (names: readonly string[]) => {
    const found = [event, context].flatMap((source) =>
      names.flatMap((name) => {
        const id = source[name];
        return typeof id === "string" && id.trim() !== "" ? [`${name}:${id}`] : [];
      }),
    );
    return [...new Set(found)];
  };
  const runs = named(RUN_IDS);
  return runs.length > 0 ? runs : named(SESSION_IDS);
}

export interface Trace<Tool> {
  prompt: string;
  assistantTexts: readonly string[];
  readonly tools: Tool[];
  /** When it was last heard of. */
  at: number;
}

/** Traces that nothing was heard of for so long are dropped. */
const IDLE_MS = 30 * 60_000;
const MOST_TRACES = 200;
const MOST_TOOLS = 200;

export class RunTraces<Tool> {
  private readonly traces = new Map<string, Trace<Tool>>();

  prompt(aliases: readonly string[], prompt: string, now: number): void {
    const known = this.find(aliases, now);
    // A prompt may come after the first events of its own run, but a second one is another run.
    if (known && known.prompt !== "") this.take(aliases, now);
    const trace = this.open(aliases, now);
    if (trace) trace.prompt = prompt;
  }

  tool(aliases: readonly string[], tool: Tool, now: number): void {
    const tools = this.open(aliases, now)?.tools;
    tools?.push(tool);
    // Success comes last.
    if (tools && tools.length > MOST_TOOLS) tools.shift();
  }

  output(aliases: readonly string[], texts: readonly string[], now: number): void {
    const trace = this.open(aliases, now);
    if (trace) trace.assistantTexts = texts;
  }

  /** The trace of a run that ends, which is forgotten; an empty one where none is known. */
  take(aliases: readonly string[], now: number): Trace<Tool> {
    const trace = this.find(aliases, now);
    for (const [alias, one] of this.traces) if (one === trace) this.traces.delete(alias);
    return trace ?? { prompt: "", assistantTexts: [], tools: [], at: now };
  }

  private find(aliases: readonly string[], now: number): Trace<Tool> | undefined {
    for (const [alias, { at }] of this.traces) if (at < now - IDLE_MS) this.traces.delete(alias);
    const alias = aliases.find((one) => this.traces.has(one));
    return alias === undefined ? undefined : this.traces.get(alias);
  }

  private open(aliases: readonly string[], now: number): Trace<Tool> | undefined {
    if (aliases.length === 0) return undefined;
    const trace = this.find(aliases, now) ?? { prompt: "", assistantTexts: [], tools: [], at: now };
    trace.at = now;
    for (const alias of aliases) this.traces.set(alias, trace);
    for (const alias of this.traces.keys()) {
      if (this.traces.size <= MOST_TRACES) break;
      this.traces.delete(alias);
    }
    return trace;
  }
}
