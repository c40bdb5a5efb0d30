// A service on loopback that answers as a test says: well, badly, slowly, or not at all.

import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: unknown;
}

/** What any write may be answered with: the replies have no field in common that means two things. */
const WRITTEN: Readonly<Record<string, unknown>> = {
  id: "p-1",
  status: "pending",
  created: true,
  digest: null,
  node_id: "n-1",
  novelty: 1,
  salience: 1,
  conflicts: [],
  expires_at: null,
  injected: true,
  connected_to: [],
  edges_added: 0,
  suppresses: [],
  event_id: "e-1",
  edges_updated: 2,
  max_weight_delta: 0.1,
  fired_ids: [],
  unknown_ids: [],
  node_injected: true,
  corrected_ids: ["n-9"],
  total_ms: 1,
};

export type Answer = (request: http.IncomingMessage, response: http.ServerResponse, body: unknown) => void;

export class ScriptedService {
  readonly seen: Seen[] = [];
  /** How every question is answered. */
  query: Answer = answered([]);
  /** How everything else that is read is answered. */
  node: Answer = refused(404, "not_found");
  readonly written = WRITTEN;
  /** How every write is answered: proposals, memory, feedback. */
  write: Answer = json(200, WRITTEN);
  /** Agents that the token may enter; null for all. */
  agents: readonly string[] | null = null;
  readonly #server: http.Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = http.createServer((request, response) => void this.#answer(request, response));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<ScriptedService> {
    const service = new ScriptedService();
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Questions that came. */
  get questions(): Record<string, unknown>[] {
    return this.seen
      .filter(({ url }) => url.endsWith("/query"))
      .map(({ body }) => body as Record<string, unknown>);
  }

  /** Writes that came, by the end of their address. */
  get writes(): { readonly to: string; readonly key: string; readonly body: Record<string, unknown> }[] {
    return this.seen
      .filter(({ method, url }) => method === "POST" && !url.endsWith("/query"))
      .map(({ url, headers, body }) => ({
        to: url.slice(url.lastIndexOf("/") + 1),
        key: String(headers["idempotency-key"]),
        body: body as Record<string, unknown>,
      }));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const { method = "", url = "", headers } = request;
    this.seen.push({ method, url, headers, body });
    if (url === "/v1/tokens/me") json(200, this.#me())(request, response, body);
    else if (url.endsWith("/query")) this.query(request, response, body);
    else if (method === "POST" && !url.endsWith("/verify")) this.write(request, response, body);
    else this.node(request, response, body);
  }

  #me() {
    return {
      kind: "token",
      id: "t",
      name: "n",
      role: "agent",
      tenant: "t",
      agents: this.agents,
      valid_until: null,
    };
  }
}

export function json(status: number, value: unknown, headers: http.OutgoingHttpHeaders = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

export const refused = (status: number, code: string, headers: http.OutgoingHttpHeaders = {}): Answer =>
  json(status, { error: { code, message: "say more" } }, headers);

/** A node as the service answers it, with what a test changes. */
export function fired(text: string, changed: Record<string, unknown> = {}) {
  return {
    id: `n-${text.length}`,
    kind: "teaching",
    text,
    score: 0.9,
    provenance: { file: null, citation: null, authority: "overlay" },
    untrusted: true,
    ...changed,
  };
}

export function answered(hits: readonly unknown[], changed: Record<string, unknown> = {}): Answer {
  return json(200, {
    query_id: "q-1",
    fired: hits,
    decision: hits.length > 0 ? "answered" : "low_confidence",
    ...changed,
  });
}

/** One memory as the service answers it, with what a test changes; a field more than the plugin knows. */
export function nodeReply(id: string, text: string, changed: Record<string, unknown> = {}) {
  const reply = {
    id,
    kind: "teaching",
    text,
    file: null,
    outgoing: [],
    incoming: [],
    untrusted: true,
    newer: 1,
  };
  return { ...reply, ...changed };
}
