// Which function serves which golden operation.

import type { GoldenOperation } from "../cases.ts";
import { AUDIT } from "./audit.ts";
import { CAPTURE } from "./capture.ts";
import { DECISIONS } from "./decisions.ts";
import { EXPERIENCE_FLAWS } from "./experience-flaws.ts";
import { EXPERIENCES } from "./experiences.ts";
import { INJECTION } from "./injection.ts";
import { LEARNING } from "./learning.ts";
import { LOCAL } from "./local.ts";
import { MEMORIES } from "./memories.ts";
import { MEMORY_TEXTS } from "./memory-texts.ts";
import { MINING } from "./mining.ts";
import { PLUGIN } from "./plugin.ts";
import { SCREENING } from "./screening.ts";
import { SESSIONS } from "./sessions.ts";
import { TEACHER_OPERATIONS } from "./teacher.ts";
import { TEXT } from "./text.ts";
import { UPKEEP } from "./upkeep.ts";
import { WALK } from "./walk.ts";
import { WORKSPACE } from "./workspace.ts";

export const OPERATIONS: Readonly<Record<string, GoldenOperation>> = {
  ...AUDIT,
  ...CAPTURE,
  ...DECISIONS,
  ...EXPERIENCE_FLAWS,
  ...EXPERIENCES,
  ...INJECTION,
  ...LEARNING,
  ...LOCAL,
  ...MEMORIES,
  ...MEMORY_TEXTS,
  ...MINING,
  ...PLUGIN,
  ...SCREENING,
  ...SESSIONS,
  ...TEACHER_OPERATIONS,
  ...TEXT,
  ...UPKEEP,
  ...WALK,
  ...WORKSPACE,
};
