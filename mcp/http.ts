// MCP over HTTP: a message or a batch comes in, JSON goes out, and nothing is kept. Clients of the revisions up to 2025 begin with
// `initialize`; those of later ones say in each request which revision they speak.

import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { mcpServer } from "./server.ts";
import { Service, type ServiceOptions } from "./service.ts";

/** `parsedBody`: of the request, which is not read again. */
export async function answerMcp(
  request: Request,
  parsedBody: unknown,
  options: ServiceOptions,
): Promise<Response> {
  const service = new Service(options);
  if (!(await isLegacyRequest(request, parsedBody))) {
    const handler = createMcpHandler(() => mcpServer(service), {
      legacy: "reject",
      // A stream would stay open for changes that are never told.
      maxSubscriptions: 0,
    });
    return handler.fetch(request, { parsedBody });
  }
  const server = mcpServer(service);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
