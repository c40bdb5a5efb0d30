// Where the reference's past wins err, asked of the product itself: its own operations, over its own store.

import type { Embedder } from "../../durable/embed/embedder.ts";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { perform } from "../../durable/operations/perform.ts";
import { experienceOf, type Message, stepOf, type ToolEvent } from "../../durable/text/experience.ts";
import { experienceBlock, fencedExperiences } from "../../durable/text/experience-block.ts";
import { scoreOf, skippedBecause } from "../../durable/text/experience-score.ts";
import { PRODUCT_EXPERIENCES } from "../../durable/text/experience-settings.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import type { GoldenOperation } from "../cases.ts";
import { goldenCall, openState } from "../state.ts";
import { localeLanguage, takenIn } from "./experiences.ts";

const NONCE = "0".repeat(32);
const FAILED = " (failed)";

interface Told {
  readonly prompt?: string;
  readonly finalAnswer?: string;
  readonly session?: string;
}

export const EXPERIENCE_FLAWS: Readonly<Record<string, GoldenOperation>> = {
  async "reference-flaws/retrieve"({
    prompt,
    experiences,
  }: {
    prompt: string;
    experiences: { prompt: string }[];
  }) {
    const agent = await Agent.begin();
    for (const experience of experiences) await agent.tell(experience);
    return { retrieved: await agent.finds(prompt) };
  },

  /** Where the vector of an experience is not there, its words find it. */
  async "reference-flaws/retrieve_mixed_dimensions"({ prompt }: { prompt: string }) {
    const embedder = new Failing();
    const agent = await Agent.begin(embedder);
    await agent.tell({ prompt });
    embedder.isDown = false;
    return { retrieved: await agent.finds(prompt) };
  },

  /** What the trace lacks comes from the messages, and what is kept is embedded. */
  async "reference-flaws/late_prompt"({
    messages,
    next_prompt,
  }: {
    messages: Message[];
    next_prompt: string;
  }) {
    const { prompt } = experienceOf(
      { prompt: "", assistantTexts: ["ok"], steps: [], messages },
      PRODUCT_EXPERIENCES,
    );
    const agent = await Agent.begin();
    const { state } = await agent.tell({ prompt });
    return { stored: state === "stored", retrieved: await agent.finds(next_prompt) };
  },

  async "reference-flaws/complaint"({ previous, ...run }: Told & { previous: Told }) {
    const agent = await Agent.begin();
    const before = await agent.tell({ ...previous, session: "s" });
    const { state, disputed } = await agent.tell({ ...run, session: "s" });
    return { stored: state === "stored", previous_marked_down: disputed !== null && disputed === before.id };
  },

  "reference-flaws/record"(input: {
    prompt?: string;
    assistantTexts?: string[];
    tools?: string[];
    maxToolCalls?: number;
  }) {
    const settings = {
      ...PRODUCT_EXPERIENCES,
      mostSteps: input.maxToolCalls ?? PRODUCT_EXPERIENCES.mostSteps,
    };
    const tools = (input.tools ?? []).map((tool): ToolEvent => {
      return { toolName: tool.replace(FAILED, ""), ...(tool.endsWith(FAILED) && { error: "failed" }) };
    });
    const run = {
      prompt: input.prompt ?? "Fix it",
      assistantTexts: input.assistantTexts ?? ["Fixed."],
      steps: tools.map((tool) => stepOf(tool, settings)),
    };
    const experience = experienceOf(run, settings);
    const worked = experience.steps.findLast(({ ok }) => ok);
    return {
      stored: skippedBecause(experience, true, settings) === null,
      ...(worked && { steps_include: worked.toolName }),
    };
  },

  "reference-flaws/score"({ success, ...run }: { success: boolean; prompt: string; finalAnswer: string }) {
    return { score: scoreOf({ ...run, steps: [] }, success, PRODUCT_EXPERIENCES) };
  },

  "reference-flaws/fingerprint"({ runs }: { runs: { durationMs: number }[] }) {
    const prints = runs.map(({ durationMs }) => {
      const steps = [stepOf({ toolName: "radio", params: { channel: 16 }, durationMs }, PRODUCT_EXPERIENCES)];
      return experienceOf({ prompt: "Call", assistantTexts: ["Six."], steps }, PRODUCT_EXPERIENCES)
        .fingerprint;
    });
    return { equal: new Set(prints).size === 1 };
  },

  "reference-flaws/sequence"({ steps }: { steps: Parameters<typeof takenIn>[0] }) {
    const taken = takenIn(steps);
    const prompts = taken.map(({ prompt }) => prompt);
    return { prompts, prompt: prompts[0], tools: taken[0].tools };
  },

  "reference-flaws/inject"({ taskSummary, finalAnswer }: { taskSummary: string; finalAnswer: string }) {
    const { text } = fencedExperiences([{ taskSummary, finalAnswer, steps: [] }], "en", NONCE, 10_000);
    return { closing_tags: text.split("</experience_replay>").length - 1 };
  },

  "reference-flaws/language"({ env }: { env: Record<string, string> }) {
    const language = localeLanguage(env);
    const shown = [{ taskSummary: "t", finalAnswer: "f", steps: [] }];
    const isEnglish = experienceBlock(shown, language) === experienceBlock(shown, "en");
    return { language: isEnglish ? "en" : language };
  },
};

/** An agent of the product that tells of runs and looks for them. */
class Agent {
  private readonly memory: Memory;
  private calls = 0;

  private constructor(memory: Memory) {
    this.memory = memory;
  }

  static async begin(embedder: Embedder = new NgramHashEmbedder()): Promise<Agent> {
    return new Agent(await openState({ graph: { nodes: [], edges: [] }, index: {} }, PRODUCT, embedder));
  }

  tell({ prompt, finalAnswer: answer = "Done.", session }: Told): Promise<ReplyOf<"tellExperience">> {
    const run_id = String(this.calls);
    return this.perform("tellExperience", { run_id, prompt, answer, session, end: { success: true } });
  }

  async finds(prompt: string): Promise<boolean> {
    return (await this.perform("searchExperiences", { prompt })).experiences.length > 0;
  }

  private async perform<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<ReplyOf<Name>> {
    const result = await perform(this.memory, name, request, goldenCall(++this.calls));
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }
}

/** Fails until it is said to be back. */
class Failing extends NgramHashEmbedder {
  isDown = true;

  override async embed(texts: readonly string[]): Promise<Float64Array[]> {
    if (this.isDown) throw new EmbedderFailure("unavailable", "it is down");
    return super.embed(texts);
  }
}
