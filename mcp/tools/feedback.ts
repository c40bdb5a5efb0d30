// Tools of feedback: how an answer of memory went, and what is right where it was wrong.

import { entry } from "../fence.ts";
import { counted, tool } from "../tool.ts";

const learn = tool({
  name: "learn",
  title: "Say how a recall went",
  description:
    "After using what was recalled, say whether it helped: 1 helped, -1 misled. Routes that helped get stronger, routes that " +
    "misled are suppressed for questions like that one. Name the recall by its query_id.",
  endpoint: "learn",
  takes: ["outcome", "query_id", "chat_id", "lookback", "fired_ids", "outcomes", "wanted_ids"],
  tells: [
    "event_id",
    "edges_updated",
    "max_weight_delta",
    "fired_ids",
    "unknown_ids",
    "credited_ids",
    "discredited_ids",
    "lowered_ids",
  ],
  says: ({ edges_updated: edges, fired_ids: fired, event_id }) =>
    `Learned from ${counted(fired.length, "piece", "pieces")} of memory; ${counted(edges, "route", "routes")} changed (event_id ${event_id}).`,
});

const correct = tool({
  name: "correct",
  title: "Correct memory",
  description:
    "Say what is right where memory was wrong or the user corrected it, as a whole sentence. It outranks what it corrects from the " +
    "next recall on. Name the recall by its query_id, or the wrong pieces by their ids in corrects.",
  endpoint: "correction",
  takes: ["content", "query_id", "chat_id", "lookback", "fired_ids", "corrects", "outcome"],
  tells: [
    "node_id",
    "node_injected",
    "corrected_ids",
    "event_id",
    "edges_updated",
    "embedding",
    ...["id", "status", "created", "node_id", "expires_at"].map((name) => `proposal.${name}`),
  ],
  says: ({ proposal, corrected_ids: corrected, quarantined }) => {
    if (proposal) return "Proposed: it takes effect once a reviewer approves it.";
    const kept = quarantined ? " It is kept back until a reviewer lets it go." : "";
    return `Noted. ${counted(corrected.length, "piece is", "pieces are")} suppressed by it from now on.${kept}`;
  },
  shows: ({ node_id, corrected_ids }) => [
    entry(node_id, "correction", ""),
    ...corrected_ids.map((id) => entry(id, "corrected", "")),
  ],
});

export const FEEDBACK_TOOLS = [learn, correct];
