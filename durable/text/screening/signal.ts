// What the screen looks for by name: one row a signal, with its weight, its reason and its language. A text is suspicious
// from a sum of 1 on and clearly an attack from a sum of 1.7 on; a reason counts once, whatever says it.

/** Why a text is suspicious, in the words of the wire. */
export const REASONS = [
  "cancels_instructions",
  "changes_role",
  "asks_for_instructions",
  "commands_the_reader",
  "demands_secrecy",
  "sends_data_out",
  "claims_authority",
  "addresses_the_model",
  "imitates_structure",
  "hides_characters",
  "runs_a_command",
  "requests_a_task",
] as const;
export type Reason = (typeof REASONS)[number];

export interface Signal {
  readonly reason: Reason;
  readonly weight: number;
  /** As a tag of BCP 47. */
  readonly language: string;
  readonly phrases: readonly string[];
}

export const signal = (
  reason: Reason,
  weight: number,
  language: string,
  ...phrases: readonly string[]
): Signal => ({
  reason,
  weight,
  language,
  phrases,
});
