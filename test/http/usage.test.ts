// [ME] What a tenant uses, and what happens when it has used what it may.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { TenantAuditReply } from "../../wire/audit.ts";
import type { Budget, UsageReply } from "../../wire/usage.ts";
import { prepare, sendSample } from "../support/samples.ts";
import { freshName, OPERATOR_TOKEN, operator, Story, send, workerWith } from "../support/story.ts";

type Worker = ReturnType<typeof workerWith>;

/** One agent of one tenant, asked through Workers of the test's choice. */
class Household {
  readonly story: Story;
  readonly agent: string;
  readonly token: string;

  private constructor(story: Story, agent: string, token: string) {
    this.story = story;
    this.agent = agent;
    this.token = token;
  }

  static async begin(): Promise<Household> {
    const story = await Story.begin();
    return new Household(story, (await story.agent()).name, story.owner.token);
  }

  ask(through: Worker, question = "when?", token = this.token) {
    return this.#send(through, "POST", "query", token, { query: question });
  }

  write(through: Worker, content = `noted ${crypto.randomUUID()}`) {
    return this.#send(through, "POST", "inject", this.token, { content });
  }

  look(through: Worker) {
    return this.#send(through, "GET", "info", this.token);
  }

  limit(limits: Partial<Budget>) {
    return operator().setBudget({ name: this.story.tenant.name, ...limits });
  }

  async usage(through: Worker = workerWith({})): Promise<UsageReply> {
    const { status, body } = await send("GET", "/v1/usage", { token: this.token, through });
    expect(status).toBe(200);
    return body as UsageReply;
  }

  #send(through: Worker, method: string, path: string, token: string, body?: object) {
    return send(method, `/v1/agents/${this.agent}/${path}`, { token, through, body });
  }
}

