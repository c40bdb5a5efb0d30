// Past wins: what a run was asked, did and answered, told to the service once the run has ended well, through the queue. Its
// steps are kept in memory until then, without secrets and bounded; a run that failed, or never ends, is told to nobody.

import { createHash } from "node:crypto";
import { type ExperienceStep, stepOf } from "../../../durable/text/experience.ts";
import { PRODUCT_EXPERIENCES } from "../../../durable/text/experience-settings.ts";
import { aliasesOf, type HostEvent } from "../../../durable/text/run-traces.ts";
import { withoutSecrets } from "../../../durable/text/secrets.ts";
import type { ExperienceRequest } from "../../../wire/experiences.ts";
import { LIMITS } from "../../../wire/limits.ts";
import type { AgentEndEvent, HostContext, OutputEvent, PromptEvent, ToolCallEvent } from "../host.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { outboxOf } from "../queue/opening.ts";
import { questionOf } from "../recall/question.ts";

export function registerRecording(plugin: Plugin): void {
  plugin.on("before_prompt_build", (event, context) => begin(plugin, event, context));
  plugin.on("after_tool_call", (event, context) => step(plugin, event, context));
  plugin.on("llm_output", (event, context) => output(plugin, event, context));
  plugin.on("agent_end", (event, context) => end(plugin, event, context));
}

/** Names of a run; none where it is not to be told of. */
function namesOf(plugin: Plugin, event: unknown, context: HostContext | undefined): string[] {
  if (plugin.config().experiences === "off") return [];
  return aliasesOf(event as HostEvent, (context ?? {}) as HostEvent);
}

function begin(plugin: Plugin, event: PromptEvent, context: HostContext | undefined): undefined {
  const names = namesOf(plugin, event, context);
  if (names.length === 0) return undefined;
  const entry = plugin.enter(context);
  if (!entry.allowed || !entry.turn.conversation.byPerson) return undefined;
  const prompt = questionOf(event, { least: entry.turn.config.minQueryLength, most: LIMITS.query });
  plugin.runs.prompt(names, withoutSecrets(prompt ?? ""), plugin.now());
  return undefined;
}

function step(plugin: Plugin, event: ToolCallEvent, context: HostContext | undefined): undefined {
  const names = namesOf(plugin, event, context);
  if (names.length === 0) return undefined;
  const { toolName = "?", params, result, error, durationMs } = event;
  const call = {
    toolName: toolName.slice(0, LIMITS.toolName).toWellFormed(),
    params,
    result,
    error,
    durationMs,
  };
  plugin.runs.tool(names, stepOf(call, PRODUCT_EXPERIENCES), plugin.now());
  return undefined;
}

function output(plugin: Plugin, event: OutputEvent, context: HostContext | undefined): undefined {
  const names = namesOf(plugin, event, context);
  const texts = (event.assistantTexts ?? []).filter((text) => typeof text === "string");
  if (names.length > 0) plugin.runs.output(names, texts, plugin.now());
  return undefined;
}

async function end(
  plugin: Plugin,
  event: AgentEndEvent,
  context: HostContext | undefined,
): Promise<undefined> {
  const names = namesOf(plugin, event, context);
  if (names.length === 0) return undefined;
  const { prompt, tools, assistantTexts, at } = plugin.runs.take(names, plugin.now());
  // The host may say twice that a run has ended.
  if (prompt === "" || event.success !== true) return undefined;
  const entry = plugin.enter(context);
  if (!entry.allowed) return undefined;
  const answer = withoutSecrets(assistantTexts.join(" ")).slice(0, LIMITS.query).toWellFormed();
  const run = { run_id: runId(entry.turn, names[0], at), prompt, answer, steps: told(tools) };
  const { agentId, chat } = entry.turn.conversation;
  try {
    await outboxOf(plugin).post({
      agentId,
      name: "tellExperience",
      key: `run-${run.run_id}`,
      request: { ...run, session: chat, query_ids: askedIn(plugin, entry.turn), end: { success: true } },
    });
    plugin.log.debug(`a run of ${tools.length} steps is told`);
  } catch {
    plugin.log.warn("a run could not be kept: the queue's folder can't be written");
  }
  return undefined;
}

/** One id a run, also where the host names its session only; it says nothing of who talks to whom. */
function runId({ conversation }: Turn, name: string, at: number): string {
  const run = name.startsWith("session") ? [name, at] : [name];
  return createHash("sha256")
    .update(JSON.stringify([conversation.agentId, ...run]))
    .digest("hex");
}

function askedIn(plugin: Plugin, { conversation }: Turn): string[] {
  const asked = plugin.sessions.askedIn(conversation.session);
  const own = asked.filter(({ turn }) => turn !== null && turn === conversation.turn);
  return own.slice(-LIMITS.queriesPerRun).map(({ queryId }) => queryId);
}

function told(steps: readonly ExperienceStep[]): ExperienceRequest["steps"] {
  return steps.slice(-LIMITS.stepsPerPart).map(({ toolName, params, resultSummary, error, durationMs }) => ({
    tool: toolName.trim() || "?",
    // SAFETY: a step holds what JSON can hold only.
    params: params as NonNullable<ExperienceRequest["steps"]>[number]["params"],
    ...(error === "" ? { result: resultSummary } : { error }),
    duration_ms: Math.max(0, durationMs),
  }));
}
