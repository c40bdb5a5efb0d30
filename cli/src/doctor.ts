// What may be wrong between this machine and an agent, looked at in order: each check says what it found and, where it
// failed, what to do. A check that nothing more can be said after is the last.

import { ClientError } from "../../client/client-error.ts";
import { loginFile, readLogin } from "./login.ts";
import type { Session } from "./session.ts";

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
  readonly cure?: string;
}

const OLDEST_OUTBOX_MS = 10 * 60_000;

export async function findings(session: Session): Promise<Finding[]> {
  const found: Finding[] = [];
  const note = (name: string, ok: boolean, says: string, cure?: string): boolean => {
    found.push({ name, ok, says, ...(!ok && cure !== undefined && { cure }) });
    return ok;
  };
  const login = attempt(() => readLogin(session.environment));
  const hasLogin = login.error === undefined && login.value !== undefined;
  const standing = attempt(() => session.standing);
  const how = hasLogin
    ? loginFile(session.environment)
    : "no login is kept; options and environment are used";
  if (!note("login file", login.error === undefined, login.error ?? how, "run edgebrain login again"))
    return found;
  if (!note("settings", standing.error === undefined, standing.error ?? "can be read", "mend what it names"))
    return found;
  const { url, token, agent, tokenFrom } = session.standing;
  if (!note("address", url !== null, url ?? "none is set", "run edgebrain login, or give --url"))
    return found;
  const from = token === null ? `none for ${url}` : `from ${tokenFrom}`;
  if (!note("token", token !== null, from, "run edgebrain login, or set EDGEBRAIN_TOKEN")) return found;
  const me = await attempted(() => session.directory.me());
  const isReached =
    me.value !== undefined || (me.cause instanceof ClientError && me.cause.kind === "refused");
  if (
    !note(
      "service",
      isReached,
      isReached ? "answers" : (me.error ?? ""),
      "is the address right, and the service up?",
    )
  )
    return found;
  const role = me.value && `lets in ${me.value.name ?? me.value.kind} as ${me.value.role}`;
  if (
    !note("entry", me.value !== undefined, role ?? me.error ?? "", "run edgebrain login with a valid token")
  )
    return found;
  const chosen = agent ?? "none is chosen";
  if (!note("agent", agent !== null, chosen, "choose one with edgebrain agent use NAME")) return found;
  const health = await attempted(() => session.memory.health());
  const has = health.value && `${health.value.nodes} nodes, ${health.value.edges} edges`;
  const makeIt = `make it with edgebrain init, or choose another of edgebrain agent list`;
  if (!note("memory", health.value !== undefined, has ?? health.error ?? "", makeIt) || !health.value)
    return found;
  const { nodes, edges, embedder, outbox, vectorize } = health.value;
  note("nodes", nodes > 0, String(nodes), "index a folder with edgebrain init DIR");
  note("edges", nodes < 2 || edges > 0, String(edges), "run edgebrain connect, or ask and give feedback");
  note(
    "embedder",
    embedder.state === "ok",
    `${embedder.name}, ${embedder.dimension} numbers: ${embedder.message ?? embedder.state}`,
    "the operator mends it; meanwhile words find memory",
  );
  note(
    "vectors",
    embedder.set_aside === 0,
    `${embedder.pending} still to come, ${embedder.set_aside} refused`,
    "edgebrain journal and the texts that were refused say why; a changed text is tried again",
  );
  note(
    "replica",
    outbox.failures === 0 && (outbox.oldest_ms ?? 0) < OLDEST_OUTBOX_MS,
    outbox.last_error ?? `${outbox.changes} changes on their way`,
    "the operator looks at D1; nothing is lost meanwhile",
  );
  if (vectorize)
    note(
      "index",
      vectorize.failures === 0 && vectorize.fits !== false,
      vectorize.last_error ?? "as it should be",
      "the operator looks at Vectorize",
    );
  return found;
}

interface Attempt<T> {
  readonly value?: T;
  readonly error?: string;
  readonly cause?: unknown;
}

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (cause) {
    return { error: (cause as Error).message, cause };
  }
}

async function attempted<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (cause) {
    return { error: (cause as Error).message, cause };
  }
}
