// What the cases pin and this product has no counterpart of. Everything else runs.

/** Operations of a local installation: files beside a state file, a terminal, folders of notes, a model as teacher. */
const SKIPPED_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ["doctor", "checks a state file and the files beside it; a hosted memory has neither"],
  ["cli_session", "a terminal session over local files"],
  ["compact", "rewrites a folder of daily notes"],
  ["autotune", "suggestions that nothing applies"],
  [
    "cursors-and-times/cursor",
    "a signed offset; a cursor here is the place of the last row, and says no secret",
  ],
]);

const SKIPPED_CASES: ReadonlyMap<string, string> = new Map([
  ["daemon-auto-save", "pins that every second write is saved; here each is durable before its answer"],
  ["daemon-eof-without-shutdown", "pins the loss of unsaved writes; here nothing that was answered is lost"],
  [
    "daemon-maintain-drops-unsaved",
    "pins that maintenance drops unsaved writes; here it works on live memory",
  ],
]);

/** Fields of results that only a local process has; the rest of such a result is compared. */
const NOT_COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ["daemon_transcript", ["sidecar_files"]],
  ["state_payload", ["files"]],
]);

/** Why a case is not run, or undefined when it is. */
export function reasonToSkip(name: string, op: string): string | undefined {
  return SKIPPED_CASES.get(name) ?? SKIPPED_OPERATIONS.get(op);
}

/** What is expected, without names of local files. */
export function comparable(op: string, expected: unknown): unknown {
  const left = NOT_COMPARED.get(op);
  if (left === undefined) return expected;
  return Object.fromEntries(Object.entries(expected as object).filter(([key]) => !left.includes(key)));
}
