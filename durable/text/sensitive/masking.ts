// Replies and requests as values of JSON: which of their strings are words, and those with something taken out. Names,
// numbers and hashes stay as they are.

/** Fields that hold words where they hold a string, or strings. */
const WORDS = new Set(
  `text texts summary content context title query question snippet reason source_prompt quote value said task prompt
  answer result matched_condition description name user_id before after`.split(/\s+/),
);
/** Fields below which every string is words, whatever it is called. */
const ALL_WORDS = new Set([
  "tags",
  "entities",
  "relations",
  "metadata",
  "payload",
  "feedback",
  "texts",
  "conflicts",
]);

/** The value with its words changed. */
export function withWords<Value>(value: Value, change: (words: string) => string): Value {
  return changed(value, change, false) as Value;
}

function changed(value: unknown, change: (words: string) => string, isWords: boolean): unknown {
  if (typeof value === "string") return isWords ? change(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => changed(item, change, isWords));
  const result: Record<string, unknown> = { ...value };
  for (const name of Object.keys(result)) {
    const inner = result[name];
    const now = changed(inner, change, isWords || holdsWords(name, inner));
    if (now !== inner) result[name] = now;
  }
  return result;
}

function holdsWords(name: string, inner: unknown): boolean {
  if (ALL_WORDS.has(name)) return true;
  return WORDS.has(name) && (isString(inner) || (Array.isArray(inner) && inner.every(isString)));
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}
