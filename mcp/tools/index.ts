// Every tool, in the order in which hosts show them. Both transports serve this list.

import type { Tool } from "../tool.ts";
import { ASKING_TOOLS } from "./asking.ts";
import { CAPTURING_TOOLS } from "./capturing.ts";
import { EXPERIENCE_TOOLS } from "./experiences.ts";
import { FEEDBACK_TOOLS } from "./feedback.ts";
import { KNOWLEDGE_TOOLS } from "./knowledge.ts";
import { MEMORY_TOOLS } from "./memories.ts";
import { PROCEDURE_TOOLS } from "./procedures.ts";

export const TOOLS: readonly Tool[] = [
  ...ASKING_TOOLS,
  ...MEMORY_TOOLS,
  ...CAPTURING_TOOLS,
  ...FEEDBACK_TOOLS,
  ...KNOWLEDGE_TOOLS,
  ...PROCEDURE_TOOLS,
  ...EXPERIENCE_TOOLS,
];
