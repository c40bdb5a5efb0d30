// Which function serves which golden operation.

import type { GoldenOperation } from "../cases.ts";
import { LOCAL } from "./local.ts";

export const OPERATIONS: Readonly<Record<string, GoldenOperation>> = {
  ...LOCAL,
};
