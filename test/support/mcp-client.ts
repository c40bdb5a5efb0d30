// The official client of MCP, speaking to the Worker as a host would.

import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Answer } from "./mcp-answers.ts";
import { ORIGIN, workerFetch } from "./story.ts";

export interface Entrance {
  readonly token: string | null;
  /** Default `/mcp`. */
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly through?: typeof workerFetch;
  readonly options?: ClientOptions;
}

/** A client that has begun. */
export async function mcpClient(entrance: Entrance): Promise<Client> {
  const { token, path = "/mcp", headers = {}, through = workerFetch, options } = entrance;
  const client = new Client({ name: "test", version: "1" }, options);
  const all = token === null ? headers : { ...headers, Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(ORIGIN + path), {
    fetch: (url, init) => through(new Request(url, init)),
    requestInit: { headers: all },
  });
  await client.connect(transport);
  return client;
}

/** Calls a tool; `meta` goes along with the call. */
export async function called(
  client: Client,
  name: string,
  given: object = {},
  meta?: object,
): Promise<Answer> {
  const params = { name, arguments: { ...given }, ...(meta && { _meta: { ...meta } }) };
  return (await client.callTool(params)) as Answer;
}
