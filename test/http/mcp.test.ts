// [MC] The entrance of `/mcp`: who gets in, to which agent, from where, with what, in which revision of the protocol, and what counts.

import { beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import type { UsageReply } from "../../wire/usage.ts";
import { type Answer, textOf } from "../support/mcp-answers.ts";
import { mcpClient } from "../support/mcp-client.ts";
import { freshName, OPERATOR_TOKEN, ORIGIN, Story, send, type Told, workerWith } from "../support/story.ts";

const BOTH = { Accept: "application/json, text/event-stream" };
const message = (method: string, params: object = {}, id: number | null = 1) => ({
  jsonrpc: "2.0",
  ...(id !== null && { id }),
  method,
  params,
});
const beginning = (protocolVersion: string) =>
  message("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } });
const call = (name: string, given: object) => message("tools/call", { name, arguments: given });

let story: Story;
let agent: string;
let token: string;
beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
  token = (await story.token("agent")).token;
});

type Options = Parameters<typeof send>[2];
const post = (body: unknown, path = "/mcp", { headers, ...options }: Options = {}): Promise<Told> =>
  send("POST", path, { token, body, headers: { ...BOTH, ...headers }, ...options });
const resultOf = ({ body }: Told) => (body as { result: Record<string, unknown> }).result;
const ping = message("ping");

