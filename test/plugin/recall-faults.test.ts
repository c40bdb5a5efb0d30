// The recall hook against a service that misbehaves in every way: each time the turn goes on without memory, at once
// or by its deadline, and one line of the log says why.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CONTEXT, PluginHost } from "../support/plugin-host.ts";
import { type Answer, answered, fired, json, refused, ScriptedService } from "../support/scripted-service.ts";

const TOKEN = "secret-token-0123456789";
const QUESTION = "Which port does the broker use?";
const SHORT_MS = 250;

let service: ScriptedService;
beforeEach(async () => {
  service = await ScriptedService.start();
});
afterEach(() => service.stop());

function host(changed: Record<string, unknown> = {}, options = {}): PluginHost {
  return new PluginHost({ baseUrl: service.url, token: TOKEN, brain: "ada", ...changed }, options);
}

const silent: Answer = () => undefined;
const halfABody: Answer = (_, response) => {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.write('{"query_id":"q-1","decision":"answered","fired":[');
};
const headersOnly: Answer = (_, response) => {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.flushHeaders();
};
const html: Answer = (_, response) => {
  response.writeHead(200, { "Content-Type": "text/html" });
  response.end("<html><body>Sign in</body></html>");
};
const hangUp: Answer = (request) => request.socket.destroy();

describe("whatever the service does, the turn goes on", () => {
  it.each<[string, Answer, RegExp]>([
    ["answers nothing", silent, /timeout/],
    ["sends headers and stalls", headersOnly, /timeout/],
    ["sends half a body and stalls", halfABody, /timeout/],
    ["hangs up", hangUp, /network/],
    ["answers 401", refused(401, "unauthorized"), /401 unauthorized: .*token/],
    ["answers 403", refused(403, "forbidden"), /403 forbidden: .*role/],
    ["answers 404", refused(404, "not_found"), /404 not_found: .*brain/],
    ["answers 429", refused(429, "rate_limited", { "Retry-After": "9" }), /429 rate_limited/],
    ["answers 500", refused(500, "internal"), /500 internal/],
    ["answers 503 of a proxy", json(503, { error: "scripted outage" }), /503/],
    ["answers HTML", html, /not what this endpoint answers/],
    ["redirects", (_, response) => response.writeHead(307, { Location: "/elsewhere" }).end(), /307/],
    ["answers 5 MB", answered([fired("x".repeat(5 * 1024 * 1024))]), /more than 1048576 bytes/],
    ["speaks another version", json(200, { version: 2, hits: [] }), /not what this endpoint answers/],
  ])("[PL10] when it %s", async (_, answer, reason) => {
    const plugin = host(reason.test("timeout") ? { autoRecallTimeoutMs: SHORT_MS } : {});
    service.query = answer;
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    const lines = plugin.heard();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^edgebrain: this turn goes on without memory after \d+ ms: /);
    expect(lines[0]).toMatch(reason);
    expect(lines[0]).not.toContain(TOKEN);
    expect(lines[0]).not.toContain(QUESTION);
  });

  it("[PL10] when there is no service, and when its name is none", async () => {
    const plugin = host({ autoRecallTimeoutMs: SHORT_MS });
    await service.stop();
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    expect(plugin.heard()).toEqual([expect.stringMatching(/network/)]);
    plugin.config = {
      baseUrl: "https://nowhere.invalid",
      token: TOKEN,
      brain: "ada",
      autoRecallTimeoutMs: 2_000,
    };
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    expect(plugin.heard()).toEqual([expect.stringMatching(/network|timeout/)]);
    service = await ScriptedService.start();
  });

  it("[PL11] a late answer reaches no later turn", async () => {
    const plugin = host({ autoRecallTimeoutMs: SHORT_MS });
    let late: () => void = () => undefined;
    service.query = (request, response, body) => {
      late = () => answered([fired("the late one")])(request, response, body);
    };
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    late();
    service.query = answered([fired("the broker uses 5672")]);
    const next = await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-2" });
    expect(next).toContain("5672");
    expect(next).not.toContain("late");
  });

  it("[PL11] the deadline is that of the whole call, also where the agent has to be asked for first", async () => {
    const plugin = host({ autoRecallTimeoutMs: SHORT_MS, brain: undefined });
    service.query = silent;
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    expect(plugin.heard()).toEqual([expect.stringMatching(/timeout/)]);
  });
});

