// Whether a turn is worth looking for memories in: both sides say enough, and neither is a sign between machines.

import { charactersOf } from "./characters.ts";
import { strip } from "./lines.ts";

export interface QualitySettings {
  readonly leastUser: number;
  readonly leastAssistant: number;
  /** Any of them in either text rules the turn out, whatever its case. */
  readonly blocked: readonly string[];
}

export const TURN_QUALITY: QualitySettings = {
  leastUser: 20,
  leastAssistant: 20,
  blocked: ["HEARTBEAT_OK", "NO_REPLY"],
};

export function isWorthCapturing(user: string, assistant: string, settings: QualitySettings): boolean {
  if (charactersOf(strip(user)) < settings.leastUser) return false;
  if (charactersOf(strip(assistant)) < settings.leastAssistant) return false;
  const said = [user, assistant].map((text) => text.toLowerCase());
  return !settings.blocked.some((word) => said.some((text) => text.includes(word.toLowerCase())));
}
