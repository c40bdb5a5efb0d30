// The client of the directory: tenants, agents, tokens, and subjects of signed tokens.

import {
  DIRECTORY_ENDPOINTS,
  type DirectoryEndpointName,
  type DirectoryReplyOf,
  type DirectoryRequestOf,
} from "../wire/directory-endpoints.ts";
import { type Callable, type CallOptions, Connection, type ConnectionOptions } from "./connection.ts";

/** Every method throws `ClientError`. */
export class DirectoryClient {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  /** Creates a tenant; for the operator. */
  createTenant(
    request: DirectoryRequestOf<"createTenant">,
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"createTenant">> {
    return this.#call("createTenant", request, options);
  }

  /** Says how much a tenant may use in a month; for the operator. */
  setBudget(
    request: DirectoryRequestOf<"setBudget">,
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"setBudget">> {
    return this.#call("setBudget", request, options);
  }

  /** What a tenant has used this month. */
  usage(
    request: DirectoryRequestOf<"usage"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"usage">> {
    return this.#call("usage", request, options);
  }

  /** Creates an agent with an empty memory. */
  createAgent(
    request: DirectoryRequestOf<"createAgent">,
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"createAgent">> {
    return this.#call("createAgent", request, options);
  }

  /** A page of the agents that the token may enter. */
  listAgents(
    request: DirectoryRequestOf<"listAgents"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"listAgents">> {
    return this.#call("listAgents", request, options);
  }

  /** Creates a token; the reply shows its secret this once. */
  createToken(
    request: DirectoryRequestOf<"createToken">,
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"createToken">> {
    return this.#call("createToken", request, options);
  }

  /** A page of tokens, without their secrets. */
  listTokens(
    request: DirectoryRequestOf<"listTokens"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"listTokens">> {
    return this.#call("listTokens", request, options);
  }

  /** Revokes a token; again changes nothing. */
  revokeToken(id: string, options?: CallOptions): Promise<DirectoryReplyOf<"revokeToken">> {
    return this.#call("revokeToken", { id }, options);
  }

  /** Gives a token a new secret, shown this once; the one before opens for `grace_ms` more, default not at all. */
  rotateToken(
    id: string,
    request: Omit<DirectoryRequestOf<"rotateToken">, "id"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"rotateToken">> {
    return this.#call("rotateToken", { ...request, id }, options);
  }

  /** A code that lets one more device in; see `redeemPairing`. */
  createPairing(
    request: DirectoryRequestOf<"createPairing"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"createPairing">> {
    return this.#call("createPairing", request, options);
  }

  /** Who this client is, and what it may enter. */
  me(options?: CallOptions): Promise<DirectoryReplyOf<"me">> {
    return this.#call("me", {}, options);
  }

  /** A page of the tenants; for the operator. */
  listTenants(
    request: DirectoryRequestOf<"listTenants"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"listTenants">> {
    return this.#call("listTenants", request, options);
  }

  /** Lets in a subject of signed tokens. */
  createSubject(
    request: DirectoryRequestOf<"createSubject">,
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"createSubject">> {
    return this.#call("createSubject", request, options);
  }

  /** A page of subjects. */
  listSubjects(
    request: DirectoryRequestOf<"listSubjects"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"listSubjects">> {
    return this.#call("listSubjects", request, options);
  }

  /** Turns a subject away; again changes nothing. */
  revokeSubject(id: string, options?: CallOptions): Promise<DirectoryReplyOf<"revokeSubject">> {
    return this.#call("revokeSubject", { id }, options);
  }

  /** A page of what waits for a reviewer in all agents that the token may enter. */
  review(
    request: DirectoryRequestOf<"review"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"review">> {
    return this.#call("review", request, options);
  }

  /** Rows of the tenant's audit chain, newest first. */
  audit(
    request: DirectoryRequestOf<"tenantAudit"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"tenantAudit">> {
    return this.#call("tenantAudit", request, options);
  }

  /** Whether the tenant's audit chain is as it was written. */
  verifyAudit(
    request: DirectoryRequestOf<"verifyTenantAudit"> = {},
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<"verifyTenantAudit">> {
    return this.#call("verifyTenantAudit", request, options);
  }

  #call<Name extends DirectoryEndpointName>(
    name: Name,
    request: DirectoryRequestOf<Name>,
    options?: CallOptions,
  ): Promise<DirectoryReplyOf<Name>> {
    const endpoint = DIRECTORY_ENDPOINTS[name] as unknown as Callable<DirectoryReplyOf<Name>>;
    return this.#connection.call(endpoint, {}, request, options);
  }
}
