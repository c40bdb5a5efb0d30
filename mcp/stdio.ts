// MCP over standard input and output: one server for as long as its host keeps the pipe open.

import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { mcpServer } from "./server.ts";
import { Service, type ServiceOptions } from "./service.ts";

/** Resolves when the host has closed its end. `say` takes what went wrong beside the protocol. */
export async function serveMcp(options: ServiceOptions, say: (sentence: string) => void): Promise<void> {
  const service = new Service(options);
  const closed = new Promise<void>((resolve) => process.stdin.once("close", resolve).once("end", resolve));
  const handle = serveStdio(() => mcpServer(service), {
    // Named, since the build leaves out what the library knows of Node.
    transport: new StdioServerTransport(process.stdin, process.stdout),
    onerror: ({ name }) => say(`edgebrain mcp: a message could not be handled (${name})`),
  });
  await closed;
  await handle.close();
}
