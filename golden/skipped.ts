// What the cases pin and this product has no counterpart of. Everything else runs.

/** Operations of a local installation: files beside a state file, a terminal, folders of notes, a model as teacher. */
export const SKIPPED_OPERATIONS: Readonly<Record<string, string>> = {
  doctor: "checks a state file and the files beside it; a hosted memory has neither",
  cli_session: "a terminal session over local files",
  compact: "rewrites a folder of daily notes",
  fast_learning: "mines the log files of sessions with a language model",
  harvest: "damps corrections by a log that names no nodes; the reference never does it either",
  async_route_pg: "asks a language model about the journal of a local installation",
  autotune: "suggestions that nothing applies",
};

export const SKIPPED_CASES: Readonly<Record<string, string>> = {
  "daemon-auto-save": "pins that every second write is saved; here every write is durable before its answer",
  "daemon-eof-without-shutdown": "pins the loss of unsaved writes; here nothing that was answered is lost",
  "daemon-maintain-drops-unsaved":
    "pins that maintenance drops unsaved writes; here it works on the live memory",
};

/** Fields of results that only a local process has; the rest of such a result is compared. */
export const NOT_COMPARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  daemon_transcript: { sidecar_files: "names of files beside a state file" },
  state_payload: { files: "names of the state file and its backup" },
};

/** Why a case is not run, or undefined when it is. */
export function reasonToSkip(name: string, op: string): string | undefined {
  return SKIPPED_CASES[name] ?? SKIPPED_OPERATIONS[op];
}
