// Which function serves which golden operation.

import type { GoldenOperation } from "../cases.ts";
import { LOCAL } from "./local.ts";
import { SESSIONS } from "./sessions.ts";
import { TEXT } from "./text.ts";
import { WALK } from "./walk.ts";

export const OPERATIONS: Readonly<Record<string, GoldenOperation>> = {
  ...LOCAL,
  ...SESSIONS,
  ...TEXT,
  ...WALK,
};
