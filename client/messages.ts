// Reads server-sent events from a body: messages as they come, comments passed over.

import { ClientError } from "./client-error.ts";

export interface Message {
  readonly event: string;
  readonly data: string;
}

/** Characters of one message; a server that sends more is not one of ours. */
const LONGEST = 1024 * 1024;

/** Ends with the body, or when nothing comes for so many milliseconds: then nobody is there any more. */
export async function* messagesOf(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const timer = setTimeout(() => reader.cancel().catch(() => undefined), silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += decoder.decode(value, { stream: true });
    // What follows the last blank line is the beginning of the next message.
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() as string;
    if (text.length > LONGEST) {
      throw new ClientError("malformed", `a message of the stream has more than ${LONGEST} characters`);
    }
    for (const block of blocks) {
      const message = messageOf(block);
      if (message) yield message;
    }
  }
}

/** Data is one line of JSON; a block without any is a sign of life. */
function messageOf(block: string): Message | undefined {
  const lines = block.split(/\r?\n/).map((line) => /^(event|data): ?(.*)$/.exec(line)?.slice(1) ?? []);
  const { event = "message", data } = Object.fromEntries(lines) as Record<string, string | undefined>;
  return data === undefined ? undefined : { event, data };
}
