// How the last recall was: said by the agent with a tool, or by a person in a chat. It is about the question that was
// asked last in the session.

import * as z from "zod";
import type { RequestOf } from "../../../wire/endpoints.ts";
import { NodeId, text } from "../../../wire/fields.ts";
import type { LearnReply } from "../../../wire/learning.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { corrected } from "../capture/storing.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { sent } from "../queue/sending.ts";
import { type Tool, type ToolAnswer, tool } from "../tool.ts";

export const VERDICTS = ["good", "bad", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judgement {
  readonly verdict: Verdict;
  readonly correction?: string | undefined;
  readonly wantedIds?: readonly string[] | undefined;
}

const OUTCOMES: Readonly<Record<Verdict, number>> = { good: 1, bad: -1, wrong: -1 };

const feedback = tool({
  name: "memory_feedback",
  label: "Judge what was recalled",
  description:
    "Say whether the memories recalled last helped (good), misled or did not fit (bad), or were false (wrong, with what is right). Memory learns from it what to recall.",
  parameters: z.strictObject({
    verdict: z.enum(VERDICTS),
    correction: text(LIMITS.proposalText)
      .optional()
      .describe("With wrong: what is right, as a whole statement."),
    wanted_ids: z
      .array(NodeId)
      .min(1)
      .max(100)
      .optional()
      .describe("Ids of memories that would have answered, recalled or not."),
  }),
  effect: "writes",
  run({ verdict, correction, wanted_ids }, turn, plugin) {
    const isReviewed = turn.config.captureMode === "proposal";
    return judged(plugin, turn, { verdict, correction, wantedIds: wanted_ids }, { isReviewed });
  },
});

export const FEEDBACK_TOOLS: readonly Tool[] = [feedback];

/** `isReviewed`: whether the text of a correction waits for a reviewer. */
export async function judged(
  plugin: Plugin,
  turn: Turn,
  { verdict, correction, wantedIds }: Judgement,
  { isReviewed }: { readonly isReviewed: boolean },
): Promise<ToolAnswer> {
  if (correction !== undefined && verdict !== "wrong") {
    return fault("a correction goes with the verdict wrong: send verdict wrong, or leave the correction out");
  }
  if (correction !== undefined && wantedIds !== undefined) {
    return fault("send either a correction or wanted_ids: what is right, or where it stands");
  }
  if (correction !== undefined) return corrected(plugin, turn, { content: correction }, { isReviewed });
  const last = plugin.sessions.askedIn(turn.conversation.session).at(-1);
  if (last === undefined) return fault("nothing was recalled in this session that could be judged");
  const request: RequestOf<"learn"> = {
    query_id: last.queryId,
    outcome: OUTCOMES[verdict],
    ...(wantedIds && { wanted_ids: [...wantedIds] }),
  };
  return sent(plugin, turn, "learn", request, learned);
}

function learned({ edges_updated, event_id, note }: LearnReply): ToolAnswer {
  return {
    say: `Learned: ${edges_updated} routes changed.${note ? ` ${note}` : ""}`,
    details: { learned: true, routes: edges_updated, event: event_id },
  };
}

function fault(say: string): ToolAnswer {
  return { say: `Not judged: ${say}.`, details: { learned: false, error: say } };
}