describe("usage", () => {
  it("[ME5] says what was asked, looked at, written and embedded, as a whole and by token", async () => {
    const home = await Household.begin();
    const through = workerWith({});
    const reader = await home.story.token("reader");
    await home.write(through, "the pager rotates on mondays");
    await home.ask(through, "who has the pager?");
    await home.ask(through, "🙂?", reader.token);
    await home.look(through);
    const { tenant, month, month_ends_at, counts, tokens, earlier, share } = await home.usage(through);
    expect([tenant, month]).toEqual([home.story.tenant.name, new Date().toISOString().slice(0, 7)]);
    expect(new Date(month_ends_at).toISOString()).toMatch(/-01T00:00:00.000Z$/);
    expect(month_ends_at).toBeGreaterThan(Date.now());
    const asked = { queries: 1, reads: 0, writes: 0, embedded_characters: 2, model_calls: 0 };
    expect(counts).toMatchObject({ queries: 2, reads: 1, writes: 1, model_calls: 0 });
    expect(counts.embedded_characters).toBe(28 + 18 + 2);
    expect(tokens.find(({ token }) => token === reader.id)).toEqual({ token: reader.id, ...asked });
    expect(tokens.find(({ token }) => token === home.story.owner.id)).toMatchObject({ queries: 1, reads: 1 });
    expect(earlier).toEqual([]);
    expect(share).toEqual({ queries: null, writes: null, embedded_characters: null });
  });

  it("[ME5] what was refused before the memory was entered is not counted", async () => {
    const home = await Household.begin();
    const through = workerWith({});
    const refused = [
      await send("POST", `/v1/agents/${freshName("agent")}/query`, { token: home.token, through, body: {} }),
      await send("POST", `/v1/agents/${home.agent}/query`, { token: home.token, through, body: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 400]);
    expect((await home.usage(through)).counts.queries).toBe(0);
  });

  it("[ME5] the operator sees any tenant's by name, an owner its own alone", async () => {
    const [home, abroad] = [await Household.begin(), await Household.begin()];
    const { name } = home.story.tenant;
    expect((await operator().usage({ tenant: name })).tenant).toBe(name);
    const foreign = await send("GET", `/v1/usage?tenant=${name}`, { token: abroad.token });
    const nobodys = await send("GET", `/v1/usage?tenant=${freshName("tenant")}`, { token: abroad.token });
    expect([foreign.status, foreign.text]).toEqual([404, nobodys.text]);
  });

  it("[ME6] an isolate brings together what it counts, also of requests at the same time", async () => {
    const home = await Household.begin();
    const recorded = vi.spyOn(env.METER, "get");
    const through = workerWith({ METER: env.METER, METER_EVERY_MS: "1000" });
    await Promise.all(Array.from({ length: 20 }, () => home.ask(through)));
    expect(recorded.mock.calls.length).toBeLessThan(10);
    recorded.mockRestore();
    expect((await home.usage()).counts.queries).toBe(20);
  });

  it("[ME7] while the meter fails requests go on, and are counted once it is back", async () => {
    const home = await Household.begin();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const meter = new FailingMeter();
    const through = workerWith({ METER: meter.namespace });
    await home.limit({ queries: 1_000 });
    expect((await home.ask(through, "a secret question")).status).toBe(200);
    expect((await home.ask(through)).status).toBe(200);
    const lines = logged.mock.calls.flat().join("\n");
    expect(lines).toContain("meter_failed");
    expect(lines).not.toContain("secret");
    const unreachable = await send("GET", "/v1/usage", { token: home.token, through });
    expect([unreachable.status, unreachable.error?.code]).toEqual([503, "unavailable"]);
    logged.mockRestore();
    meter.fails = "never";
    await later(11_000, () => home.ask(through));
    expect((await home.usage()).counts.queries).toBe(3);
  });

  it("[ME7] a batch whose confirmation is lost on the way is counted once", async () => {
    const home = await Household.begin();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const meter = new FailingMeter("after");
    const through = workerWith({ METER: meter.namespace });
    await home.ask(through);
    expect((await home.usage()).counts.queries).toBe(1);
    meter.fails = "never";
    await later(11_000, () => home.ask(through));
    logged.mockRestore();
    expect((await home.usage()).counts.queries).toBe(2);
  });
});

describe("budgets", () => {
  it("[ME8] who has used up one waits for the next month; what one has stays in reach", async () => {
    const home = await Household.begin();
    const through = workerWith({});
    await home.write(through);
    await home.limit({ queries: 2, writes: 2 });
    // A Worker that has met the tenant before the limit was set knows of it within half a minute.
    const fresh = workerWith({});
    expect([(await home.ask(fresh)).status, (await home.ask(fresh)).status]).toEqual([200, 200]);
    const { status, error, headers } = await home.ask(fresh);
    expect([status, error?.code]).toEqual([429, "budget_exceeded"]);
    const wait = Number(headers.get("retry-after"));
    expect(error?.details).toEqual({ limit: "queries", retry_after_s: wait });
    const { month_ends_at, share, limits, counts } = await home.usage(fresh);
    expect(Math.abs(Date.now() + wait * 1000 - month_ends_at)).toBeLessThan(60_000);
    expect(limits).toEqual({ queries: 2, writes: 2, embedded_characters: null });
    expect([share.queries, share.writes, counts.queries]).toEqual([1, 0.5, 2]);
    expect((await home.write(fresh)).status).toBe(200);
    expect((await home.write(fresh)).error?.code).toBe("budget_exceeded");
    expect((await home.look(fresh)).status).toBe(200);
  });

  it("[ME8] no budget keeps anybody from exporting, restoring or erasing what is theirs", async () => {
    const home = await Household.begin();
    await prepare(home.story.memory(home.agent));
    await home.limit({ queries: 0, writes: 0, embedded_characters: 0 });
    const through = workerWith({});
    for (const name of ["export", "restore", "erase"] as const) {
      const { status, text } = await sendSample(name, home.agent, home.token, {}, through);
      expect([name, status, text]).toEqual([name, 200, text]);
    }
    expect((await home.write(through)).error?.code).toBe("budget_exceeded");
  });

  it("[ME8] characters to embed are a budget of questions and writes alike", async () => {
    const home = await Household.begin();
    await home.limit({ embedded_characters: 10 });
    const through = workerWith({});
    expect((await home.ask(through, "longer than ten characters")).status).toBe(200);
    for (const refused of [await home.ask(through), await home.write(through)]) {
      expect([refused.status, refused.error?.details]).toMatchObject([429, { limit: "embedded_characters" }]);
    }
  });

  it("[ME9] a Worker that has just started knows what was used up elsewhere", async () => {
    const home = await Household.begin();
    await home.limit({ queries: 1 });
    expect((await home.ask(workerWith({}))).status).toBe(200);
    expect((await home.ask(workerWith({}))).error?.code).toBe("budget_exceeded");
    const other = await Household.begin();
    expect((await other.ask(workerWith({}))).status).toBe(200);
  });

  it("[ME9] the next month begins with nothing used, and remembers the one before", async () => {
    const home = await Household.begin();
    await home.limit({ queries: 1 });
    const through = workerWith({});
    await home.ask(through);
    expect((await home.ask(through)).status).toBe(429);
    const { month, month_ends_at } = await home.usage(through);
    vi.useFakeTimers({ toFake: ["Date"], now: month_ends_at });
    try {
      expect((await home.ask(through)).status).toBe(200);
      const { counts, earlier } = await home.usage(through);
      expect([counts.queries, earlier]).toMatchObject([1, [{ month, queries: 1 }]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("[ME10] the operator sets the whole budget, lifts it again, and the tenant's chain says so", async () => {
    const home = await Household.begin();
    expect(await home.limit({ queries: 0 })).toEqual({
      tenant: home.story.tenant.name,
      limits: { queries: 0, writes: null, embedded_characters: null },
    });
    expect((await home.ask(workerWith({}))).error?.code).toBe("budget_exceeded");
    expect((await home.usage()).share.queries).toBe(1);
    await home.limit({ queries: null, writes: 5 });
    expect((await home.ask(workerWith({}))).status).toBe(200);
    const { body } = await send("GET", "/v1/audit?kind=settings", { token: home.token });
    const { events } = body as TenantAuditReply;
    expect(events.map(({ actor }) => actor)).toEqual(["operator", "operator"]);
    for (const limits of [{ queries: -1 }, { queries: 0.5 }, { reads: 1 }]) {
      const path = `/v1/tenants/${home.story.tenant.name}/limits`;
      const { status } = await send("POST", path, { token: OPERATOR_TOKEN, body: limits });
      expect(status).toBe(400);
    }
  });
});

/** Meters behind a line that breaks: before anything arrives, or when the answer comes back. */
class FailingMeter {
  fails: "before" | "after" | "never";
  readonly namespace: DurableObjectNamespace;

  constructor(fails: "before" | "after" | "never" = "before") {
    this.fails = fails;
    const get = (id: DurableObjectId) => ({
      fetch: async (request: Request) => {
        if (this.fails === "before") throw new Error("the line is broken");
        const answer = await env.METER.get(id).fetch(request);
        if (this.fails === "after") throw new Error("the line broke");
        return answer;
      },
    });
    const idFromName = (name: string) => env.METER.idFromName(name);
    this.namespace = { idFromName, get } as unknown as DurableObjectNamespace;
  }
}

/** Does something so much later, as far as the Worker's clock goes. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
