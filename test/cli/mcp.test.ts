// [MC] `edgebrain mcp`, installed as it is, begun by the official client as a host begins it.

import { once } from "node:events";
import http from "node:http";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DirectoryClient } from "../../client/directory-client.ts";
import { MemoryClient } from "../../client/memory-client.ts";
import { TOOLS } from "../../mcp/tools/index.ts";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { type CommandLine, Installation } from "../support/command-line.ts";
import { type Answer, dataOf, textOf } from "../support/mcp-answers.ts";
import { toolCalls } from "../support/tool-calls.ts";

const MINUTES = 5 * 60_000;
const MODERN = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

describe("edgebrain mcp", { timeout: MINUTES }, () => {
  const house = new Installation();
  let cli: CommandLine;
  let stranger: CommandLine;
  const clients: Client[] = [];
  const servers: http.Server[] = [];

  beforeAll(async () => {
    ({ cli, stranger } = await house.begin());
  }, MINUTES);
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    for (const server of servers.splice(0)) server.closeAllConnections();
  });
  afterAll(() => house.end());

  async function begun(line: CommandLine, options: ClientOptions = {}, ...args: string[]): Promise<Client> {
    const client = new Client({ name: "test", version: "1" }, options);
    await client.connect(new StdioClientTransport({ ...line.started("mcp", ...args), stderr: "ignore" }));
    clients.push(client);
    return client;
  }

  async function called(client: Client, name: string, given: object = {}): Promise<Answer> {
    return (await client.callTool({ name, arguments: { ...given } })) as Answer;
  }

  /** A service of which nobody knows what it does: `serve` says it. */
  async function elsewhere(serve: http.RequestListener): Promise<CommandLine> {
    const server = http.createServer(serve).listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    return stranger.with({ EDGEBRAIN_URL: url, EDGEBRAIN_TOKEN: "eb_somebody", EDGEBRAIN_AGENT: "sample" });
  }

  it.each([
    ["initialize", {}],
    ["each request saying its revision", MODERN],
  ])("[MC14] begun by %s, it offers the same tools and calls each", async (_, options) => {
    const agent = `lived-${Object.keys(options).length}`;
    const owner = { baseUrl: house.url, token: house.owner };
    await new DirectoryClient(owner).createAgent({ name: agent });
    const calls = await toolCalls(new MemoryClient({ ...owner, agent }));
    const client = await begun(cli, options, "--agent", agent);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(calls.map(([name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const [name, given] of calls) dataOf(await called(client, name, given));
    const { resources } = await client.listResources();
    expect(resources[0].uri).toBe("edgebrain://health");
    if (client.getNegotiatedProtocolVersion() !== "2026-07-28") expect(await client.ping()).toEqual({});
  });

  it("[MC14] a reader is shown no tool that writes", async () => {
    const owner = new DirectoryClient({ baseUrl: house.url, token: house.owner });
    const { token } = await owner.createToken({ name: "reader", role: "reader" });
    const { tools } = await (await begun(cli.with({ EDGEBRAIN_TOKEN: token }))).listTools();
    const reading = TOOLS.filter(({ endpoint }) => !ENDPOINTS[endpoint].writes).map(({ name }) => name);
    expect(tools.map(({ name }) => name)).toEqual(reading);
  });

  it("[MC14] without a login, or which agent is meant, it says so and ends", async () => {
    expect(await stranger.run("mcp")).toMatchObject({
      code: 2,
      out: "",
      error: expect.stringContaining("login"),
    });
    const ended = await cli.run("mcp", "--agent", "nobody");
    expect([ended.code, ended.out]).toEqual([0, ""]);
  });

  it("[MC15] a service that can't be reached is an answer of each tool, and comes back", async () => {
    let isThere = false;
    const line = await elsewhere((_, answer) => {
      if (!isThere) answer.destroy();
      else
        answer
          .writeHead(404, { "Content-Type": "application/json" })
          .end('{"error":{"code":"not_found","message":"no such agent"}}');
    });
    const client = await begun(line);
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    const lost = await called(client, "recall", { query: "Where?" });
    expect([lost.isError, textOf(lost)]).toEqual([
      true,
      expect.stringMatching(/^network: .*can be sent again/),
    ]);
    isThere = true;
    expect(textOf(await called(client, "recall", { query: "Where?" }))).toBe("not_found: no such agent.");
    const page = await elsewhere((_, answer) => answer.end("<p>Welcome</p>"));
    expect(textOf(await called(await begun(page), "stats"))).toMatch(/^malformed: .*something else/);
  });

  it("[MC15] a call that is cancelled ends at the service too, and the next one is answered", async () => {
    const ended: string[] = [];
    let arrived = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const line = await elsewhere((asked, answer) => {
      if (!asked.url?.endsWith("/query")) return void answer.writeHead(503).end();
      asked.resume();
      answer.on("close", () => ended.push("query"));
      arrived();
    });
    const client = await begun(line);
    const controller = new AbortController();
    const call = client.callTool(
      { name: "recall", arguments: { query: "Where?" } },
      { signal: controller.signal },
    );
    await isThere;
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => ended).toEqual(["query"]);
    expect(textOf(await called(client, "stats"))).toMatch(/^malformed: answered 503/);
  });
});
