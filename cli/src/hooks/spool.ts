// Writes of hooks on their way to the service: first in a folder that only its owner can read, one for each address, tenant
// and agent, then delivered, each once. What a service that is away does not take goes with the next turn.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ClientError } from "../../../client/client-error.ts";
import type { Callable } from "../../../client/connection.ts";
import { Folder } from "../../../plugin/src/queue/folder.ts";
import { Outbox } from "../../../plugin/src/queue/outbox.ts";
import type { Endpoint } from "../../../wire/endpoint.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import { configFolder } from "../login.ts";
import type { Session } from "../session.ts";
import { SpoolLock } from "./spool-lock.ts";

const REFUSED = "refused";

/** The folder of what waits for the agent that is meant. */
export function spoolFolder({ environment, standing: { url, tenant }, agent }: Session): string {
  const place = JSON.stringify([url?.replace(/\/+$/, ""), tenant, agent]);
  const name = createHash("sha256").update(place).digest("hex").slice(0, 32);
  return path.join(configFolder(environment), "hooks", name);
}

export interface Spool {
  readonly outbox: Outbox;
  /** Whether a write of this key waits: a host may tell of a turn again. */
  holds(key: string): Promise<boolean>;
}

/** Delivers for so long at the most. Throws a `Failure` where no address or token can be used. */
export function openSpool(session: Session, ms: number, say: (sentence: string) => void): Spool {
  const place = spoolFolder(session);
  const folder = new Folder(place);
  const connection = session.calls;
  const outbox = new Outbox({
    folder,
    lock: new SpoolLock(path.join(place, "lock")),
    deliver: ({ agentId, name, request, key }, signal) =>
      connection.call(placed(ENDPOINTS[name]), { agent: agentId }, request, { idempotencyKey: key, signal }),
    identity: () => place,
    warn: say,
    lineOf: whatHappened,
    oneShotMs: ms,
  });
  return {
    outbox,
    async holds(key) {
      for (const waiting of await folder.waiting())
        if ((await folder.read(waiting))?.write?.key === key) return true;
      return false;
    },
  };
}

/** A write is done when the service says so, however it puts it. */
function placed({ method, path: below, writes }: Endpoint): Callable<unknown> {
  const reply = { safeParse: (data: unknown) => ({ success: true, data }) as const };
  return { method, path: `/v1/agents/{agent}${below}`, writes, reply };
}

export interface Waiting {
  readonly waiting: number;
  /** When the oldest was put there, milliseconds since 1970. */
  readonly oldest_at: number | null;
  /** Writes that the service does not take, kept to be looked at. */
  readonly refused: number;
  readonly folder: string;
}

export async function waitingIn(session: Session): Promise<Waiting> {
  const folder = spoolFolder(session);
  const writes = await new Folder(folder).waiting();
  const aside = path.join(folder, REFUSED);
  const refused = fs.existsSync(aside) ? fs.readdirSync(aside).length : 0;
  return { waiting: writes.length, oldest_at: writes[0]?.at ?? null, refused, folder };
}

/** Without a word of the service, which might repeat what it was sent. */
export function whatHappened(error: unknown): string {
  if (!(error instanceof ClientError)) {
    const { name, code, path: file } = error as NodeJS.ErrnoException;
    if (code !== undefined && file !== undefined) return `${file}: ${code}`;
    return code ?? name ?? "something that is no error";
  }
  const { kind, status, code, message } = error;
  return kind === "refused" ? [kind, status, code].filter(Boolean).join(" ") : message;
}
