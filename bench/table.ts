// Text tables for terminals: columns as wide as their widest cell, numbers to the right.

/** Lines of a table under its heads. Cells that begin with a digit or a sign are set to the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isNumber(cell) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join("  ")
      .trimEnd();
  return [line(heads), line(widths.map((width) => "─".repeat(width))), ...rows.map(line)].join("\n");
}

/** A number with three significant digits, or as an integer from a thousand on. */
export function figure(value: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US");
  return Math.abs(value) < 0.001 ? "<0.001" : value.toPrecision(3);
}

function isNumber(cell: string): boolean {
  return /^[-+−]?\d/.test(cell);
}
