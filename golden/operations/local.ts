// Golden operations about whole states, the worker envelope, and what is mined from sessions.

import type { GoldenOperation } from "../cases.ts";

export const LOCAL: Readonly<Record<string, GoldenOperation>> = {};
