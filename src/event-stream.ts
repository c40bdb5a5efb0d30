// Server-sent events of one listener: read from the agent's feed page by page, as fast as the listener takes them, so
// that nothing is kept here for one that is slow. Who listens is checked again before anything is told.

import type { EventsReply } from "../wire/devices.ts";
import type { Bell } from "./bell.ts";

export interface EventSource {
  readonly bell: Bell;
  /** Events after a revision. */
  readonly read: (after: number) => Promise<EventsReply>;
  /** Throws when the listener may not listen any more. */
  readonly admit: () => Promise<unknown>;
  readonly heartbeatMs: number;
  readonly stalledMs: number;
}

const HEARTBEAT = ":\n\n";

/**
 * The stream, which ends with the rights of its listener, or when the agent's object can't be heard any more.
 * It begins with the page `first`, which was read after `after`.
 */
export function eventStream(
  source: EventSource,
  first: EventsReply,
  after = first.revision,
): ReadableStream<Uint8Array> {
  const { bell, stalledMs } = source;
  const blocks = blocksOf(source, first, after);
  const encoder = new TextEncoder();
  let stalled: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled);
        // A listener comes back for what it misses, so whatever fails here is no more than an end.
        const next = await blocks.next().catch(() => undefined);
        if (!next || next.done) {
          bell.close();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(next.value));
        stalled = setTimeout(() => {
          bell.close();
          controller.close();
        }, stalledMs);
      },
      cancel() {
        clearTimeout(stalled);
        bell.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* blocksOf(source: EventSource, first: EventsReply, after: number): AsyncGenerator<string> {
  const { bell, read, admit, heartbeatMs } = source;
  if (!first.reset) yield block("ready", { revision: after });
  for (let page = first; ; page = await read(page.revision)) {
    if (page.reset) yield block("reset", { revision: page.revision });
    for (const event of page.events) yield block("change", event);
    if (!page.more) {
      const heard = await bell.heard(heartbeatMs);
      if (heard === "end") return;
      await admit();
      if (heard === "silence") yield HEARTBEAT;
    }
  }
}

/** One message; its id is what the listener names when it comes back. */
function block(event: string, data: { readonly revision: number }): string {
  return `id: ${data.revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
