// Many agents and clients over HTTP at once: how long an answer takes, what fails, whether an acknowledged write is
// ever lost, also where objects lose their memory meanwhile; one agent that everybody asks; how a tenant that asks
// without pause changes what another one feels. Beside it what is not ours, in the same run.

import { setTimeout } from "node:timers/promises";
import {
  FLOOR_OBJECTS,
  FLOOR_WORKER,
  FLOORS,
  type Floors,
  measureFloors,
  noFloors,
  type Taken,
  WORKER,
  WORKER_OBJECTS,
} from "./load-floor.ts";
import { lostOf } from "./load-lost.ts";
import { Noise } from "./load-noise.ts";
import { askEvicted, askOne } from "./load-single.ts";
import { newTenant, type Tenant } from "./load-tenants.ts";
import { exchange, memoryPath, send, type Traffic, type Verb } from "./load-traffic.ts";
import { Bundle, type LocalWorker } from "./local-worker.ts";
import { type Bench, type BenchOptions, quantile, type Row } from "./rows.ts";
import { figure, table } from "./table.ts";
import { sentences } from "./texts.ts";

const AGENTS = { full: 200, quick: 40 } as const;
const CLIENTS = 8;
/** Requests of all clients together, for each seed, and how long they may take at most. */
const TRAFFIC = {
  full: { requests: 10_000, seconds: 300 },
  quick: { requests: 1_200, seconds: 8 },
} as const;
/** The one agent that everybody asks, and the agents that lose their memory. */
const HOT = { full: { nodes: 10_000, requests: 2_000 }, quick: { nodes: 1_200, requests: 480 } } as const;
const EVICTED = { full: { nodes: 1_200, rounds: 20 }, quick: { nodes: 200, rounds: 3 } } as const;
/** Requests to each floor around the crowd. */
const FLOOR = { full: 1_000, quick: 200 } as const;
/** Questions of the quiet tenant, and the pause after each. */
const QUIET = { full: 300, quick: 60, pauseMs: 15 } as const;
/** Rate of a token where rates are limited: enough for the quiet tenant, far less than the noisy one asks. */
const RATE = { full: 2 * QUIET.full, quick: 2 * QUIET.quick } as const;
/** The noisy tenant is heard until it is refused, at most this long, before the quiet one is measured beside it. */
const NOISE_MS = 10_000;

