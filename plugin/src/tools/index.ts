// Every tool of the plugin. The manifest declares exactly these.

import { STORING_TOOLS } from "../capture/storing.ts";
import { FEEDBACK_TOOLS } from "../feedback/judging.ts";
import type { Tool } from "../tool.ts";
import { PROCEDURE_TOOLS } from "./procedures.ts";
import { PROPOSAL_TOOLS } from "./proposals.ts";
import { READING_TOOLS } from "./reading.ts";

export const TOOLS: readonly Tool[] = [
  ...READING_TOOLS,
  ...STORING_TOOLS,
  ...FEEDBACK_TOOLS,
  ...PROCEDURE_TOOLS,
  ...PROPOSAL_TOOLS,
];
