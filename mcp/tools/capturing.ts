// The tool that captures a turn: what was said between user and agent is looked through for what should last.

import { entry } from "../fence.ts";
import { counted, tool } from "../tool.ts";

const KEPT = new Set(["created", "updated", "new_version", "reinforced", "proposed"]);

const capture = tool({
  name: "capture",
  title: "Capture a turn",
  description:
    "Hand over what the user said and what you answered, after a turn in which something came up that later conversations should know. " +
    "What lasts is taken out and stored, the rest is let go. For one thing that you can say in a sentence, remember is better.",
  endpoint: "capture",
  takes: ["user", "assistant", "prior_turns", "project", "session_id", "visibility"],
  usually: { source: "mcp" },
  tells: [
    "by",
    "job",
    "state",
    "passed_over",
    ...["status", "id", "reason", "type", "supersedes", "conflicts_with", "event_id"].map(
      (name) => `memories[].${name}`,
    ),
  ],
  says: ({ state, passed_over, memories, quarantined }) => {
    if (passed_over !== null) return `Nothing of the turn was looked at: ${passed_over}.`;
    if (state !== "done") return "The turn waits to be read; what lasts of it is stored then.";
    const kept = memories.filter(({ status }) => KEPT.has(status)).length;
    const back = quarantined ? " Something is kept back until a reviewer lets it go." : "";
    return `${counted(kept, "memory", "memories")} came of the turn.${back}`;
  },
  shows: ({ memories }) =>
    memories.map(({ id, status, content, reason }) =>
      entry(id ?? "none", status, content, reason === null ? [] : [reason]),
    ),
});

export const CAPTURING_TOOLS = [capture];
