// Entries of Claude Code's transcripts, as it writes them.

/** Content that is a list of parts. */
export const parts = (said: string) => [{ type: "text", text: said }];

export const entry = (type: "user" | "assistant", content: unknown, more: object = {}) =>
  JSON.stringify({ type, isSidechain: false, sessionId: "s", ...more, message: { role: type, content } });

/** A hook may take so long where something is to come: a busy machine may be slow. */
export const PATIENT = { EDGEBRAIN_HOOK_DEADLINE_MS: "30000" };
