// A rule that finds secrets in a text.

/** Before the secret stands what the first group takes, after it as many characters as are said; both stay. */
export interface SecretRule {
  readonly pattern: RegExp;
  readonly after?: number;
}

/** Rules that can find something only where their hint does: most texts hold no secret, and hints are quick. */
export interface SecretRules {
  /** `lower`: the text in lower case. */
  readonly hint: (lower: string, text: string) => boolean;
  readonly rules: readonly SecretRule[];
}