describe("after failures in a row", () => {
  it("[PL12] recall pauses, tries once when the pause is over, and goes on when that succeeds", async () => {
    let now = 1_000_000;
    const plugin = host({}, { now: () => now });
    service.query = refused(500, "internal");
    const turn = (run: number) => plugin.turn(QUESTION, { ...CONTEXT, runId: `r-${run}` });
    for (let run = 0; run < 3; run++) await turn(run);
    expect(plugin.heard().at(-1)).toMatch(/recall pauses for 30 s$/);
    await turn(3);
    expect(service.questions).toHaveLength(3);
    expect(plugin.heard()).toEqual([]);
    now += 30_001;
    await turn(4);
    expect(plugin.heard().at(-1)).toMatch(/recall pauses for 60 s$/);
    now += 60_001;
    service.query = answered([fired("the broker uses 5672")]);
    expect(await turn(5)).toContain("5672");
    expect(await turn(6)).toContain("5672");
  });

  it("[PL12] a clock that is set back does not make the pause longer than any pause is", async () => {
    let now = 10 * 24 * 3_600_000;
    const plugin = host({}, { now: () => now });
    service.query = refused(500, "internal");
    for (let run = 0; run < 3; run++) await plugin.turn(QUESTION, { ...CONTEXT, runId: `r-${run}` });
    service.query = answered([fired("the broker uses 5672")]);
    expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-3" })).toBeUndefined();
    now -= 24 * 3_600_000;
    expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-4" })).toContain("5672");
  });

  it("[PL12] another token ends the pause at once", async () => {
    const plugin = host({}, { now: () => 0 });
    service.query = refused(401, "unauthorized");
    for (let run = 0; run < 3; run++) await plugin.turn(QUESTION, { ...CONTEXT, runId: `r-${run}` });
    service.query = answered([fired("the broker uses 5672")]);
    expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-3" })).toBeUndefined();
    plugin.config = { baseUrl: service.url, token: "a-new-token", brain: "ada" };
    expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: "r-4" })).toContain("5672");
  });
});

describe("a configuration that can't be used", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ["no address", { baseUrl: undefined }, /set baseUrl/],
    ["an address that is none", { baseUrl: "memory" }, /whole URL/],
    ["plain HTTP elsewhere", { baseUrl: "http://memory.example" }, /https/],
    ["credentials in the address", { baseUrl: "https://ada:pw@memory.example" }, /no credentials/],
    ["no token", { token: undefined }, /set token/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an unset variable is written as
    ["a variable that the host did not find", { token: "${EDGE}" }, /variable EDGE/],
    [
      "a reference that only a gateway resolves",
      { token: { source: "exec", provider: "p", id: "i" } },
      /gateway/,
    ],
    ["a token with spaces", { token: "a b" }, /characters that no token has/],
    ["an empty list of agents", { agents: [] }, /agents is empty/],
    ["a list of agents that is none", { agents: "main" }, /option agents must be a list/],
  ])("[PL2] %s: the turn goes on, one line names the option, nothing is sent", async (_, changed, reason) => {
    const plugin = host(changed);
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    const lines = plugin.heard().filter((line) => reason.test(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("pw");
    expect(service.seen).toEqual([]);
  });

  it("[PL2] unknown names and wrong types: each is named once, and recall works with the defaults", async () => {
    service.query = answered([fired("the broker uses 5672")]);
    const plugin = host({ colour: "red", autoRecallTopK: "many", autoRecallTimeoutMs: 1, captureMode: 7 });
    for (let run = 0; run < 3; run++) {
      expect(await plugin.turn(QUESTION, { ...CONTEXT, runId: `r-${run}` })).toContain("5672");
    }
    const lines = plugin.heard();
    expect(lines).toHaveLength(4);
    for (const name of ["colour", "autoRecallTopK", "autoRecallTimeoutMs", "captureMode"]) {
      expect(
        lines.filter((line) => line.includes(name)),
        name,
      ).toHaveLength(1);
    }
    expect(service.questions[0]).toMatchObject({ max_fired_nodes: 3 });
  });

  it.each<[string, unknown]>([
    ["a list", []],
    ["a text", "off"],
    ["null", null],
  ])("[PL2] options that are %s are no options", async (_, config) => {
    const plugin = new PluginHost(config);
    expect(await plugin.turn(QUESTION)).toBeUndefined();
    expect(plugin.heard().length).toBeGreaterThan(0);
  });
});

describe("a host that has less", () => {
  it("[PL21] registers without hooks, tools, memory interfaces, services, runtime or debug log", async () => {
    for (const name of [
      "on",
      "registerTool",
      "registerMemoryCapability",
      "registerMemoryCorpusSupplement",
      "registerService",
      "runtime",
    ] as const) {
      service.query = answered([fired("the broker uses 5672")]);
      const plugin = host({}, { without: [name] });
      const block = await plugin.turn(QUESTION);
      if (name === "on") expect(block).toBeUndefined();
      else expect(block).toContain("5672");
      expect(plugin.heard()).toEqual([]);
    }
  });

  it("[PL21] lacks the hook of recall: tools go on working", async () => {
    service.query = answered([fired("the broker uses 5672")]);
    const plugin = host({}, { unknownHooks: ["before_prompt_build"] });
    expect(new Set(plugin.heard())).toEqual(new Set(['unknown typed hook "before_prompt_build" ignored']));
    expect((await plugin.tool("memory_recall", { query: "port" })).text).toContain("5672");
  });

  it("[PL21] registering makes no call, reads no file and starts no timer", () => {
    const plugin = host(
      {},
      {
        surroundings: {
          environment: { EDGEBRAIN_TOKEN_FILE: "somewhere" },
          readOwnersFile: () => {
            throw new Error("read while registering");
          },
        },
      },
    );
    expect(service.seen).toEqual([]);
    expect(plugin.heard()).toEqual([]);
  });
});
