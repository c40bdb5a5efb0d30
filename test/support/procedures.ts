// What procedures are tested with: a runbook of three steps, one of which decides, in two versions.

import { expect } from "vitest";
import { agentNamed } from "./agent-story.ts";
import { Story } from "./story.ts";

export const RULE = {
  description: "whether the queue needs more workers",
  branches: [
    { condition: "queue_depth >= 500", result: "page the owner", citation: 7 },
    { condition: "queue_depth >= 100", result: "add a worker" },
  ],
  default_branch: "leave it",
};

export const DRAIN = {
  title: "Drain the queue",
  content: "Stop the intake of the billing queue and let it run empty.",
};
export const DECIDE = { title: "Scale or wait", content: JSON.stringify(RULE), kind: "decision" as const };
export const REPORT = { title: "Report", content: "Write into the operations log what was done." };

export const RUNBOOK = {
  title: "Billing queue runbook",
  content: "What to do when the billing queue grows faster than it is worked off.",
  steps: [DRAIN, DECIDE, REPORT],
};

export const QUESTION = "what do we do when the billing queue grows?";

/** Another overview, the decision as it was, the report in other words under its old title, and a new step. */
export const NEWER = {
  ...RUNBOOK,
  content: "What to do when the billing queue grows, since the intake stops by itself.",
  steps: [
    DECIDE,
    { title: REPORT.title, content: "Tell the on-call channel what was done." },
    { title: "Look again", content: "After an hour look at the depth of the queue once more." },
  ],
};

export const refused = (code: string, details: unknown = expect.anything()) =>
  expect.objectContaining({ code, details });

/** A new agent, entered by its owner, and its object. */
export async function begin(profile?: "product" | "parity") {
  const story = await Story.begin();
  const { id, name } = await story.agent(undefined, profile);
  return { story, name, memory: story.memory(name), object: agentNamed(id, profile ?? "product") };
}
