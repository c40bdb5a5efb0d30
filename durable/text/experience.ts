// A run of an agent as an experience: what was asked, the steps, and what was answered, squeezed and cut. Pure; no secret
// stays in it, and what time and chance put into a run makes no other experience of it.

import { legacyDigestOf } from "./digest.ts";
import type { ExperienceSettings } from "./experience-settings.ts";
import { withoutSecrets } from "./secrets.ts";

export interface ToolEvent {
  readonly toolName: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string | undefined;
  readonly durationMs?: number | undefined;
}

export interface ExperienceStep {
  readonly toolName: string;
  readonly params: unknown;
  readonly resultSummary: string;
  readonly ok: boolean;
  readonly error: string;
  readonly durationMs: number;
}

export interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** What is known of a run when it ends. */
export interface Run {
  readonly prompt: string;
  readonly assistantTexts: readonly string[];
  readonly steps: readonly ExperienceStep[];
  readonly messages?: readonly Message[];
}

export interface Experience {
  readonly taskSummary: string;
  readonly prompt: string;
  readonly steps: readonly ExperienceStep[];
  /** Steps that were left out. */
  readonly omitted: number;
  readonly finalAnswer: string;
  readonly fingerprint: string;
}

const LONGEST_TEXT = 800;
const LONGEST_MESSAGE = 400;
const LONGEST_TASK = 96;
const TOOLS_NAMED = 3;
/** Of parameters that are too long: so many, each with so much of its value. */
const PARAMS_KEPT = 6;
const PARAM_CHARACTERS = 40;
const NOTHING = "n/a";
/** Characters and items of a value that are read, and levels of it. */
const MOST_READ = 8_000;
const DEEPEST = 32;
const MASKED = "(secret removed)";

/** White space as single spaces, and no more than `most` units; a pair of units is not cut in two. */
export function squeezed(text: string, most: number): string {
  const whole = text.replace(/\s+/g, " ").trim();
  return whole.slice(0, most).replace(/[\ud800-\udbff]$/, whole.length > most ? "" : "$&");
}

/** A tool call as it is kept. */
export function stepOf(
  event: ToolEvent,
  { longestResult }: Pick<ExperienceSettings, "longestResult">,
): ExperienceStep {
  const read = (value: unknown) => unveiled(value, { left: MOST_READ });
  const error = String(read(event.error ?? ""));
  const result = read(error === "" ? (event.result ?? {}) : { error });
  return {
    toolName: event.toolName,
    params: capped(read(event.params ?? {}), longestResult),
    resultSummary: squeezed(typeof result === "string" ? result : jsonOf(result), longestResult) || NOTHING,
    ok: error === "",
    error: squeezed(error, longestResult),
    durationMs: event.durationMs ?? 0,
  };
}

/** A run as an experience, whether or not it is worth keeping. */
export function experienceOf(run: Run, settings: ExperienceSettings): Experience {
  const messages = run.messages ?? [];
  const prompt = squeezed(withoutSecrets(run.prompt) || lastOf(messages, "user"), LONGEST_TEXT);
  const spoken = run.assistantTexts.join(" ");
  const finalAnswer = squeezed(withoutSecrets(spoken) || lastOf(messages, "assistant"), LONGEST_TEXT);
  const distinct = distinctSteps(run.steps);
  const steps = chosen(distinct, settings);
  const tools = steps.slice(0, TOOLS_NAMED).map(({ toolName }) => toolName);
  const task = squeezed(prompt, LONGEST_TASK);
  const taskSummary = tools.length > 0 ? `${task} via ${tools.join(" -> ")}` : task;
  const calls = steps.map(({ toolName, params }) => [toolName, Object.keys(Object(params)).sort()]);
  const fingerprint = legacyDigestOf(JSON.stringify([taskSummary, prompt, calls, finalAnswer]));
  return { taskSummary, prompt, steps, omitted: distinct.length - steps.length, finalAnswer, fingerprint };
}

function distinctSteps(steps: readonly ExperienceStep[]): ExperienceStep[] {
  const seen = new Map<string, ExperienceStep>();
  for (const step of steps) {
    const key = jsonOf([step.toolName, step.params, step.resultSummary]);
    if (!seen.has(key)) seen.set(key, step);
  }
  return [...seen.values()];
}

/** As many steps as are kept. Success comes last, so the last ones are, and the last that worked. */
function chosen(
  steps: readonly ExperienceStep[],
  { mostSteps, keeps }: ExperienceSettings,
): ExperienceStep[] {
  if (keeps === "first" || steps.length <= mostSteps) return steps.slice(0, mostSteps);
  const last = steps.slice(-mostSteps);
  const worked = steps.findLast(({ ok }) => ok);
  return worked === undefined || last.includes(worked) ? last : [worked, ...last.slice(1)];
}

function lastOf(messages: readonly Message[], role: string): string {
  const message = messages.findLast((one) => one.role === role);
  return squeezed(withoutSecrets(textIn(message?.content)), LONGEST_MESSAGE);
}

function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(textIn).join(" ");
  if (typeof content !== "object" || content === null) return "";
  const { text, content: inner } = content as { text?: unknown; content?: unknown };
  return [typeof text === "string" ? text : "", inner === undefined ? "" : textIn(inner)].join(" ").trim();
}

/** What JSON cannot hold must not break a run. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)) ?? "{}";
  } catch {
    return "(cannot be written down)";
  }
}

/** A value without secrets, also those that only the name beside them tells. What lies beyond `room` is not read. */
function unveiled(value: unknown, room: { left: number }, name = "", depth = 0): unknown {
  if (typeof value === "string") {
    // A secret that is cut in two could not be told: what is cut off takes its word along.
    const text = value.length > room.left ? value.slice(0, room.left).replace(/\S*$/, "") : value;
    room.left -= text.length;
    const told = name === "" ? text : `${name}=${JSON.stringify(text)}`;
    return name !== "" && withoutSecrets(told) !== told ? MASKED : withoutSecrets(text);
  }
  if (typeof value !== "object" || value === null) return plain(value);
  if (depth > DEEPEST) return NOTHING;
  if (Array.isArray(value)) return within(value, room).map((one) => unveiled(one, room, name, depth + 1));
  const entries = within(Object.entries(value), room);
  return Object.fromEntries(entries.map(([key, one]) => [key, unveiled(one, room, key, depth + 1)]));
}

/** What JSON can hold. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return typeof value === "function" || typeof value === "symbol" || value === undefined ? null : value;
}

/** As many items as there is room for. */
function within<T>(items: readonly T[], room: { left: number }): readonly T[] {
  const some = items.slice(0, Math.max(0, room.left));
  room.left -= some.length;
  return some;
}

function capped(params: unknown, longest: number): unknown {
  if (jsonOf(params).length <= longest) return params;
  const short = (value: unknown) =>
    squeezed(typeof value === "string" ? value : jsonOf(value), PARAM_CHARACTERS);
  if (typeof params !== "object" || params === null || Array.isArray(params)) return short(params);
  const kept = Object.entries(params).slice(0, PARAMS_KEPT);
  return Object.fromEntries(kept.map(([name, value]) => [squeezed(name, PARAM_CHARACTERS), short(value)]));
}
