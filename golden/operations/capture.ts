// Golden operations of capture: which texts are worth keeping.

import { isWorthKeeping } from "../../durable/text/worth-keeping.ts";
import type { GoldenOperation } from "../cases.ts";

export const CAPTURE: Readonly<Record<string, GoldenOperation>> = {
  "looks-capture-worthy": ({ text, customTriggers }: { text: string; customTriggers?: string[] }) =>
    isWorthKeeping(text, customTriggers),
};
