// Commands about who may enter: agents, tokens, pairing, subjects, tenants, usage, and the audit chains.

import { DIRECTORY_ENDPOINTS as DIRECTORY } from "../../../wire/directory-endpoints.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import { type Command, command, type Field } from "../command.ts";
import { Failure } from "../failure.ts";
import { endpoint } from "../from-endpoint.ts";
import { keepLogin, readLogin } from "../login.ts";
import { readable, table, time } from "../readable.ts";
import { more } from "./asking.ts";

/** `--agent` and `--tenant` are everybody's: they say where a call goes. */
const WITHOUT = ["tenant"];
const OF_AGENT: Field = {
  name: "of_agent",
  type: "text",
  description: "Only those that may enter this agent.",
};

export const ACCESS: readonly Command[] = [
  endpoint(DIRECTORY.createAgent, {
    name: "agent create",
    group: "access",
    arguments: ["name"],
    without: WITHOUT,
    call: ({ directory }, request) => directory.createAgent(request),
  }),
  endpoint(DIRECTORY.listAgents, {
    name: "agent list",
    group: "access",
    without: WITHOUT,
    call: ({ directory }, request) => directory.listAgents(request),
    text: ({ agents, next_cursor }) =>
      [
        table(
          ["agent", "profile", "made"],
          agents.map(({ name, profile, created_at }) => [name, profile, time(created_at)]),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  command({
    name: "agent use",
    group: "access",
    summary: "Choose the agent that commands are for",
    arguments: [{ name: "name", type: "text", description: "name of the agent" }],
    async run({ environment, directory }, { name }) {
      const login = readLogin(environment);
      if (!login) throw new Failure("there is no login to keep it with: run edgebrain login", 2);
      const { agents } = await directory.listAgents({ limit: 100 });
      const names = agents.map((agent) => agent.name);
      if (!names.includes(name as string) && names.length < 100)
        throw new Failure(
          `there is no agent ${name} (${names.join(", ") || "none yet"}): make it with edgebrain init`,
        );
      return { agent: name, file: keepLogin(environment, { ...login, agent: name as string }) };
    },
  }),
  endpoint(DIRECTORY.createToken, {
    name: "token create",
    group: "access",
    arguments: ["name"],
    without: WITHOUT,
    call: ({ directory }, request) => directory.createToken(request),
    text: ({ token, ...rest }) => `${readable(rest)}\n\nShown this once:\n${token}`,
  }),
  endpoint(DIRECTORY.listTokens, {
    name: "token list",
    group: "access",
    without: [...WITHOUT, "agent"],
    options: [OF_AGENT],
    fill: ({ of_agent }) => (of_agent === undefined ? {} : { agent: of_agent }),
    call: ({ directory }, request) => directory.listTokens(request),
    text: ({ tokens, next_cursor }) =>
      [
        table(
          ["id", "role", "agents", "last used", "ends", "name"],
          tokens.map((one) => [
            one.id,
            one.role,
            one.agents?.join(",") ?? "all",
            time(one.last_used_at),
            one.revoked_at === null ? time(one.expires_at) : `revoked ${time(one.revoked_at)}`,
            one.name,
          ]),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  endpoint(DIRECTORY.rotateToken, {
    name: "token rotate",
    group: "access",
    arguments: ["id"],
    destroys: () => "Who has the secret so far is shut out, after the grace that is given.",
    call: ({ directory }, { id, ...request }) => directory.rotateToken(id, request),
    text: ({ token, ...rest }) => `${readable(rest)}\n\nShown this once:\n${token}`,
  }),
  endpoint(DIRECTORY.revokeToken, {
    name: "token revoke",
    group: "access",
    arguments: ["id"],
    destroys: () => "Who has the token is shut out for good.",
    call: ({ directory }, { id }) => directory.revokeToken(id),
  }),
  endpoint(DIRECTORY.createPairing, {
    name: "pair",
    group: "access",
    without: WITHOUT,
    async call(session, request) {
      const pairing = await session.directory.createPairing(request);
      return {
        ...pairing,
        command: `edgebrain login --url ${session.connection.baseUrl} --code ${pairing.code}`,
      };
    },
    text: ({ code, expires_at, role, command: line }) =>
      `${code}\n\nOn the other device, until ${time(expires_at)}, for the role ${role}:\n  ${line}`,
  }),
  endpoint(DIRECTORY.createSubject, {
    name: "subject add",
    group: "access",
    arguments: ["value"],
    without: WITHOUT,
    call: ({ directory }, request) => directory.createSubject(request),
  }),
  endpoint(DIRECTORY.listSubjects, {
    name: "subject list",
    group: "access",
    without: [...WITHOUT, "agent"],
    options: [OF_AGENT],
    fill: ({ of_agent }) => (of_agent === undefined ? {} : { agent: of_agent }),
    call: ({ directory }, request) => directory.listSubjects(request),
  }),
  endpoint(DIRECTORY.revokeSubject, {
    name: "subject revoke",
    group: "access",
    arguments: ["id"],
    destroys: () => "The subject is turned away from now on.",
    call: ({ directory }, { id }) => directory.revokeSubject(id),
  }),
  endpoint(DIRECTORY.createTenant, {
    name: "tenant create",
    group: "access",
    arguments: ["name"],
    call: ({ directory }, request) => directory.createTenant(request),
  }),
  endpoint(DIRECTORY.listTenants, {
    name: "tenant list",
    group: "access",
    call: ({ directory }, request) => directory.listTenants(request),
  }),
  endpoint(DIRECTORY.setBudget, {
    name: "tenant limits",
    group: "access",
    arguments: ["name"],
    call: ({ directory }, request) => directory.setBudget(request),
  }),
  endpoint(DIRECTORY.usage, {
    name: "usage",
    group: "access",
    without: WITHOUT,
    call: ({ directory }, request) => directory.usage(request),
  }),
  endpoint(ENDPOINTS.audit, {
    name: "audit list",
    group: "access",
    call: ({ memory }, request) => memory.audit(request),
  }),
  endpoint(ENDPOINTS.verifyAudit, {
    name: "audit verify",
    group: "access",
    call: ({ memory }) => memory.verifyAudit(),
    isBad: ({ ok }) => !ok,
  }),
  endpoint(DIRECTORY.tenantAudit, {
    name: "audit tenant",
    group: "access",
    without: WITHOUT,
    call: ({ directory }, request) => directory.audit(request),
  }),
  endpoint(DIRECTORY.verifyTenantAudit, {
    name: "audit verify-tenant",
    group: "access",
    without: WITHOUT,
    call: ({ directory }, request) => directory.verifyAudit(request),
    isBad: ({ ok }) => !ok,
  }),
];
