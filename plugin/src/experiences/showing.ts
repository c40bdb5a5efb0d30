// Past wins before a turn: how tasks like this one were solved, in a block of their own above the message. Whatever goes
// wrong, the turn goes on without.

import { fencedExperiences, type Shown } from "../../../durable/text/experience-block.ts";
import { languageOf } from "../../../durable/text/prompt-language.ts";
import type { ExperienceSearchReply } from "../../../wire/experiences.ts";
import { cleanText } from "../clean.ts";
import { newNonce } from "../fence.ts";
import type { HostContext, PromptEvent } from "../host.ts";
import type { Plugin } from "../plugin.ts";
import { questionOf } from "../recall/question.ts";
import { failureLine } from "../service.ts";

const EXAMPLES = 3;
const BLOCK_CHARACTERS = 3_000;
/** Longer than the longest deadline. */
const HOST_WAITS_MS = 30_500;

export function registerShowing(plugin: Plugin): void {
  plugin.on("before_prompt_build", (event, context) => show(plugin, event, context), {
    timeoutMs: HOST_WAITS_MS,
  });
}

async function show(
  plugin: Plugin,
  event: PromptEvent,
  context: HostContext | undefined,
): Promise<{ prependContext: string } | undefined> {
  try {
    if (plugin.config().experiences !== "recall") return undefined;
    const entry = plugin.enter(context);
    if (!entry.allowed || !entry.turn.conversation.byPerson || plugin.pause.isOn) return undefined;
    const {
      minQueryLength: least,
      recallMaxChars: most,
      autoRecallTimeoutMs: deadlineMs,
    } = entry.turn.config;
    const prompt = questionOf(event, { least, most });
    if (prompt === null) return undefined;
    const { experiences } = await entry.turn.call(
      "searchExperiences",
      { prompt, limit: EXAMPLES },
      { deadlineMs },
    );
    const shown = experiences.map(shownOf);
    const { text } = fencedExperiences(shown, languageOf(prompt), newNonce(), BLOCK_CHARACTERS);
    return text === "" ? undefined : { prependContext: text };
  } catch (error) {
    plugin.log.warn(`this turn goes on without past wins: ${failureLine(error)}`);
    return undefined;
  }
}

function shownOf({ task, answer, steps }: ExperienceSearchReply["experiences"][number]): Shown {
  return {
    taskSummary: cleanText(task),
    finalAnswer: cleanText(answer),
    steps: steps.map(({ tool, result, ok }) => {
      const said = { toolName: cleanText(tool), resultSummary: cleanText(result), ok };
      return { ...said, params: {}, error: "", durationMs: 0 };
    }),
  };
}
