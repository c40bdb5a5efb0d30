// Tools of memories: storing what should last, finding it, and ending it, or asking for that where the caller may not.

import type * as z from "zod";
import { ClientError } from "../../client/client-error.ts";
import type { CallOptions } from "../../client/connection.ts";
import { text } from "../../wire/fields.ts";
import { LIMITS } from "../../wire/limits.ts";
import { EndMemoryReply } from "../../wire/memories.ts";
import { ProposalState } from "../../wire/reviewing.ts";
import { entry } from "../fence.ts";
import type { Service } from "../service.ts";
import { counted, tool } from "../tool.ts";

/** Places of a proposal that hold no text. */
const PROPOSAL = ["id", "status", "created", "node_id", "expires_at"].map((name) => `proposal.${name}`);

const SAID = {
  created: "Stored.",
  duplicate: "It was known already; nothing changed.",
  updated: "Its fuller words took the place of what was known.",
  new_version: "Stored as a new version: it says something else of the same thing.",
  reinforced: "It was known already, and counts as heard once more.",
  proposed: "Proposed: it is remembered once a reviewer approves it.",
} as const;

const remember = tool({
  name: "remember",
  title: "Remember",
  description:
    "Store one thing that should be known in later conversations: a fact, preference, rule, decision or event, as a whole sentence " +
    "that is understood without this conversation. What is known already is not stored twice.",
  endpoint: "storeMemory",
  takes: [
    "content",
    "type",
    "scope",
    "visibility",
    "confidence",
    "tags",
    "project",
    "ttl_seconds",
    "valid_from",
    "valid_until",
    "supersedes",
  ],
  tells: ["id", "status", "supersedes", "conflicts_with", "event_id", "embedding", ...PROPOSAL],
  says: ({ status, conflicts_with: rivals, quarantined }) =>
    [
      SAID[status],
      ...(rivals.length > 0
        ? [`It contradicts ${counted(rivals.length, "other memory", "other memories")}.`]
        : []),
      ...(quarantined ? ["It is kept back until a reviewer lets it go."] : []),
    ].join(" "),
  shows: ({ id, conflicts_with: rivals }) => [
    entry(id, "stored", ""),
    ...rivals.map((rival) => entry(rival, "contradicted", "")),
  ],
});

const search = tool({
  name: "search",
  title: "Search memories",
  description:
    "Search the memories that were stored with remember, by what they mean and by type, project, tags and time. " +
    "For what matters to a question, recall is better: it also knows files, corrections and routes.",
  endpoint: "searchMemories",
  takes: [
    "query",
    "limit",
    "type",
    "scope",
    "project",
    "tags",
    "as_of",
    "min_confidence",
    "include_invalidated",
  ],
  tells: [
    "query_id",
    ...["id", "type", "scope", "confidence", "created_at", "valid_to", "is_current_version", "untrusted"].map(
      (name) => `results[].memory.${name}`,
    ),
    "results[].final_score",
    "results[].similarity_score",
    "degraded",
  ],
  says: ({ results, query_id }) =>
    results.length === 0
      ? `No memory was found (query_id ${query_id}).`
      : `${counted(results.length, "memory", "memories")} (query_id ${query_id}).`,
  shows: ({ results }) =>
    results.map(({ memory: { id, type, content, is_current_version: isCurrent } }) =>
      entry(id, type, content, isCurrent ? [] : ["ended"]),
    ),
});

const ForgetReply = EndMemoryReply.pick({ id: true }).extend({
  valid_to: EndMemoryReply.shape.valid_to.nullable().describe("When it ended; null: it has not."),
  proposal: ProposalState.optional().describe("Present where a reviewer decides."),
});
type ForgetReply = z.infer<typeof ForgetReply>;

/** Refusals after which a reviewer can still decide. */
const UNDECIDED = ["forbidden", "protected_node", "review_required", "not_found"];

const forget = tool({
  name: "forget",
  title: "Forget",
  description:
    "End a memory that no longer holds: it is not recalled any more, and kept for the time in which it held. " +
    "Where this token may not end it, or where it is no memory but a piece of a file, that is proposed to a reviewer instead. " +
    "For what is wrong, correct is better: it says what is right.",
  endpoint: "endMemory",
  takes: ["id"],
  own: {
    reason: text(LIMITS.reason)
      .optional()
      .describe("Why it no longer holds, as a sentence; read by the reviewer."),
  },
  tells: ["id", "valid_to", ...PROPOSAL],
  destroys: true,
  reply: ForgetReply,
  says: ({ proposal }) =>
    proposal
      ? "This token may not end it: that was proposed, and a reviewer decides."
      : "It has ended, and is not recalled any more.",
  shows: ({ id }) => [entry(id, "named", "")],
  async run(service, { id, reason }, options): Promise<ForgetReply> {
    try {
      const { valid_to } = await service.call("endMemory", { id }, options);
      return { id, valid_to };
    } catch (error) {
      if (!(error instanceof ClientError) || !UNDECIDED.includes(error.code ?? "")) throw error;
      if (error.code === "not_found" && !(await isThere(service, id, options))) throw error;
      const content = (reason as string | undefined) ?? `What is kept as ${id} no longer holds.`;
      const request = { kind: "correction" as const, content, corrects: [id], source: "mcp" };
      return { id, valid_to: null, proposal: await service.call("propose", request, options) };
    }
  },
});

export const MEMORY_TOOLS = [remember, search, forget];

/** Whether it is something else than a memory. */
async function isThere(service: Service, id: string, { signal }: CallOptions): Promise<boolean> {
  try {
    await service.call("node", { id }, { signal });
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === "not_found") return false;
    throw error;
  }
}
