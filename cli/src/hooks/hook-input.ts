// What Claude Code tells a hook on standard input, as far as it is used. Anything else about it may change.

import path from "node:path";
import * as z from "zod";
import { LIMITS } from "../../../wire/limits.ts";
import { projectOf } from "./project.ts";

/** Bytes of it that are read: a prompt of any size that is worth a question. */
const MOST_READ = 8 * 1024 * 1024;

const Told = z.object({
  session_id: z.string().min(1),
  hook_event_name: z.string().optional(),
  cwd: z.string().optional(),
  transcript_path: z.string().optional(),
  prompt: z.string().optional(),
  last_assistant_message: z.string().optional(),
});

export interface HookInput {
  /** The conversation, as questions and captures name it to the service. */
  readonly chat: string;
  readonly project: string | undefined;
  readonly prompt: string;
  readonly transcript: string | undefined;
  /** What the agent answered last, where the host says it; its transcript may be behind. */
  readonly answer: string | undefined;
}

/** Null for what is no such input. `project`: the one that was given. */
export function hookInputOf(text: string, project: string | undefined): HookInput | null {
  const read = Told.safeParse(jsonOf(text));
  if (!read.success) return null;
  const { session_id: session, cwd, prompt, transcript_path, last_assistant_message } = read.data;
  return {
    chat: `claude-code:${session}`.slice(0, LIMITS.chatId),
    project: projectOf(project, cwd !== undefined && path.isAbsolute(cwd) ? cwd : process.cwd()),
    prompt: prompt ?? "",
    transcript: transcript_path,
    answer: last_assistant_message,
  };
}

export async function standardInput(stream: AsyncIterable<Buffer> = process.stdin): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MOST_READ) break;
  }
  return Buffer.concat(pieces).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}
