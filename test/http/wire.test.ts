// [WI] What every answer has in common, repeated writes, awkward ids, and the document of it all.

import { beforeAll, describe, expect, it } from "vitest";
import { DIRECTORY_ENDPOINTS } from "../../wire/directory-endpoints.ts";
import { ENDPOINTS, takesBody } from "../../wire/endpoints.ts";
import { LIMITS } from "../../wire/limits.ts";
import { ENDPOINT_NAMES, prepare, sendSample } from "../support/samples.ts";
import { Story, send } from "../support/story.ts";

let story: Story;
let agent: string;
let token: string;

beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
  token = story.owner.token;
  await prepare(story.memory(agent));
});

describe("every answer", () => {
  it("[WI7] carries the request's id: the sender's when it is a plain one, otherwise a new one", async () => {
    const kept = await send("GET", "/health", { headers: { "X-Request-Id": "trace-1.a:b=c" } });
    expect(kept.headers.get("x-request-id")).toBe("trace-1.a:b=c");
    for (const bad of ["with space", "x".repeat(129), "<script>"]) {
      const answer = await send("GET", "/nowhere", { headers: { "X-Request-Id": bad } });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("[WI8] forbids sniffing, framing, scripts and caches, and opens no other origin", async () => {
    const answers = [
      await send("GET", "/health"),
      await send("GET", "/nowhere"),
      await send("GET", `/v1/agents/${agent}/info`, { token }),
      await send("GET", `/v1/agents/${agent}/info`),
    ];
    for (const { headers } of answers) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("[WI9] names the methods of a known path, and knows no others", async () => {
    const allow = async (method: string, path: string) => {
      const { status, headers, error } = await send(method, path, { token });
      expect([status, error?.code]).toEqual([405, "method_not_allowed"]);
      return headers.get("allow")?.split(", ").sort();
    };
    expect(await allow("DELETE", `/v1/agents/${agent}/query`)).toEqual(["POST"]);
    expect(await allow("PATCH", `/v1/agents/${agent}/anchors`)).toEqual(["GET", "HEAD", "POST"]);
    expect(await allow("POST", `/v1/agents/${agent}/nodes/a/b`)).toEqual(["GET", "HEAD", "PATCH"]);
    expect(await allow("GET", "/v1/tokens/some")).toEqual(["DELETE"]);
    expect(await allow("OPTIONS", "/v1/agents")).toEqual(["GET", "HEAD", "POST"]);
    for (const path of ["/v1", "/v1/agents/", `/v1/agents/${agent}`, `/v1/agents/${agent}/nodes/`]) {
      expect((await send("GET", path, { token })).error?.code).toBe("not_found");
    }
  });

  it("[WI10] says in Server-Timing what it took: to let in, in the object, to call it, in all", async () => {
    const spans = async (name: "query" | "info") => {
      const said = (await sendSample(name, agent, token)).headers.get("server-timing")!;
      expect(said).toMatch(/^([a-z]+;dur=\d+(\.\d{1,3})?(, |$))+$/);
      return Object.fromEntries(
        [...said.matchAll(/(\w+);dur=([\d.]+)/g)].map(([, of, ms]) => [of, Number(ms)]),
      );
    };
    const query = await spans("query");
    expect(Object.keys(query).sort()).toEqual(
      ["auth", "call", "embed", "object", "render", "search", "total", "walk"].sort(),
    );
    expect(Object.keys(await spans("info"))).toEqual(["auth", "object", "call", "total"]);
    expect(query.total).toBeGreaterThanOrEqual(query.call);
    expect(query.total).toBeGreaterThanOrEqual(query.auth);
  });

  it("[WI11] /health is public and tells nothing but that it answers", async () => {
    const { status, body } = await send("GET", "/health");
    expect([status, body]).toEqual([200, { status: "ok" }]);
  });
});

describe("repeated writes", () => {
  it.each(ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].writes))(
    "[WI12] %s under the same Idempotency-Key is done once and answered alike",
    async (name) => {
      const other = (await story.agent()).name;
      const memory = story.memory(other);
      await prepare(memory);
      const headers = { "Idempotency-Key": `again-${name}` };
      const first = await sendSample(name, other, token, headers);
      const { revision } = await memory.info();
      const second = await sendSample(name, other, token, headers);
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
      expect((await memory.info()).revision).toBe(revision);
    },
  );

  it("[WI13] the same key with another body is a conflict and changes nothing", async () => {
    const headers = { "Idempotency-Key": "one-key" };
    const path = `/v1/agents/${agent}/inject`;
    await send("POST", path, { token, body: { content: "first" }, headers });
    const { revision } = await story.memory(agent).info();
    const { status, error } = await send("POST", path, { token, body: { content: "second" }, headers });
    expect([status, error?.code]).toEqual([409, "idempotency_conflict"]);
    expect((await story.memory(agent).info()).revision).toBe(revision);
  });
});

describe("awkward ids", () => {
  const ids = [
    "notes/a/b.md::12",
    "/leading/slash",
    "trailing/slash/",
    "double//slash",
    "memory/ünïcödé 记忆.md::3",
    "🧠",
    "100%",
    "%41",
    "a%2Fb",
    "a+b c",
    "q?x=1#y",
    "a\nb",
    "..%2f..",
    "a/../b",
    "<script>",
    "'; drop table nodes; --",
  ];

  it.each(ids)("[WI14] a node called %j is stored and read under exactly that id", async (id) => {
    const memory = story.memory(agent);
    await memory.inject({ id, content: `content of ${id}` });
    const node = await memory.node(id);
    expect([node.id, node.text]).toEqual([id, `content of ${id}`]);
  });

  it("[WI14] slashes and colons of an id may stay as they are in the path", async () => {
    await story.memory(agent).inject({ id: "raw/path.md::0", content: "raw" });
    const { body } = await send("GET", `/v1/agents/${agent}/nodes/raw/path.md::0`, { token });
    expect(body).toMatchObject({ id: "raw/path.md::0" });
  });
});

describe("/openapi.json", () => {
  interface Api {
    openapi: string;
    paths: Record<string, Record<string, Record<string, unknown>>>;
    components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
    security: unknown;
  }
  let api: Api;
  beforeAll(async () => {
    api = (await send("GET", "/openapi.json")).body as Api;
  });

  it("[WI15] holds every endpoint with request, reply, errors and its parameters", () => {
    expect(api.openapi).toMatch(/^3\.1\./);
    const all = [
      ...Object.values(DIRECTORY_ENDPOINTS).map((one) => [one.method, one.path, one.writes] as const),
      ...Object.values(ENDPOINTS).map(
        (one) => [one.method, `/v1/agents/{agent}${one.path}`, one.writes] as const,
      ),
    ];
    for (const [method, path, writes] of all) {
      const operation = api.paths[path]?.[method] as {
        parameters: { name: string; in: string; required: boolean }[];
        requestBody?: { content: object };
        responses: Record<string, { content?: object; $ref?: string }>;
      };
      expect(operation, `${method} ${path}`).toBeDefined();
      const named = (place: string) =>
        operation.parameters.filter((one) => one.in === place).map(({ name }) => name);
      expect(named("path").sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
      const ofWrites = path.includes("{agent}") ? ["Idempotency-Key", "If-Match"] : ["Idempotency-Key"];
      const ofReads = path.endsWith("/events") ? ["Last-Event-ID"] : [];
      expect(named("header")).toEqual(writes ? ofWrites : ofReads);
      expect(operation.requestBody !== undefined).toBe(takesBody(method));
      expect(operation.responses["4XX"]).toEqual({ $ref: "#/components/responses/Error" });
      const done = operation.responses[200] ?? operation.responses[201];
      expect(done.content).toHaveProperty("application/json");
    }
    const mounted = Object.values(api.paths).flatMap((methods) => Object.keys(methods));
    expect(mounted).toHaveLength(all.length + 1);
  });

  it("[WI15] refers only to what it defines, defines nothing twice, and names its security scheme", () => {
    const text = JSON.stringify(api);
    for (const [, pointer] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = pointer
        .replace(/^#\//, "")
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], api);
      expect(target, pointer).toBeDefined();
    }
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(api.components.securitySchemes).toEqual({ token: { type: "http", scheme: "bearer" } });
    expect(api.security).toEqual([{ token: [] }]);
    expect(text).not.toContain("$defs");
  });

  it("[WI15] states the limits of text, in characters", () => {
    expect(api.components.schemas.QueryRequest).toMatchObject({
      properties: { query: { type: "string", minLength: 1, maxLength: LIMITS.query } },
      required: ["query"],
      additionalProperties: false,
    });
  });

  it("[WI16] /docs shows every operation, runs no script and loads nothing from elsewhere", async () => {
    const { status, headers, text } = await send("GET", "/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/html/);
    const [, nonce] = /style-src 'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "") ?? [];
    expect(text).toContain(`<style nonce="${nonce}">`);
    expect(text).not.toMatch(/<script|<link|https?:\/\//);
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const method of Object.keys(methods)) expect(text).toContain(`${method.toUpperCase()} ${path}`);
    }
    expect((await send("GET", "/docs")).text).not.toContain(nonce);
  });
});
