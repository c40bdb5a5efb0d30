// Kind and place of an error, for logs. Its message may hold what a user wrote, so no log gets it.

export function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frame = error.stack?.split("\n").find((line) => /^\s+at /.test(line));
  return `${error.name} ${frame?.trim() ?? "at an unknown place"}`;
}
