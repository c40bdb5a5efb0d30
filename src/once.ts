// Directory writes by Idempotency-Key: the first delivery is done and answered, each further one only answered.

import { Refusal } from "../wire/errors.ts";
import type { AnswerRow, Directory } from "./directory.ts";
import { type Envelope, hashOf, seal, unseal } from "./secrets.ts";
import { SETTINGS } from "./settings.ts";

/** What is answered, and how it is kept together with the answer of its Idempotency-Key. */
export interface Written<Reply> {
  readonly reply: Reply;
  readonly save: (answer: AnswerRow | null) => Promise<void>;
}

/** Does `write` unless the envelope holds its reply already. Another request under the same key is a conflict. */
export async function once<Reply>(
  directory: Directory,
  envelope: Envelope | null,
  request: unknown,
  now: number,
  write: () => Promise<Written<Reply>>,
): Promise<Reply> {
  if (!envelope) {
    const { reply, save } = await write();
    await save(null);
    return reply;
  }
  const digest = await hashOf(JSON.stringify(request));
  const known = await answered<Reply>(directory, envelope, digest, now);
  if (known) return known.reply;
  const { reply, save } = await write();
  const sealed = await seal(JSON.stringify({ digest, reply }), envelope);
  try {
    await save({ key: envelope.place, sealed, at: now });
    return reply;
  } catch (error) {
    // What is taken may be what another delivery of this very request has just made.
    const known =
      error instanceof Refusal && error.code === "name_taken"
        ? await answered<Reply>(directory, envelope, digest, now)
        : undefined;
    if (known) return known.reply;
    throw error;
  }
}

async function answered<Reply>(
  directory: Directory,
  envelope: Envelope,
  digest: string,
  now: number,
): Promise<{ readonly reply: Reply } | undefined> {
  const row = await directory.answer(envelope.place);
  if (!row || row.at < now - SETTINGS.answersKeptMs) return undefined;
  // SAFETY: only `once` writes what this envelope opens.
  const answer = JSON.parse(await unseal(row.sealed, envelope)) as { digest: string; reply: Reply };
  if (answer.digest === digest) return answer;
  throw new Refusal(
    "idempotency_conflict",
    "this Idempotency-Key was used for another request: take a new key",
  );
}
