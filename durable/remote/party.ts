// How messages call a provider, and the variables that a deployment reaches it by.

export interface Party {
  /** As in "the embedding provider". */
  readonly name: string;
  /** What its tokens are for, as in "embeddings". */
  readonly purpose: string;
  readonly variables: {
    readonly url: string;
    readonly key: string;
    readonly model: string;
    readonly dailyTokens: string;
  };
}
