// [RL] How fast somebody may ask: by token for reads and writes, by address for attempts to get in.

import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Buckets } from "../../src/buckets.ts";
import { networkOf } from "../../src/network.ts";
import { freshName, OPERATOR_TOKEN, Story, send, workerWith } from "../support/story.ts";

const IN_ISOLATE = {
  RATE_LIMITS: "on",
  READ_LIMITER: undefined,
  WRITE_LIMITER: undefined,
  SIGN_IN_LIMITER: undefined,
  READS_PER_MINUTE: "4",
  WRITES_PER_MINUTE: "2",
  SIGN_IN_FAILURES_PER_MINUTE: "3",
} as const;

let story: Story;
let agent: string;

beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
});

const stranger = () => `eb_${btoa(crypto.randomUUID() + crypto.randomUUID()).slice(0, 43)}`;

/** Statuses of the same request sent several times. */
async function statuses(times: number, ask: () => ReturnType<typeof send>): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time++) found.push((await ask()).status);
  return found;
}

/** What is answered when the limiter admits no more; its window may begin anew just before the request. */
async function exhausted(limiter: RateLimit, key: string, ask: () => ReturnType<typeof send>) {
  for (;;) {
    while ((await limiter.limit({ key })).success);
    const answer = await ask();
    if (answer.status === 429 || !(await limiter.limit({ key })).success) return answer;
  }
}

