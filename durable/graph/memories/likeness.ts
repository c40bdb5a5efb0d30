// What becomes of a new text that is like a memory: dropped, taken as the fuller wording, a new version, heard again, or a memory
// of its own. The order matters: first whether it says the very same, then whether it says another value, and only what says no
// other value strengthens what is there.

export interface LikenessSettings {
  /** Similarity from which two texts say the same; of a capture it is higher than of what is stored on purpose. */
  readonly same: number;
  /** Similarity from which a text confirms a memory; 0: none does. */
  readonly heard: number;
}

export const STORING: LikenessSettings = { same: 0.92, heard: 0 };
export const CAPTURING: LikenessSettings = { same: 0.95, heard: 0.8 };
/** Similarity above which two memories are one thing told twice. */
export const CONSOLIDATED = 0.92;
/** What hearing a memory again adds to its confidence. */
export const REINFORCEMENT = 0.05;

export interface Likeness {
  readonly similarity: number;
  /** How the values of the two texts, their numbers, dates, names and negations, stand to each other (text/value-tokens.ts). */
  readonly values: "same" | "fewer" | "more" | "other";
  /** Whether both say something different of the same thing. */
  readonly disagrees: boolean;
  /** Whether each of the two has a word that the other has nowhere. */
  readonly bothSayMore: boolean;
  /** Whether the new text has more words. */
  readonly isLonger: boolean;
}

export type Outcome = "store" | "skip" | "update" | "new_version" | "reinforce";

export function outcomeOf(
  { similarity, values, disagrees, bothSayMore, isLonger }: Likeness,
  { same, heard }: LikenessSettings,
): Outcome {
  const isSame = similarity >= same;
  const isHeard = heard > 0 && similarity >= heard;
  if (!isSame && !isHeard) return "store";
  if (disagrees) return "new_version";
  // Other values of something else are no reason to close what is there, and none to drop what is new.
  if (values === "other" || bothSayMore) return "store";
  if (!isSame) return "reinforce";
  if (heard > 0) return "skip";
  return isLonger && values !== "fewer" ? "update" : "skip";
}

export function isThreshold(threshold: number): boolean {
  return threshold > 0 && threshold <= 1;
}

export function reinforced(confidence: number): number {
  return Math.min(1, confidence + REINFORCEMENT);
}
