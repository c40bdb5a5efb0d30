// What can be tuned in the talk with a provider, whatever it provides.

export const TALK = {
  /** Attempts of one request, the first counted. */
  attempts: 4,
  /** Pause before the second attempt, doubled before each further one; half of it is left to chance. Milliseconds. */
  firstPauseMs: 250,
  longestPauseMs: 8_000,
  /** Bytes of an answer's frame, beside what was asked for. */
  frameBytes: 65_536,
  /** Bytes read of an error's body. */
  errorBytes: 16_384,
} as const;
