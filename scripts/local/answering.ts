// Whether a worker answers. Its process may be alive and every request hang: wrangler goes on where the runtime it started
// was ended by the system, and says that it is ready.

import { setTimeout as sleep } from "node:timers/promises";

export interface Pace {
  /** Between two looks. */
  readonly everyMs: number;
  /** Between them while there is no answer. */
  readonly againMs: number;
  /** How long an answer may take: requests that compute hold up the others. */
  readonly patienceMs: number;
  /** Looks without an answer, one after the other, that count as an end. */
  readonly most: number;
}

const PACE: Pace = { everyMs: 5_000, againMs: 1_000, patienceMs: 5_000, most: 4 };

export async function answers(url: string, patienceMs: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Resolves once it has not answered for a while. */
export async function untilItHangs(url: string, pace: Pace = PACE): Promise<void> {
  for (let missed = 0; missed < pace.most; ) {
    await sleep(missed === 0 ? pace.everyMs : pace.againMs);
    missed = (await answers(url, pace.patienceMs)) ? 0 : missed + 1;
  }
}
