// Replies for people: each field with its value, lists of things as blocks, times as times. Pure.

const INDENT = "  ";
/** Longer texts get lines of their own. */
const LONGEST = 100;

/** Any reply as lines: what nobody wrote a text for is still all there. */
export function readable(value: unknown, depth = 0): string {
  const before = INDENT.repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return `${before}(none)`;
    if (value.every((item) => isPlain(item))) return value.map((item) => before + plain(item)).join("\n");
    return value.map((item) => readable(item, depth)).join(depth === 0 ? "\n\n" : "\n\n");
  }
  if (typeof value !== "object" || value === null) return before + plain(value);
  const shown = Object.entries(value).filter(([name]) => name !== "total_ms" && name !== "untrusted");
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(([name, inner]) => {
      const label = before + words(name);
      if (isPlain(inner, name)) {
        const text = plain(inner, name);
        return text.includes("\n") || text.length > LONGEST
          ? `${label}\n${indented(text, depth + 1)}`
          : `${label.padEnd(before.length + width)}  ${text}`;
      }
      const isEmpty = Array.isArray(inner) ? inner.length === 0 : Object.keys(inner as object).length === 0;
      return isEmpty
        ? `${label.padEnd(before.length + width)}  none`
        : `${label}\n${readable(inner, depth + 1)}`;
    })
    .join("\n");
}

/** Rows under their heads; the last column is as long as it is. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "(none)";
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at].length)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]))).join("  ");
  return [head, ...rows].map(line).join("\n");
}

export function indented(text: string, depth = 1): string {
  return text
    .split("\n")
    .map((line) => INDENT.repeat(depth) + line)
    .join("\n");
}

/** The beginning of a text, on one line. */
export function brief(text: string, most = 60): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

export function time(milliseconds: number | null): string {
  return milliseconds === null ? "never" : new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

export function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

export function words(name: string): string {
  return name.replaceAll("_", " ");
}

function isPlain(value: unknown, name = ""): boolean {
  if (typeof value !== "object" || value === null) return true;
  return (
    Array.isArray(value) &&
    name !== "" &&
    value.length > 0 &&
    value.length <= 4 &&
    value.every((one) => typeof one === "number")
  );
}

function plain(value: unknown, name = ""): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number" && /(^|_)(at|until)$/.test(name) && value > 1e11) return time(value);
  if (typeof value === "number" && !Number.isInteger(value))
    return String(Math.round(value * 10_000) / 10_000);
  return String(value);
}