describe("who gets in", () => {
  it("[MC8] nobody without a good token, in the words of every other path", async () => {
    for (const bad of [null, `eb_${"A".repeat(43)}`]) {
      const { status, headers, error } = await post(ping, "/mcp", { token: bad });
      expect([status, error?.code]).toEqual([401, "unauthorized"]);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
    const { status, error } = await post(ping, "/mcp", { token: OPERATOR_TOKEN });
    expect([status, error?.code]).toEqual([403, "forbidden"]);
  });

  it("[MC8] a foreign agent is as unknown as none", async () => {
    const abroad = (await (await Story.begin()).agent()).name;
    const nowhere = await post(ping, `/mcp/${freshName("agent")}`);
    const foreign = await post(ping, `/mcp/${abroad}`);
    expect([nowhere.status, nowhere.error?.code]).toEqual([404, "not_found"]);
    expect([foreign.status, foreign.text]).toEqual([404, nowhere.text]);
    const elsewhere = await story.token("agent", { agents: [(await story.agent()).name] });
    expect((await post(ping, `/mcp/${agent}`, { token: elsewhere.token })).text).toBe(nowhere.text);
  });

  it("[MC9] the agent is the only one, or the one that path, parameter or header names", async () => {
    const home = await Story.begin();
    const owner = home.owner.token;
    const first = (path = "/mcp", headers = {}) => post(ping, path, { token: owner, headers });
    expect((await first()).error?.message).toMatch(/no agent yet/);
    const one = (await home.agent()).name;
    expect((await first()).status).toBe(200);
    const other = (await home.agent()).name;
    const undecided = await first();
    expect([undecided.status, undecided.error?.code]).toEqual([400, "invalid_request"]);
    expect(undecided.error?.message).toMatch(/which agent\?.*\/mcp\/NAME/);
    const limited = (await home.token("reader", { agents: [other] })).token;
    expect((await post(ping, "/mcp", { token: limited })).status).toBe(200);
    await home.memory(one).inject({ content: "The canary runs in zone 3." });
    const nodesAt = async (path: string, headers = {}) => {
      const told = await post(call("stats", {}), path, { token: owner, headers });
      return (resultOf(told).structuredContent as { nodes: number }).nodes;
    };
    const named = (name: string) =>
      Promise.all([
        nodesAt(`/mcp/${name}`),
        nodesAt(`/mcp?agent=${name}`),
        nodesAt("/mcp", { "X-EdgeBrain-Agent": name }),
      ]);
    expect([await named(one), await named(other)]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    const torn = await first(`/mcp/${one}?agent=${other}`);
    expect([torn.status, torn.error?.message]).toEqual([400, expect.stringContaining("different agents")]);
  });

  it("[MC10] a page of another site does not, nor one that took a name for this machine", async () => {
    const from = (origin: string, at = ORIGIN) =>
      send("POST", `/mcp/${agent}`, {
        token,
        body: ping,
        headers: { ...BOTH, Origin: origin },
        through: (request) => workerWith({})(new Request(request.url.replace(ORIGIN, at), request)),
      });
    for (const [origin, at] of [
      ["https://elsewhere.test", ORIGIN],
      ["null", ORIGIN],
      [`${ORIGIN}.elsewhere.test`, ORIGIN],
      ["http://rebound.test:8787", "http://rebound.test:8787"],
      ["http://127.0.0.1:9999", "http://127.0.0.1:8787"],
    ] as const) {
      const { status, error } = await from(origin, at);
      expect([origin, status, error?.code]).toEqual([origin, 403, "forbidden"]);
    }
    expect((await from(ORIGIN)).status).toBe(200);
    expect((await from("http://127.0.0.1:8787", "http://127.0.0.1:8787")).status).toBe(200);
  });
});

describe("what is taken", () => {
  it.each(["GET", "DELETE", "PUT"])("[MC11] %s is answered 405 with what is possible", async (method) => {
    for (const path of ["/mcp", `/mcp/${agent}`]) {
      const { status, headers, error } = await send(method, path, { token, headers: BOTH });
      expect([status, headers.get("allow"), error?.code]).toEqual([405, "POST", "method_not_allowed"]);
    }
  });

  it("[MC11] a body is JSON, of a bounded size, depth and number of messages", async () => {
    const at = `/mcp/${agent}`;
    const codes = async (body: unknown, options?: Options) => {
      const { status, error } = await post(body, at, options);
      return [status, error?.code];
    };
    expect(await codes("{")).toEqual([400, "malformed_json"]);
    expect(await codes("")).toEqual([400, "malformed_json"]);
    expect(await codes(ping, { headers: { "Content-Type": "text/plain" } })).toEqual([
      415,
      "unsupported_media_type",
    ]);
    expect(await codes(`"${"x".repeat(LIMITS.bodyBytes)}"`)).toEqual([413, "too_large"]);
    expect(await codes(`${"[".repeat(100)}${"]".repeat(100)}`)).toEqual([400, "invalid_request"]);
    const many = (count: number) => Array.from({ length: count }, (_, id) => message("ping", {}, id));
    expect(await codes(many(LIMITS.mcpMessages + 1))).toEqual([413, "too_large"]);
    const all = await post(many(LIMITS.mcpMessages), at);
    expect([all.status, (all.body as unknown[]).length]).toEqual([200, LIMITS.mcpMessages]);
  });

  it("[MC11] what is no message is refused as the protocol says, and a notification has no answer", async () => {
    const at = `/mcp/${agent}`;
    for (const bad of [{}, { jsonrpc: "1.0", id: 1, method: "ping" }, 5, [5]]) {
      const { status, body } = await post(bad, at);
      expect([status, (body as { error: { code: number } }).error.code]).toEqual([
        400,
        expect.toSatisfy((code: number) => code <= -32_000),
      ]);
    }
    const told = await post(message("notifications/cancelled", { requestId: 7 }, null), at);
    expect([told.status, told.text]).toEqual([202, ""]);
    const { body } = await post(message("no/such"), at);
    expect((body as { error: { code: number } }).error.code).toBe(-32_601);
  });

  it("[MC12] a revision that is known is agreed on, for another one its newest is offered", async () => {
    const at = `/mcp/${agent}`;
    for (const revision of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const told = await post(beginning(revision), at);
      expect([told.headers.get("content-type"), told.headers.get("mcp-session-id")]).toEqual([
        "application/json",
        null,
      ]);
      expect(resultOf(told)).toMatchObject({
        protocolVersion: revision,
        serverInfo: { name: "edgebrain" },
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: expect.stringContaining("untrusted"),
      });
      expect((await post(ping, at, { headers: { "MCP-Protocol-Version": revision } })).status).toBe(200);
    }
    expect(resultOf(await post(beginning("1999-01-01"), at)).protocolVersion).toBe("2025-11-25");
    expect((await post(ping, at, { headers: { "MCP-Protocol-Version": "1999-01-01" } })).status).toBe(400);
  });

  it("[MC12] a client finds out by itself which revision both know", async () => {
    const entrance = { token, path: `/mcp/${agent}` };
    const newest = await mcpClient({ ...entrance, options: { versionNegotiation: { mode: "auto" } } });
    expect(newest.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect((await newest.listTools()).tools.length).toBeGreaterThan(10);
    const usual = await mcpClient(entrance);
    expect(usual.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    expect(await usual.ping()).toEqual({});
  });
});

describe("what counts", () => {
  it("[MC13] a call is counted once, where it is served", async () => {
    const home = await Story.begin();
    const name = (await home.agent()).name;
    const through = workerWith({});
    const owner = home.owner.token;
    const sent = (body: unknown) => post(body, `/mcp/${name}`, { token: owner, through });
    await sent(beginning("2025-11-25"));
    await sent(message("tools/list"));
    await sent(call("remember", { content: "The canary runs in zone 3." }));
    await sent(call("recall", { query: "Where does the canary run?" }));
    await sent(call("stats", {}));
    const { body } = await send("GET", "/v1/usage", { token: owner, through });
    expect((body as UsageReply).counts).toMatchObject({ queries: 1, writes: 1, reads: 1 });
  });

  it("[MC13] a token that asks too fast is told so, by the tool or by the entrance", async () => {
    const slow = { RATE_LIMITS: "on", READ_LIMITER: undefined, WRITE_LIMITER: undefined };
    const through = workerWith({ ...slow, READS_PER_MINUTE: "3", WRITES_PER_MINUTE: "1" });
    const own = (await story.token("agent")).token;
    const sent = (body: unknown) => post(body, `/mcp/${agent}`, { token: own, through });
    const answers = async (body: unknown, times: number) => {
      const all = [];
      for (let time = 0; time < times; time++) all.push(resultOf(await sent(body)) as unknown as Answer);
      return all;
    };
    const [, late] = await answers(call("remember", { content: "The canary runs in zone 3." }), 2);
    expect([late.isError, textOf(late)]).toEqual([true, expect.stringMatching(/^rate_limited: .* in \d+ s/)]);
    const [first, ...others] = await answers(call("recall", { query: "Where?" }), 4);
    expect([first.isError ?? false, others.at(-1)?.isError]).toEqual([false, true]);
    const { status, headers, error } = await sent(message("tools/list"));
    expect([status, error?.code, Number(headers.get("retry-after")) >= 1]).toEqual([
      429,
      "rate_limited",
      true,
    ]);
    for (const idle of [call("no_such_tool", {}), call("recall", { any: 1 })])
      expect((await sent(idle)).status).toBe(429);
  });
});
