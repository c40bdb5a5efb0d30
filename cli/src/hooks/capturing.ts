// After a turn: what was said in it goes to the service, which takes from it what should last. It is kept on this machine
// until the service has it. What memory showed, what the host added, and secrets are taken out before.

import { createHash } from "node:crypto";
import { withoutMemoryBlocks } from "../../../durable/text/memory-blocks.ts";
import { withoutSecrets } from "../../../durable/text/secrets.ts";
import type { Write } from "../../../plugin/src/queue/write.ts";
import type { RequestOf } from "../../../wire/endpoints.ts";
import type { HookInput } from "./hook-input.ts";
import type { Spool } from "./spool.ts";
import { lastTurns, type SaidTurn } from "./transcript.ts";

const SOURCE = "claude-code";
/** Turns before, as background. */
const PRIOR_TURNS = 3;
/** Characters that the service reads of a text, and of one that is background. */
const MOST_READ = 20_000;
const MOST_BEFORE = 2_000;

/** The turn that has just ended as a write; null where nothing was said. Throws when the transcript can't be read. */
export function captureOf(input: HookInput, agent: string): Write<"capture"> | null {
  if (input.transcript === undefined) return null;
  const turns = lastTurns(input.transcript, PRIOR_TURNS + 1);
  const last = turns.at(-1);
  if (!last) return null;
  const user = shown(last.user, MOST_READ);
  if (user === "") return null;
  // The last answer may not be in the file yet, and is asked for first where the host says it.
  const answer = shown(input.answer || last.assistant, MOST_READ);
  const prior = turns.slice(0, -1).flatMap(spoken);
  const request: RequestOf<"capture"> = {
    user,
    ...(answer !== "" && { assistant: answer }),
    ...(prior.length > 0 && { prior_turns: prior }),
    ...(input.project !== undefined && { project: input.project }),
    session_id: input.chat,
    source: SOURCE,
  };
  const key = createHash("sha256")
    .update(JSON.stringify([agent, input.chat, last.id]))
    .digest("hex");
  return { agentId: agent, name: "capture", request, key: `capture-${key}` };
}

/** Keeps a write, unless it waits already, and delivers all that waits; how many are left. */
export async function delivered({ outbox, holds }: Spool, write: Write | null): Promise<number> {
  if (write && !(await holds(write.key))) await outbox.post(write);
  await outbox.kick();
  return (await outbox.status()).waiting;
}

function spoken({ user, assistant }: SaidTurn): NonNullable<RequestOf<"capture">["prior_turns"]> {
  const said = [
    { role: "user" as const, text: shown(user, MOST_BEFORE) },
    { role: "assistant" as const, text: shown(assistant, MOST_BEFORE) },
  ];
  return said.filter(({ text }) => text !== "");
}

/** The beginning of a text as it may be kept. */
function shown(text: string, most: number): string {
  const kept = withoutSecrets(withoutMemoryBlocks(text.slice(0, most)));
  return kept.slice(0, most).replaceAll("\0", "").toWellFormed().trim();
}
