// What can be tuned in the talk with a provider of embeddings, and what one request of it may hold.

export const REMOTE = {
  /** A question waits for its vector; a text in the background can wait longer. Milliseconds. */
  time: {
    query: { request: 2_500, overall: 4_000 },
    document: { request: 20_000, overall: 60_000 },
  },
  /** A text that a provider finds too long is halved so many times before it is given up. */
  halvings: 6,
  /** Bytes of an answer beside its frame: for each number of each vector its longest spelling. */
  bytesPerNumber: 32,
  /** Numbers of a vector, at most. */
  longestVector: 4_096,
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
