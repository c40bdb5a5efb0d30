// Tools by which an agent writes what should last. A new text is a proposal or memory at once, as `captureMode` says;
// secrets are taken out before anything is kept.

import * as z from "zod";
import { withoutSecrets } from "../../../durable/text/secrets.ts";
import type { RequestOf } from "../../../wire/endpoints.ts";
import { NodeId, text } from "../../../wire/fields.ts";
import type { InjectReply } from "../../../wire/learning.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { Entity, type ProposalState, Relation } from "../../../wire/reviewing.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { sent } from "../queue/sending.ts";
import { type Tool, type ToolAnswer, tool } from "../tool.ts";

const store = tool({
  name: "memory_store",
  label: "Store in memory",
  description:
    "Remember a lasting fact, decision, preference or rule for later conversations. One self-contained statement per call, in the user's words.",
  parameters: z.strictObject({
    text: text(LIMITS.proposalText).describe("What to remember, understandable without this conversation."),
    title: text(LIMITS.title).optional(),
    tags: z.array(text(LIMITS.name)).max(LIMITS.tagsPerProposal).optional(),
    entities: z
      .array(Entity)
      .max(LIMITS.entitiesPerProposal)
      .optional()
      .describe("Who and what it is about."),
    relations: z.array(Relation).max(LIMITS.entitiesPerProposal).optional(),
  }),
  effect: "writes",
  run({ text: content, ...about }, turn, plugin) {
    const memory = withoutSecretsWithin({ content, ...about });
    const session = turn.conversation.chat;
    const source = "memory_store";
    if (turn.config.captureMode === "direct") {
      const { content: kept, ...metadata } = memory;
      return sent(
        plugin,
        turn,
        "inject",
        { content: kept, metadata: { ...metadata, source, session } },
        injected,
      );
    }
    return sent(plugin, turn, "propose", { ...memory, kind: "fact", source, session }, proposed);
  },
});

const correct = tool({
  name: "memory_correct",
  label: "Correct memory",
  description:
    "Replace what memory has wrong: say what is right, and which recalled memories were wrong. What is corrected is suppressed from then on.",
  parameters: z.strictObject({
    content: text(LIMITS.proposalText).describe("What is right, as a whole statement."),
    corrects: z
      .array(NodeId)
      .min(1)
      .max(100)
      .optional()
      .describe("Ids of the memories that are wrong; default: the closest of those recalled last."),
  }),
  effect: "writes",
  run: ({ content, corrects }, turn, plugin) => corrected(plugin, turn, { content, corrects }),
});

export const STORING_TOOLS: readonly Tool[] = [store, correct];

/** Says what is right in place of what was recalled last, or of what is named. */
export function corrected(
  plugin: Plugin,
  turn: Turn,
  { content, corrects }: { readonly content: string; readonly corrects?: readonly string[] | undefined },
  { isReviewed = turn.config.captureMode === "proposal" } = {},
): Promise<ToolAnswer> {
  const last = plugin.sessions.askedIn(turn.conversation.session).at(-1);
  const request = {
    content: withoutSecrets(content),
    ...(last && { query_id: last.queryId }),
    ...(corrects && { corrects: [...corrects] }),
  };
  if (isReviewed) {
    const session = turn.conversation.chat;
    return sent(plugin, turn, "propose", { ...request, kind: "correction", session }, proposed);
  }
  return sent(plugin, turn, "correction", request, ({ node_id, corrected_ids, event_id, proposal }) =>
    proposal
      ? proposed(proposal)
      : {
          say: `Corrected; suppressed from now on: ${corrected_ids.length}.`,
          details: { stored: true, pending: false, id: node_id, corrected: corrected_ids, event: event_id },
        },
  );
}

function injected({ node_id, injected: isNew, proposal }: InjectReply): ToolAnswer {
  if (proposal) return proposed(proposal);
  return {
    say: isNew ? `Remembered, id ${node_id}.` : `Memory says this already, id ${node_id}.`,
    details: { stored: true, pending: false, id: node_id, status: isNew ? "created" : "duplicate" },
  };
}

/** What waits for a reviewer, because the plugin or the service wants it so. */
export function proposed({ id, status, node_id }: ProposalState): ToolAnswer {
  if (status === "duplicate") {
    return {
      say: `Memory says this already, id ${node_id}.`,
      details: { stored: true, pending: false, id: node_id, status },
    };
  }
  return {
    say: `Proposed as ${id}. It becomes memory when a reviewer approves it.`,
    details: { stored: true, pending: true, id, status },
  };
}

/** Every text within, without secrets. */
function withoutSecretsWithin<Value extends Partial<RequestOf<"propose">>>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? withoutSecrets(inner) : inner,
  );
}
