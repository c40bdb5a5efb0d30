// Takes secrets out of a text for good, before it is kept or sent. The text around them stays readable.

import { redacted } from "./sensitive/scan.ts";

const REMOVED = "(secret removed)";

/** The text with every secret taken out. */
export function withoutSecrets(text: string): string {
  return redacted(text, ["secret"], () => REMOVED);
}
