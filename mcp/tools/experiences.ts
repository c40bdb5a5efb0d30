// The tool of experiences: earlier runs with tasks like the one at hand.

import { counted, tool } from "../tool.ts";

const search = tool({
  name: "search_experiences",
  title: "Search experiences",
  description:
    "Find earlier runs that went well with tasks like this one: what was asked, which tools were called, what was answered.",
  endpoint: "searchExperiences",
  takes: ["prompt", "limit", "max_context_chars", "language"],
  tells: [
    ...[
      "id",
      "score",
      "wins",
      "disputes",
      "standing",
      "relevance",
      "used_ids",
      "created_at",
      "untrusted",
    ].map((name) => `experiences[].${name}`),
    "context",
    "language",
    "degraded",
  ],
  says: ({ experiences }) =>
    experiences.length === 0
      ? "There is no experience with a task like this one."
      : `${counted(experiences.length, "experience", "experiences")} with a task like this one.`,
  shows: ({ context }) => context,
});

export const EXPERIENCE_TOOLS = [search];
