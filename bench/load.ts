// Many agents and clients over HTTP at once: how long an answer takes, what fails, whether an acknowledged write is
// ever lost, and how a tenant that asks without pause changes what another one feels.

import { setTimeout } from "node:timers/promises";
import { lostOf } from "./load-lost.ts";
import { Noise } from "./load-noise.ts";
import { newTenant, type Tenant } from "./load-tenants.ts";
import { exchange, memoryPath, send, type Traffic, type Verb } from "./load-traffic.ts";
import { Bundle, type LocalWorker } from "./local-worker.ts";
import { type Bench, type BenchOptions, quantile, type Row } from "./rows.ts";
import { figure, table } from "./table.ts";
import { sentences } from "./texts.ts";

const AGENTS = 200;
const CLIENTS = 8;
/** Requests of all clients together, for each seed, and how long they may take at most. */
const TRAFFIC = {
  full: { requests: 10_000, seconds: 300 },
  quick: { requests: 1_200, seconds: 8 },
} as const;
/** Questions of the quiet tenant, and the pause after each. */
const QUIET = { full: 300, quick: 60, pauseMs: 15 } as const;
/** Rate of a token where rates are limited: enough for the quiet tenant, far less than the noisy one asks. */
const RATE = { full: 2 * QUIET.full, quick: 2 * QUIET.quick } as const;
/** The noisy tenant is heard until it is refused, at most this long, before the quiet one is measured beside it. */
const NOISE_MS = 10_000;

export const load: Bench = {
  about: "many agents and clients over HTTP; a noisy neighbour",

  async run(options) {
    options.say("load: bundling the worker …");
    const bundle = await Bundle.make();
    try {
      const rows = await on(bundle, { RATE_LIMITS: "off" }, async (worker) => [
        ...(await crowd(worker, options)),
        ...(await neighbours(worker, options, "unlimited")),
      ]);
      return [
        ...rows,
        ...(await on(bundle, { READS_PER_MINUTE: String(RATE[paceOf(options)]) }, (worker) =>
          neighbours(worker, options, "limited"),
        )),
      ];
    } finally {
      await bundle.remove();
    }
  },

  show(rows) {
    const cell = (value: number | undefined) => (value === undefined ? "" : figure(value));
    const heads = ["metric", "of", "median", "p95", "p99", "unit", "errors", "lost"];
    const lines = rows.map(({ metric, value, p95, p99, unit, errors, lost, params }) => {
      const of = String(params.neighbour ?? params.requests ?? "");
      return [metric, of, figure(value), cell(p95), cell(p99), unit, cell(errors), cell(lost)];
    });
    return [
      table(heads, lines),
      "",
      `${AGENTS} agents, ${CLIENTS} clients; the worker under workerd alone, clients and worker on the same cores.`,
      "lost: acknowledged writes not found afterwards in the agent or in D1. quiet: one tenant's questions, alone and",
      "beside another that asks without pause, without limits and beyond its rate. Here all share one thread; deployed,",
      "every agent's object has its own.",
    ].join("\n");
  },
};

async function on<T>(
  bundle: Bundle,
  variables: Readonly<Record<string, string>>,
  work: (worker: LocalWorker) => Promise<T>,
): Promise<T> {
  const worker = await bundle.start(variables);
  try {
    return await work(worker);
  } finally {
    await worker.end();
  }
}

async function crowd(worker: LocalWorker, { quick, seeds = 1, say }: BenchOptions): Promise<Row[]> {
  say(`load: ${AGENTS} agents …`);
  const tenant = await newTenant(worker.url, "crowd", AGENTS);
  const { requests, seconds } = TRAFFIC[paceOf({ quick })];
  const traffic: Traffic = {
    times: { query: [], learn: [], inject: [], correction: [] },
    errors: new Map(),
    acknowledged: [],
  };
  say(`load: up to ${requests * seeds} requests of ${CLIENTS} clients …`);
  let elapsed = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const start = performance.now();
    const share = { requests: requests / CLIENTS, until: start + seconds * 1000 };
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        send(tenant, tenant.agents, share, seed * CLIENTS + client, traffic),
      ),
    );
    elapsed += performance.now() - start;
  }
  say(`load: looking up ${traffic.acknowledged.length} acknowledged writes …`);
  const lost = await lostOf(tenant, worker.d1, tenant.ids, traffic.acknowledged);
  const errors = traffic.errors.values().reduce((sum, count) => sum + count, 0);
  if (errors > 0) say(`load: errors by status ${JSON.stringify(Object.fromEntries(traffic.errors))}`);

  const params = { agents: AGENTS, clients: CLIENTS, quick };
  const all = Object.values(traffic.times).flat();
  return [
    {
      ...timesOf("http", all, { ...params, requests: all.length + errors }),
      errors,
      lost: lost.inAgent + lost.inD1,
    },
    ...Object.entries(traffic.times).map(([verb, times]) =>
      timesOf(verb as Verb, times, { ...params, requests: times.length }),
    ),
    { bench: "load", metric: "rate", value: (all.length / elapsed) * 1000, unit: "requests/s", params },
    {
      bench: "load",
      metric: "acknowledged",
      value: lost.of,
      unit: "writes",
      lost: lost.inAgent + lost.inD1,
      params,
    },
  ];
}

/** What a quiet tenant feels, alone and beside a noisy one; `rates` says how the worker treats the noisy one. */
async function neighbours(
  { url }: LocalWorker,
  { quick, say }: BenchOptions,
  rates: "limited" | "unlimited",
): Promise<Row[]> {
  say(`load: a noisy neighbour, ${rates} …`);
  const [quiet, noisy] = [await newTenant(url, "quiet", 1), await newTenant(url, "noisy", 1)];
  const questions = QUIET[paceOf({ quick })];
  const row = (neighbour: string, times: readonly number[], more: Row["params"] = {}) =>
    timesOf("quiet", times, { neighbour, agents: 1, clients: CLIENTS, quick, ...more });

  const alone = await quietly(quiet, questions);
  const noise = new Noise(noisy, noisy.agents[0], CLIENTS);
  try {
    await noise.until(rates === "limited" ? "refused" : "sent", CLIENTS, NOISE_MS);
    const before = noise.counts;
    const beside = await quietly(quiet, questions);
    const { sent, refused } = noise.counts;
    const more = { neighbour_sent: sent - before.sent, neighbour_refused: refused - before.refused };
    return [row("none", alone), row(rates, beside, more)];
  } finally {
    await noise.end();
  }
}

async function quietly(tenant: Tenant, questions: number): Promise<number[]> {
  const texts = sentences(1);
  const times: number[] = [];
  for (let asked = 0; asked < questions; asked++) {
    const start = performance.now();
    const { status } = await exchange(tenant, memoryPath(tenant.agents[0], "query"), {
      query: texts.next().value,
    });
    if (status !== 200) throw new Error(`the quiet tenant was answered ${status}`);
    times.push(performance.now() - start);
    await setTimeout(QUIET.pauseMs);
  }
  return times;
}

function paceOf({ quick }: Pick<BenchOptions, "quick">): "full" | "quick" {
  return quick ? "quick" : "full";
}

function timesOf(metric: string, times: readonly number[], params: Row["params"]): Row {
  const [value, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(times, share));
  return { bench: "load", metric, value, unit: "ms", p95, p99, params };
}
