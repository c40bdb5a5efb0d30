// One option of the plugin: what it may be, what it is when not set, and how a settings page shows it.
// A value that is not allowed is never an error: whoever reads it falls back and says so.

export interface Option<Value> {
  /** When the configuration has no value, or one that is not allowed. */
  readonly fallback: Value;
  /** What a host fills in when the option is not set, where that is more than the fallback. */
  readonly initial?: Value;
  /** In words, for a warning and for the README. */
  readonly allowed: string;
  /** JSON Schema of a value that is allowed. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly label: string;
  readonly help: string;
  readonly placeholder?: string;
  readonly sensitive?: boolean;
  /** Shown first; the others are advanced. */
  readonly basic?: boolean;
  /** Its purpose is to keep memory out of somewhere, so a value that is not allowed switches memory off. */
  readonly restricts?: boolean;
  /** Why setting it changes nothing here. It is taken so that a configuration of the reference plugin can be kept. */
  readonly inert?: string;
  /** The value, cleaned, or undefined when it is not allowed. */
  read(value: unknown): Value | undefined;
}

type Shown = Pick<
  Option<unknown>,
  "label" | "help" | "placeholder" | "sensitive" | "basic" | "inert" | "restricts"
>;

export function flag(fallback: boolean, shown: Shown): Option<boolean> {
  return {
    ...shown,
    fallback,
    allowed: "true or false",
    schema: { type: "boolean" },
    read: (value) => (typeof value === "boolean" ? value : undefined),
  };
}

export function integer<Fallback extends number | null>(
  [least, most]: readonly [least: number, most: number],
  fallback: Fallback,
  shown: Shown,
): Option<number | Fallback> {
  return {
    ...shown,
    fallback,
    allowed: `a whole number from ${least} to ${most}`,
    schema: { type: "integer", minimum: least, maximum: most },
    read: (value) =>
      typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
        ? value
        : undefined,
  };
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  fallback: Choice,
  shown: Shown,
): Option<Choice> {
  return {
    ...shown,
    fallback,
    allowed: choices.map((one) => `"${one}"`).join(" or "),
    schema: { type: "string", enum: choices },
    read: (value) => choices.find((one) => one === value),
  };
}

/** Trimmed; blank counts as not set. */
export function words<Fallback extends string | null>(
  most: number,
  fallback: Fallback,
  shown: Shown,
): Option<string | Fallback> {
  return {
    ...shown,
    fallback,
    allowed: `a text of at most ${most} characters`,
    schema: { type: "string", maxLength: most },
    read: (value) =>
      typeof value === "string" && value.length <= most ? value.trim() || fallback : undefined,
  };
}

/** A list of whole texts, where a chat or an agent may also be written as the number it is; with `choices` only of those. */
export function list<Choice extends string = string>(
  fallback: readonly NoInfer<Choice>[],
  shown: Shown,
  {
    choices,
    initial,
  }: { readonly choices?: readonly Choice[]; readonly initial?: readonly NoInfer<Choice>[] } = {},
): Option<readonly Choice[]> {
  const isAllowed = (item: unknown): item is Choice =>
    typeof item === "string" && item.trim() !== "" && (!choices || choices.includes(item as Choice));
  return {
    ...shown,
    fallback,
    ...(initial && { initial }),
    allowed: choices ? `a list of ${choices.map((one) => `"${one}"`).join(", ")}` : "a list of texts",
    schema: { type: "array", items: choices ? { type: "string", enum: choices } : { type: "string" } },
    read: (value) => {
      if (!Array.isArray(value)) return undefined;
      const texts = value.map((item) => (Number.isSafeInteger(item) ? String(item) : item));
      return texts.every(isAllowed) ? texts : undefined;
    },
  };
}

/** Where the host keeps a secret, instead of the secret. */
export interface SecretReference {
  readonly source: string;
  readonly provider: string;
  readonly id: string;
}

export const SECRET_SOURCES = ["env", "file", "exec", "store"] as const;

/** A text, or a reference to one. A literal `${NAME}` is a variable that the host did not find: not set. */
export function secret(shown: Shown): Option<string | SecretReference | null> {
  return {
    ...shown,
    sensitive: true,
    fallback: null,
    allowed: `a text, or a reference {source: ${SECRET_SOURCES.join(" | ")}, provider, id}`,
    schema: {
      anyOf: [
        { type: "string" },
        {
          type: "object",
          additionalProperties: false,
          required: ["source", "provider", "id"],
          properties: {
            source: { enum: SECRET_SOURCES },
            provider: { type: "string" },
            id: { type: "string" },
          },
        },
      ],
    },
    read: (value) => (typeof value === "string" ? value.trim() || null : referenceIn(value)),
  };
}

function referenceIn(value: unknown): SecretReference | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { source, provider, id } = value as Record<string, unknown>;
  return typeof source === "string" && typeof provider === "string" && typeof id === "string"
    ? { source, provider, id }
    : undefined;
}
