// How a run is judged and cut: weights of its score, what of its steps is kept. `PRODUCT_EXPERIENCES` is what the service
// uses; other values come from the golden cases of openclaw-experience-replay only.

export interface ScoreWeights {
  readonly success: number;
  readonly finalAnswer: number;
  readonly toolUse: number;
  /** In place of `toolUse` where no tool was used. */
  readonly directAnswer: number;
  readonly noNegativeFeedback: number;
}

export interface ExperienceSettings {
  readonly mostSteps: number;
  /** Characters of a result. */
  readonly longestResult: number;
  readonly keeps: "first" | "last";
  readonly minScore: number;
  readonly weights: ScoreWeights;
  /** Words that complain, beside those of every language at the beginning of a prompt. */
  readonly complaints: readonly string[];
}

export const PRODUCT_EXPERIENCES: ExperienceSettings = {
  mostSteps: 8,
  longestResult: 280,
  keeps: "last",
  minScore: 0.65,
  weights: { success: 0.55, finalAnswer: 0.2, toolUse: 0.15, directAnswer: 0.1, noNegativeFeedback: 0.15 },
  complaints: ["不对", "重来", "错了", "that is wrong", "try again"],
};
