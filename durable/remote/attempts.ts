// One request with patience: each attempt has an end, what may pass is tried again after a pause, and all of it has an end.

import { ProviderFailure } from "./failure.ts";
import { TALK } from "./limits.ts";
import type { Party } from "./party.ts";
import type { RemotePorts } from "./ports.ts";
import { RequestFault } from "./request-fault.ts";
import { pauseAfter } from "./retry-after.ts";
import { withinTime } from "./within-time.ts";

export interface Errand {
  readonly party: Party;
  readonly ports: Pick<RemotePorts, "now" | "chance" | "sleep">;
  /** Milliseconds of one attempt. */
  readonly requestMs: number;
  /** When all attempts are over, milliseconds since 1970. */
  readonly deadline: number;
  /** Called before each attempt, since the provider may bill it. May throw. */
  readonly spend: () => void;
}

/** What the request comes to. Throws a `ProviderFailure`; whatever else the request throws counts as `unavailable`. */
export async function attempted<Value>(
  { party, ports, requestMs, deadline, spend }: Errand,
  request: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  for (let failures = 1; ; failures++) {
    spend();
    try {
      const left = Math.max(1, Math.min(requestMs, deadline - ports.now()));
      return await withinTime(left, party, request);
    } catch (error) {
      if (error instanceof ProviderFailure && !(error instanceof RequestFault)) throw error;
      const fault = error instanceof RequestFault ? error : unavailable(party);
      if (fault.remedy !== "again" || failures === TALK.attempts) throw fault;
      const pause = pauseAfter(failures, ports.chance(), fault.retryAfterMs);
      if (ports.now() + pause >= deadline) throw fault;
      await ports.sleep(pause);
    }
  }
}

function unavailable({ name }: Party): RequestFault {
  return new RequestFault("again", "unavailable", `${name} could not be reached`);
}