export const load: Bench = {
  about: "many agents and clients over HTTP; one hot agent, evictions, a noisy neighbour",

  async run(options) {
    options.say("load: bundling the workers …");
    const bundle = await Bundle.make(WORKER, WORKER_OBJECTS);
    const floorBundle = await Bundle.make(FLOOR_WORKER, FLOOR_OBJECTS);
    try {
      const rows = await on(floorBundle, {}, (floor) =>
        on(bundle, { RATE_LIMITS: "off" }, async (worker) => [
          ...(await besideFloors("http", floor, options, (floors) => crowd(worker, floor, options, floors))),
          ...(await besideFloors("hot", floor, options, (floors) =>
            hot(worker, floor, options, CLIENTS, floors),
          )),
          ...(await besideFloors("hot", floor, options, (floors) => hot(worker, floor, options, 1, floors))),
          ...(await evicted(worker, options)),
          ...(await neighbours(worker, options, "unlimited")),
        ]),
      );
      return [
        ...rows,
        ...(await on(bundle, { READS_PER_MINUTE: String(RATE[paceOf(options)]) }, (worker) =>
          neighbours(worker, options, "limited"),
        )),
      ];
    } finally {
      await bundle.remove();
      await floorBundle.remove();
    }
  },

  show(rows) {
    const cell = (value: number | undefined) => (value === undefined ? "" : figure(value));
    const heads = ["metric", "of", "clients", "median", "p95", "p99", "unit", "errors", "lost"];
    const lines = rows.map(({ metric, value, p95, p99, unit, errors, lost, params }) => {
      const of = String(params.neighbour ?? params.beside ?? params.requests ?? "");
      return [
        metric,
        of,
        String(params.clients ?? ""),
        figure(value),
        cell(p95),
        cell(p99),
        unit,
        cell(errors),
        cell(lost),
      ];
    });
    return [
      table(heads, lines),
      "",
      `${rows[0].params.agents} agents; the worker under workerd alone, clients and worker on the same cores.`,
      "floor_worker, floor_object, floor_write: the same clients at a worker that only answers, an object that does nothing,",
      "one that keeps a row; between the parts of what they stand beside. not_ours: floor_object in the median question.",
      "cpu: of workerd for a request, which other programs of the machine lengthen less than waiting.",
      "hot: questions of all clients to one agent. evicted: the first answer of an agent that had just lost its memory.",
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

/** Rows of a measured part, with those of the floors that were measured in between. */
async function besideFloors(
  metric: string,
  floor: LocalWorker,
  { quick, say }: BenchOptions,
  measure: (floors: Floors) => Promise<Row[]>,
): Promise<Row[]> {
  const floors = noFloors();
  say(`load: floors of ${metric} …`);
  // What warms up does not count.
  await measureFloors(floor, CLIENTS, FLOOR[paceOf({ quick })], noFloors());
  const rows = await measure(floors);
  const asked = rows.find((row) => row.metric === (metric === "http" ? "query" : metric)) as Row;
  const params = { beside: metric, clients: asked.params.clients, quick };
  const share = quantile(floors.object.times, 0.5) / asked.value;
  return [
    ...rows,
    ...FLOORS.flatMap((name) => [
      timesOf(`floor_${name}`, floors[name].times, params),
      ...cpuRow(`floor_${name}_cpu`, floors[name], params),
    ]),
    { bench: "load", metric: "not_ours", value: 100 * share, unit: "%", params },
  ];
}

async function hot(
  worker: LocalWorker,
  floor: LocalWorker,
  { quick, say }: BenchOptions,
  clients: number,
  floors: Floors,
): Promise<Row[]> {
  const { nodes, requests } = HOT[paceOf({ quick })];
  say(`load: one agent of ${nodes} nodes …`);
  const { taken, errors } = await askOne(worker, floor, { nodes, clients, requests }, floors);
  const params = { agents: 1, clients, nodes, requests, quick };
  return [{ ...timesOf("hot", taken.times, params), errors }, ...cpuRow("hot_cpu", taken, params)];
}

/** CPU of workerd for a request, where the machine tells it. */
function cpuRow(metric: string, { times, cpu }: Taken, params: Row["params"]): Row[] {
  if (Number.isNaN(cpu)) return [];
  return [{ bench: "load", metric, value: cpu / times.length, unit: "ms CPU", params }];
}

async function evicted(worker: LocalWorker, { quick, say }: BenchOptions): Promise<Row[]> {
  const { nodes, rounds } = EVICTED[paceOf({ quick })];
  say("load: objects that lose their memory …");
  const { times, errors, lost, evictions } = await askEvicted(worker, { nodes, clients: CLIENTS, rounds });
  const params = { agents: CLIENTS, clients: CLIENTS, nodes, requests: evictions, quick };
  return [{ ...timesOf("evicted", times, params), errors, lost }];
}

async function crowd(
  worker: LocalWorker,
  floor: LocalWorker,
  { quick, seeds = 1, say }: BenchOptions,
  floors: Floors,
): Promise<Row[]> {
  const agents = AGENTS[paceOf({ quick })];
  say(`load: ${agents} agents …`);
  const tenant = await newTenant(worker.url, "crowd", agents);
  const { requests, seconds } = TRAFFIC[paceOf({ quick })];
  const traffic: Traffic = {
    times: { query: [], learn: [], inject: [], correction: [] },
    errors: new Map(),
    acknowledged: [],
  };
  say(`load: up to ${requests * seeds} requests of ${CLIENTS} clients …`);
  let elapsed = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    await measureFloors(floor, CLIENTS, FLOOR[paceOf({ quick })], floors);
    const start = performance.now();
    const share = { requests: requests / CLIENTS, until: start + seconds * 1000 };
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        send(tenant, tenant.agents, share, seed * CLIENTS + client, traffic),
      ),
    );
    elapsed += performance.now() - start;
  }
  await measureFloors(floor, CLIENTS, FLOOR[paceOf({ quick })], floors);
  say(`load: looking up ${traffic.acknowledged.length} acknowledged writes …`);
  const lost = await lostOf(tenant, worker.d1, tenant.ids, traffic.acknowledged);
  const errors = traffic.errors.values().reduce((sum, count) => sum + count, 0);
  if (errors > 0) say(`load: errors by status ${JSON.stringify(Object.fromEntries(traffic.errors))}`);

  const params = { agents, clients: CLIENTS, quick };
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
