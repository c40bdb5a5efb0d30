// A test client with verbs, so that a test reads as a story. It speaks HTTP to the real Worker and sees nothing else.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { DirectoryClient } from "../../client/directory-client.ts";
import { MemoryClient } from "../../client/memory-client.ts";
import { createApp } from "../../src/app.ts";
import type { AgentReply, Role, TenantReply, TokenReply, TokenRequest } from "../../wire/directory.ts";
import { ErrorReply } from "../../wire/errors.ts";

export const ORIGIN = "https://edgebrain.test";
/** As vitest.config.ts sets it. */
export const OPERATOR_TOKEN = "operator-token-of-the-tests-0123456789";

export const workerFetch = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A Worker of its own, hence without memory of tokens, on bindings of the test's choice. */
export function workerWith(bindings: Partial<Cloudflare.Env>): typeof workerFetch {
  const app = createApp();
  return async (request) => {
    const context = createExecutionContext();
    const response = await app.fetch(request, { ...env, ...bindings }, context);
    await waitOnExecutionContext(context);
    return response;
  };
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body. */
  readonly body: unknown;
  /** The error, when the body is one. */
  readonly error: ErrorReply["error"] | undefined;
}

/** Sends anything, however wrong. An object becomes a JSON body; text and bytes are sent as they are. */
export async function send(
  method: string,
  path: string,
  options: {
    token?: string | null;
    body?: unknown;
    headers?: Record<string, string>;
    through?: typeof workerFetch;
  } = {},
): Promise<Told> {
  const { token = null, body, headers: given = {}, through = workerFetch } = options;
  const headers = new Headers(given);
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  if (body !== undefined && !headers.has("content-type")) headers.set("Content-Type", "application/json");
  if (headers.get("content-type") === "") headers.delete("content-type");
  const response = await through(
    new Request(ORIGIN + path, {
      method,
      headers,
      redirect: "manual",
      body: body === undefined ? undefined : isRaw ? (body as BodyInit) : JSON.stringify(body),
    }),
  );
  return told(response);
}

export async function told(response: Response): Promise<Told> {
  // Of any media type: the platform warns when lines are read as text.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = isJson ? JSON.parse(text) : undefined;
  const { status, headers } = response;
  return { status, headers, text, body, error: ErrorReply.safeParse(body).data?.error };
}

export function operator(): DirectoryClient {
  return directoryOf(OPERATOR_TOKEN);
}

export function directoryOf(token: string): DirectoryClient {
  return new DirectoryClient({ baseUrl: ORIGIN, token, fetch: workerFetch, retryDelayMs: 1 });
}

/** One tenant with an owner, and what it does. Names are fresh, since storage lasts for a whole test file. */
export class Story {
  readonly tenant: TenantReply;
  readonly owner: TokenReply;

  private constructor(tenant: TenantReply, owner: TokenReply) {
    this.tenant = tenant;
    this.owner = owner;
  }

  static async begin(): Promise<Story> {
    const tenant = await operator().createTenant({ name: freshName("tenant") });
    const owner = await operator().createToken({ name: "owner", tenant: tenant.name, role: "owner" });
    return new Story(tenant, owner);
  }

  get directory(): DirectoryClient {
    return directoryOf(this.owner.token);
  }

  agent(name = freshName("agent"), profile?: "product" | "parity"): Promise<AgentReply> {
    return this.directory.createAgent({ name, profile });
  }

  token(role: Role, limits: Pick<TokenRequest, "agents" | "expires_at"> = {}): Promise<TokenReply> {
    return this.directory.createToken({ name: `${role} of the tests`, role, ...limits });
  }

  /** The memory of an agent, entered with a token; default the owner's. */
  memory(agent: string, token = this.owner.token): MemoryClient {
    return new MemoryClient({ baseUrl: ORIGIN, agent, token, fetch: workerFetch, retryDelayMs: 1 });
  }

  /** A new agent, ready to be taught and asked. */
  async newMemory(profile?: "product" | "parity"): Promise<MemoryClient> {
    return this.memory((await this.agent(undefined, profile)).name);
  }
}

export function freshName(kind: string): string {
  return `${kind}-${crypto.randomUUID().slice(0, 8)}`;
}
