// Golden operations of past wins: steps, records, scores, what is kept, the block that is shown, and the reference's own way
// of finding.

import {
  type Experience,
  experienceOf,
  type Message,
  stepOf,
  type ToolEvent,
} from "../../durable/text/experience.ts";
import { experienceBlock } from "../../durable/text/experience-block.ts";
import { scoreOf, skippedBecause } from "../../durable/text/experience-score.ts";
import type { Language } from "../../durable/text/prompt-language.ts";
import { aliasesOf, type HostEvent, RunTraces } from "../../durable/text/run-traces.ts";
import type { GoldenOperation } from "../cases.ts";
import {
  lexicalVector,
  optionsOf,
  type ReferenceRow,
  ranked,
  settingsOf,
  similarity,
} from "../reference-experiences.ts";

interface RunInput {
  readonly prompt?: string;
  readonly assistantTexts?: readonly string[];
  readonly tools?: readonly ToolEvent[];
  readonly messages?: readonly Message[];
  readonly success?: boolean;
  readonly config?: unknown;
}

interface TraceStep {
  readonly do: "prompt" | "tool" | "output" | "take";
  readonly event?: HostEvent;
  readonly ctx?: HostEvent;
  readonly value?: unknown;
}

interface HookStep {
  readonly hook: "before_prompt_build" | "after_tool_call" | "llm_output" | "agent_end";
  readonly event: HostEvent & RunInput;
}

export const EXPERIENCES: Readonly<Record<string, GoldenOperation>> = {
  "lexical-similarity": ({ a, b }: { a: string; b: string }) => ({
    similarity: similarity(lexicalVector(a), lexicalVector(b)),
  }),

  "lexical-embedding"({ text, size }: { text: string; size: number }) {
    const vector = lexicalVector(text, size);
    const nonzero = vector.flatMap((value, at) => (value === 0 ? [] : [[String(at), value] as const]));
    return { length: vector.length, nonzero: Object.fromEntries(nonzero) };
  },

  "tool-trace": ({ maxCharsPerResult = 280, ...event }: ToolEvent & { maxCharsPerResult?: number }) =>
    stepOf(event, { longestResult: maxCharsPerResult }),

  scoring({ finalAnswer, ...input }: RunInput & { finalAnswer: string }) {
    const { experience, settings } = recorded({ ...input, assistantTexts: [finalAnswer] });
    return { score: scoreOf(experience, input.success === true, settings) };
  },

  "skip-rules"(input: RunInput) {
    const { experience, settings } = recorded(input);
    return { stored: skippedBecause(experience, input.success ?? true, settings) === null };
  },

  records(input: RunInput) {
    const { experience, settings } = recorded(input);
    return { ...experience, outcome: "success", successScore: scoreOf(experience, true, settings) };
  },

  retrieval(input: {
    prompt: string;
    experiences: ReferenceRow[];
    config?: unknown;
    queryVector?: readonly number[];
  }) {
    return { ranked: ranked(input.prompt, input.experiences, optionsOf(input.config), input.queryVector) };
  },

  config: ({ config, env }: { config: unknown; env: Record<string, string> }) => optionsOf(config, env),

  injection(input: {
    language: string;
    env: Record<string, string>;
    experiences: { taskSummary: string; tools: ToolEvent[]; finalAnswer: string }[];
  }) {
    const language = input.language === "auto" ? localeLanguage(input.env) : (input.language as Language);
    const shown = input.experiences.map(({ tools, ...experience }) => ({
      ...experience,
      steps: tools.map((tool) => stepOf(tool, { longestResult: 280 })),
    }));
    return shapeOf(experienceBlock(shown, language), language);
  },

  "trace-registry/aliases": ({ event, ctx }: { event: HostEvent; ctx: HostEvent }) => ({
    aliases: aliasesOf(event, ctx),
  }),

  "trace-registry/sequence": ({ steps }: { steps: readonly TraceStep[] }) => ({ taken: takenIn(steps) }),

  "hook-flow"({ config, steps }: { config: unknown; steps: readonly HookStep[] }) {
    const options = optionsOf(config);
    const settings = settingsOf(options);
    const traces = new RunTraces<ToolEvent>();
    const stored = new Map<string, ReferenceRow>();
    const shown: { examples: number }[] = [];
    for (const [place, { hook, event }] of options.enabled ? steps.entries() : []) {
      const aliases = aliasesOf(event, {});
      if (hook === "before_prompt_build") {
        traces.prompt(aliases, event.prompt ?? "", place);
        shown.push({ examples: ranked(event.prompt ?? "", [...stored.values()], options).length });
      } else if (hook === "after_tool_call") traces.tool(aliases, event as unknown as ToolEvent, place);
      else if (hook === "llm_output") traces.output(aliases, event.assistantTexts ?? [], place);
      else {
        const { prompt, tools, assistantTexts } = traces.take(aliases, place);
        const experience = recorded({ ...event, prompt, tools, assistantTexts, config }).experience;
        if (skippedBecause(experience, event.success === true, settings) !== null) continue;
        const createdAt = new Date(place).toISOString();
        stored.set(experience.fingerprint, { id: String(place), prompt: experience.prompt, createdAt });
      }
    }
    const prompts = steps.filter(({ hook }) => hook === "before_prompt_build");
    return {
      before_prompt_build: options.enabled ? shown : prompts.map(() => ({ examples: 0 })),
      stored: stored.size,
    };
  },
};

