// What clients of a worker do in the load bench: a seeded mix of questions and writes, each timed, each sent once,
// so that nothing is repaired by repeating it. What was acknowledged is remembered, to be looked up afterwards.

import { draws } from "./generator.ts";
import { sentences } from "./texts.ts";

export type Verb = "query" | "learn" | "inject" | "correction";

/** Shares of the traffic. */
const MIX: readonly (readonly [verb: Verb, share: number])[] = [
  ["query", 0.7],
  ["learn", 0.1],
  ["inject", 0.15],
  ["correction", 0.05],
];

export interface Place {
  readonly url: string;
  readonly token: string;
}

/** A write that was answered: what it left behind in which agent. */
export interface Acknowledged {
  readonly agent: string;
  readonly verb: Exclude<Verb, "query">;
  readonly body: unknown;
  readonly key: string;
  readonly nodeId?: string;
  readonly eventId?: string;
}

export interface Traffic {
  readonly times: Record<Verb, number[]>;
  /** Answers that were no success, by status; 0 where none came. */
  readonly errors: Map<number, number>;
  readonly acknowledged: Acknowledged[];
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** One exchange. Status 0: no whole answer. */
export async function exchange(
  { url, token }: Place,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Answer> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key !== undefined) headers["Idempotency-Key"] = key;
  try {
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  } catch {
    return { status: 0, body: {} };
  }
}

export function memoryPath(agent: string, path: string): string {
  return `v1/agents/${agent}/${path}`;
}

/** Sends `requests` requests to these agents, one after the other, until a time; adds to `traffic` what came of them. */
export async function send(
  place: Place,
  agents: readonly string[],
  { requests, until }: { readonly requests: number; readonly until: number },
  seed: number,
  traffic: Traffic,
): Promise<void> {
  const draw = draws(seed);
  const texts = sentences(seed);
  let asked: { readonly agent: string; readonly queryId: string } | null = null;
  for (let number = 0; number < requests && performance.now() < until; number++) {
    const anyone = agents[Math.floor(draw() * agents.length)];
    const drawn = verbFor(draw());
    const text = texts.next().value;
    // Feedback is about the last question of this client.
    const verb: Verb = asked === null && drawn !== "inject" ? "query" : drawn;
    const agent: string = verb === "learn" || verb === "correction" ? asked!.agent : anyone;
    const body = {
      query: { query: text },
      learn: { query_id: asked?.queryId, outcome: draw() < 0.5 ? -1 : 1 },
      inject: { content: text },
      correction: { query_id: asked?.queryId, content: text },
    }[verb];
    const key = verb === "query" ? undefined : `${seed}-${number}`;
    const start = performance.now();
    const { status, body: reply } = await exchange(place, memoryPath(agent, verb), body, key);
    if (status !== 200) {
      traffic.errors.set(status, (traffic.errors.get(status) ?? 0) + 1);
      continue;
    }
    traffic.times[verb].push(performance.now() - start);
    if (verb === "query") asked = { agent, queryId: reply.query_id as string };
    else {
      const { node_id, event_id } = reply as { node_id?: string; event_id?: string };
      traffic.acknowledged.push({ agent, verb, body, key: key!, nodeId: node_id, eventId: event_id });
    }
  }
}

function verbFor(drawn: number): Verb {
  let sum = 0;
  for (const [verb, share] of MIX) {
    sum += share;
    if (drawn < sum) return verb;
  }
  return MIX[0][0];
}
