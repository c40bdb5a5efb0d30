// A JSON object as one chunk per key, each re-indented. Numbers and the order of keys are taken from the source:
// parsed values would turn `1.0` into 1, round long integers and put keys like "12" first.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/**
 * One chunk per key: the key, a colon, and its value on the following lines, indented by two.
 * Undefined unless the text is a JSON object of at least two keys, nested at most `deepest` levels.
 */
export function jsonChunks(text: string, deepest: number): string[] | undefined {
  if (!isJson(text)) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  if (tokens[0] !== "{") return undefined;
  const values = new Map<string, string>();
  for (let at = 1; tokens[at] !== "}"; ) {
    if (tokens[at] === ",") at++;
    const key = JSON.parse(tokens[at]) as string;
    const value = indented(tokens, at + 2, deepest);
    if (!value) return undefined;
    // Of a key that is written twice the last value counts, as for every JSON reader.
    values.set(key, value.text);
    at = value.end;
  }
  return values.size < 2 ? undefined : Array.from(values, ([key, value]) => `${key}:\n${value}`);
}

/** The value that begins at a token, re-indented, and the token after it; undefined when it is too deep. */
function indented(tokens: readonly string[], start: number, deepest: number) {
  let text = "";
  let depth = 0;
  for (let at = start; ; at++) {
    const token = tokens[at];
    if (token === "{" || token === "[") {
      if (isClosing(tokens[at + 1])) {
        text += token + tokens[++at];
      } else {
        if (++depth > deepest) return undefined;
        text += token + lineBreak(depth);
      }
    } else if (isClosing(token)) text += lineBreak(--depth) + token;
    else if (token === ",") text += token + lineBreak(depth);
    else if (token === ":") text += ": ";
    else text += rewritten(token);
    if (depth === 0) return { text, end: at + 1 };
  }
}

function isClosing(token: string): boolean {
  return token === "}" || token === "]";
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}

/** A string with the fewest escapes, a whole number as it stands, a fraction in its shortest form that is still one. */
function rewritten(token: string): string {
  if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
  if (!/^-?\d+[.eE]/.test(token)) return token;
  const number = Number(token);
  const shortest = Object.is(number, -0) ? "-0" : String(number);
  return /[.e]/.test(shortest) ? shortest : `${shortest}.0`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