/** A run as the product would record it under the reference's options. */
export function recorded(input: RunInput) {
  const settings = settingsOf(optionsOf(input.config));
  const run = {
    prompt: input.prompt ?? "",
    assistantTexts: input.assistantTexts ?? [],
    steps: (input.tools ?? []).map((tool) => stepOf(tool, settings)),
    messages: input.messages ?? [],
  };
  const experience: Experience = experienceOf(run, settings);
  return { experience, settings };
}

interface Taken {
  readonly prompt: string;
  readonly tools: readonly unknown[];
  readonly assistantTexts: readonly string[];
}

/** What of a sequence of events each `take` gives. */
export function takenIn(steps: readonly TraceStep[]): Taken[] {
  const traces = new RunTraces<unknown>();
  const taken: Taken[] = [];
  for (const [now, { do: action, event = {}, ctx = {}, value }] of steps.entries()) {
    const aliases = aliasesOf(event, ctx);
    if (action === "prompt") traces.prompt(aliases, value as string, now);
    else if (action === "tool") traces.tool(aliases, value, now);
    else if (action === "output") traces.output(aliases, value as string[], now);
    else {
      const { prompt, tools, assistantTexts } = traces.take(aliases, now);
      taken.push({ prompt, tools, assistantTexts });
    }
  }
  return taken;
}

/** The reference asks the locale of its machine; the product knows the prompt. */
export function localeLanguage({ LANG, LANGUAGE = "" }: Readonly<Record<string, string>>): Language {
  return (LANG ?? LANGUAGE).startsWith("zh") ? "zh" : "en";
}

/** The parts of a block, whatever its wording. */
function shapeOf(block: string, language: Language) {
  if (block === "") return { empty: true };
  const lines = block.split("\n");
  const direct = experienceBlock([{ taskSummary: "", steps: [], finalAnswer: "" }], language)
    .split("\n")[3]
    .replace(/^ *[^:]*: /, "");
  const said = (line: string) => line.replace(/^ *(?:\d+\. )?[^:]*: /, "");
  const orNone = (text: string) => (text === direct ? null : text);
  const examples = Array.from({ length: (lines.length - 4) / 3 }, (_, index) => {
    const [task, steps, result] = lines.slice(2 + index * 3, 5 + index * 3);
    const number = Number.parseInt(task, 10);
    return { number, task: said(task), steps: orNone(said(steps)), result: orNone(said(result)) };
  });
  return { first_line: lines[0], last_line: lines.at(-1), lines: lines.length, language, examples };
}
