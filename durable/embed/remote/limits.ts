// What can be tuned in the talk with a provider, and what one request of it may hold.

export const REMOTE = {
  /** Attempts of one request, the first counted. */
  attempts: 4,
  /** Pause before the second attempt, doubled before each further one; half of it is left to chance. Milliseconds. */
  firstPauseMs: 250,
  longestPauseMs: 8_000,
  /** A question waits for its vector; a text in the background can wait longer. Milliseconds. */
  time: {
    query: { request: 2_500, overall: 4_000 },
    document: { request: 20_000, overall: 60_000 },
  },
  /** A text that a provider finds too long is halved so many times before it is given up. */
  halvings: 6,
  /** Bytes of an answer: a part for the frame, and for each number of each vector its longest spelling. */
  frameBytes: 65_536,
  bytesPerNumber: 32,
  /** Numbers of a vector, at most. */
  longestVector: 4_096,
  /** Bytes read of an error's body. */
  errorBytes: 16_384,
} as const;

export interface RequestLimits {
  /** Texts of one request. */
  readonly items: number;
  /** Estimated tokens of one request. */
  readonly tokens: number;
  /** Estimated tokens of one text; what is longer is cut. */
  readonly textTokens: number;
}

/** Of a service whose own limits nobody told us. */
export const USUAL_LIMITS: RequestLimits = { items: 64, tokens: 50_000, textTokens: 8_000 };