describe("rates of a token", () => {
  const read = (through: ReturnType<typeof workerWith>, token: string) =>
    send("GET", `/v1/agents/${agent}/info`, { token, through });
  const write = (through: ReturnType<typeof workerWith>, token: string) =>
    send("POST", `/v1/agents/${agent}/inject`, {
      token,
      through,
      body: { content: `noted ${crypto.randomUUID()}` },
    });

  it("[RL1] a token that asks too fast waits; reads and writes have rates of their own, tokens too", async () => {
    const through = workerWith(IN_ISOLATE);
    const [token, other] = [(await story.token("agent")).token, (await story.token("agent")).token];
    expect(await statuses(6, () => read(through, token))).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await statuses(4, () => write(through, token))).toEqual([200, 200, 429, 429]);
    expect(await statuses(2, () => read(through, other))).toEqual([200, 200]);
    const { status, error, headers } = await read(through, token);
    expect([status, error?.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(error?.details).toEqual({ retry_after_s: Number(headers.get("retry-after")) });
  });

  it("[RL1] a question is a read, and requests to the directory count alike", async () => {
    const through = workerWith(IN_ISOLATE);
    const { token } = await story.token("owner");
    const question = () =>
      send("POST", `/v1/agents/${agent}/query`, { token, through, body: { query: "when?" } });
    expect(await statuses(3, question)).toEqual([200, 200, 200]);
    expect(await statuses(2, () => send("GET", "/v1/agents", { token, through }))).toEqual([200, 429]);
    const make = () => send("POST", "/v1/agents", { token, through, body: { name: freshName("agent") } });
    expect(await statuses(3, make)).toEqual([201, 201, 429]);
  });

  it("[RL1] what waited long enough is served again", async () => {
    const through = workerWith(IN_ISOLATE);
    const { token } = await story.token("reader");
    await statuses(4, () => read(through, token));
    const { headers } = await read(through, token);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + Number(headers.get("retry-after")) * 1000 });
    try {
      expect(await statuses(2, () => read(through, token))).toEqual([200, 429]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("[RL2] buckets admit what a minute allows, and say exactly how long to wait", () => {
    const waits = fc.array(fc.nat(40_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), waits, (perMinute, pauses) => {
        const buckets = new Buckets(10);
        let [now, start, admitted] = [1_000_000, 1_000_000, 0];
        for (const pause of pauses) {
          now += pause;
          const wait = buckets.take("a", perMinute, now);
          if (wait === 0) admitted++;
          else {
            now += wait * 1000;
            expect(buckets.take("a", perMinute, now)).toBe(0);
            admitted++;
          }
          expect(admitted).toBeLessThanOrEqual(perMinute * (1 + (now - start) / 60_000) + 1e-6);
        }
      }),
      { seed: 42 },
    );
  });

  it("[RL2] buckets remember so many keys and no more", () => {
    const buckets = new Buckets(2);
    for (const key of ["a", "b", "c"]) buckets.take(key, 1, 0);
    expect([buckets.take("c", 1, 0), buckets.take("b", 1, 0)]).toEqual([60, 60]);
    expect(buckets.take("a", 1, 0)).toBe(0);
  });

  it("[RL3] where the platform limits rates, its limits hold", async () => {
    // The limiter that admits least: all of them are the same to the platform.
    const limiter = env.SIGN_IN_LIMITER!;
    const through = workerWith({ RATE_LIMITS: "on", READS_PER_MINUTE: "1", READ_LIMITER: limiter });
    const { token, id } = await story.token("reader");
    expect(await statuses(3, () => read(through, token))).toEqual([200, 200, 200]);
    const { status, headers } = await exhausted(limiter, `reads ${id}`, () => read(through, token));
    expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
  });

  it("[RL4] can be switched off, and what is no rate is said", async () => {
    const { token } = await story.token("reader");
    const off = workerWith({ ...IN_ISOLATE, RATE_LIMITS: "off" });
    expect(new Set(await statuses(8, () => read(off, token)))).toEqual(new Set([200]));
    for (const wrong of [{ RATE_LIMITS: "maybe" }, { READS_PER_MINUTE: "0" }, { METER_EVERY_MS: "-1" }]) {
      const { status, error } = await read(workerWith({ ...IN_ISOLATE, ...wrong }), token);
      expect([status, error?.code]).toEqual([503, "not_configured"]);
      expect(error?.message).toContain(Object.keys(wrong)[0]);
    }
  });

  it("[RL5] the operator is not slowed down", async () => {
    const through = workerWith(IN_ISOLATE);
    const ask = () => send("GET", "/v1/tenants", { token: OPERATOR_TOKEN, through });
    expect(new Set(await statuses(8, ask))).toEqual(new Set([200]));
  });
});

describe("attempts to get in", () => {
  const ask = (through: ReturnType<typeof workerWith>, token: string | null, address?: string) =>
    send("GET", "/v1/agents", {
      token,
      through,
      headers: address === undefined ? {} : { "CF-Connecting-IP": address },
    });

  it("[RL6] an address with too many invalid tokens waits, and others don't", async () => {
    const through = workerWith(IN_ISOLATE);
    const attempt = () => ask(through, stranger(), "192.0.2.1");
    expect(await statuses(5, attempt)).toEqual([401, 401, 401, 429, 429]);
    const { error, headers } = await attempt();
    expect([error?.code, Number(headers.get("retry-after"))]).toEqual(["rate_limited", 60]);
    expect((await ask(through, stranger(), "192.0.2.2")).status).toBe(401);
    expect((await ask(through, null, "192.0.2.1")).status).toBe(401);
  });

  it("[RL6] D1 is not asked for it any more; a token known a moment ago still enters from there", async () => {
    const asked: string[] = [];
    const DB = new Proxy(env.DB, {
      get(target, name) {
        if (name === "prepare") {
          return (sql: string) => {
            asked.push(sql);
            return target.prepare(sql);
          };
        }
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const through = workerWith({ ...IN_ISOLATE, DB });
    const known = story.owner.token;
    expect((await ask(through, known, "192.0.2.3")).status).toBe(200);
    await statuses(4, () => ask(through, stranger(), "192.0.2.3"));
    asked.length = 0;
    expect((await ask(through, stranger(), "192.0.2.3")).status).toBe(429);
    expect(asked).toEqual([]);
    expect((await ask(through, known, "192.0.2.3")).status).toBe(200);
    const { token } = await story.token("reader");
    expect((await ask(through, token, "192.0.2.3")).status).toBe(429);
    expect((await ask(through, token, "192.0.2.4")).status).toBe(200);
  });

  it("[RL7] of IPv6 the network counts, and without an address nobody is held off", async () => {
    const through = workerWith(IN_ISOLATE);
    let host = 0;
    const near = () => ask(through, stranger(), `2001:db8:0:7::${(++host).toString(16)}`);
    expect(await statuses(4, near)).toEqual([401, 401, 401, 429]);
    expect((await ask(through, stranger(), "2001:db8:0:8::1")).status).toBe(401);
    expect(new Set(await statuses(6, () => ask(through, stranger())))).toEqual(new Set([401]));
    expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0");
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("fe80:1:2:3:4:5:6:7")).toBe("fe80:1:2:3");
    expect(networkOf("::ffff:192.0.2.1")).toBe("::ffff:192.0.2.1");
  });

  it("[RL3] the platform's limit of failures holds where it is bound", async () => {
    const through = workerWith({ RATE_LIMITS: "on" });
    const attempt = () => ask(through, stranger(), "192.0.2.9");
    const { status } = await exhausted(env.SIGN_IN_LIMITER!, "sign_ins 192.0.2.9", attempt);
    expect(status).toBe(429);
  });
});
