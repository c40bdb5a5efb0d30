// Golden operations of the screen: what a text is taken for before it is remembered, and what not everybody may read of it.

import { screened } from "../../durable/text/screening/screen.ts";
import { redacted, sensitiveKinds } from "../../durable/text/sensitive/scan.ts";
import type { GoldenOperation } from "../cases.ts";

export const SCREENING: Readonly<Record<string, GoldenOperation>> = {
  "injection-screen": ({ text }: { text: string }) => ({ flagged: screened(text).verdict !== "clean" }),

  redaction: ({ text }: { text: string }) => ({ kinds: sensitiveKinds(text), redacted: redacted(text) }),
};
