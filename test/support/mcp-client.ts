// The official client of MCP, speaking to the Worker as a host would.

import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
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

/** Text of a tool's answer. */
export function textOf({ content }: Answer): string {
  return content.map(({ text }) => text).join("\n");
}

export interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** What a tool answers as data. Throws where it was refused. */
export function dataOf(answer: Answer): Readonly<Record<string, unknown>> {
  if (answer.isError || !answer.structuredContent) throw new Error(textOf(answer));
  return answer.structuredContent;
}

/** A text without its fenced blocks, each from a marker to the one that ends it by the same value. */
export function outsideOfFences(text: string): string {
  return text.replace(/<<<EDGEBRAIN MEMORY (\w+)>>>[\s\S]*?<<<END OF EDGEBRAIN MEMORY \1>>>/g, "");
}
