// What answers a prompt with text. Its answers are a stranger's: whoever asks reads them as untrusted.

export interface Prompt {
  /** What the model is to do. */
  readonly system: string;
  /** What it is to do it with. */
  readonly prompt: string;
  /** Of the answer. */
  readonly mostTokens: number;
  /** True: the answer is to be JSON, as far as the provider can be told so. */
  readonly json?: boolean;
}

export interface LanguageModel {
  /** Provider and model, as in `anthropic:claude-haiku-4-5`. */
  readonly name: string;
  /** The model's text, not empty. Rejects with a `ModelFailure`, in time. */
  complete(prompt: Prompt, withinMs: number): Promise<string>;
}
