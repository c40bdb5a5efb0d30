// A tool of the plugin, and how it becomes one of the host's: the gate first, then its arguments checked, then one
// answer in which every text from memory is fenced. It never throws.

import * as z from "zod";
import { cleanedDetails } from "./clean.ts";
import type { Config } from "./config.ts";
import { fenced } from "./fence.ts";
import type { HostContext, HostTool } from "./host.ts";
import type { Plugin, Turn } from "./plugin.ts";
import { failureLine, failureText } from "./service.ts";

export interface ToolAnswer {
  /** The plugin's own words: nothing from memory or from a person. */
  readonly say: string;
  /** What comes from memory, an entry a line; shown inside a fence. */
  readonly memory?: readonly string[];
  /** Ids, kinds and counts, never a text from memory: a host that calls tools through a search shows them to the model. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Tool<Parameters extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Strict objects only: an argument with a wrong name is said, not dropped. */
  readonly parameters: Parameters;
  readonly effect: "reads" | "writes";
  /** Default: always. */
  isOffered?(config: Config): boolean;
  run(request: z.infer<Parameters>, turn: Turn, plugin: Plugin): Promise<ToolAnswer>;
}

/** Keeps the type of the parameters for `run`. */
export function tool<Parameters extends z.ZodType>(definition: Tool<Parameters>): Tool {
  return definition as unknown as Tool;
}

export function registerTool(plugin: Plugin, definition: Tool): void {
  const { name } = definition;
  plugin.api.registerTool?.(
    (context) =>
      definition.isOffered === undefined || definition.isOffered(plugin.config())
        ? hostTool(plugin, definition, context)
        : null,
    { name },
  );
}

function hostTool(plugin: Plugin, definition: Tool, context: HostContext): HostTool {
  const { name, label, description, parameters } = definition;
  const schema = z.toJSONSchema(parameters, { io: "input" });
  return {
    name,
    label,
    description,
    parameters: schema,
    async execute(_callId, params) {
      const answer = await answerTo(plugin, definition, context, params);
      const blocks = [answer.say, ...(answer.memory?.length ? [fenced(answer.memory)] : [])];
      return {
        content: [{ type: "text", text: blocks.filter(Boolean).join("\n\n") }],
        details: cleanedDetails(answer.details ?? {}),
      };
    },
  };
}

async function answerTo(
  plugin: Plugin,
  { name, parameters, run }: Tool,
  context: HostContext,
  params: unknown,
): Promise<ToolAnswer> {
  try {
    const entry = plugin.enter(context);
    if (!entry.allowed) return refusal(`Memory is not available here (${entry.reason}).`, entry.reason);
    const checked = parameters.safeParse(params ?? {});
    if (!checked.success)
      return refusal(`${name} was not run: ${faultsOf(checked.error)}`, "invalid_arguments");
    return await run(checked.data, entry.turn, plugin);
  } catch (error) {
    plugin.log.warn(`${name} failed: ${failureLine(error)}`);
    const said = failureText(error);
    return refusal(`${name} failed: ${said}`, said);
  }
}

function refusal(say: string, error: string): ToolAnswer {
  return { say, details: { error } };
}

/** Which argument, and what is wrong with it. */
function faultsOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `argument ${path.join(".")}: ${message}` : message))
    .join("; ");
}
