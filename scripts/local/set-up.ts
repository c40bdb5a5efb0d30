// Who may enter a local worker: one tenant, its owner's token, an agent. Each step looks before it makes something,
// so that a start that was cut short is picked up by the next one.

import { ClientError } from "../../client/client-error.ts";
import { DirectoryClient } from "../../client/directory-client.ts";
import type { Home, Local } from "./home.ts";

const TENANT = "local";
/** The same request under the same key gets the same token again, should the answer be lost on the way. */
const FIRST_TOKEN = "owner-token";

/** What a start without any earlier one knows; written before the worker runs, which needs the operator's token. */
export function freshLocal(port: number): Local {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  return { operator_token: `op_${secret}`, tenant: TENANT, owner_token: null, port, agents: {} };
}

/** Makes what is missing, and returns what is known then; it is kept in `home` as soon as it is. */
export async function setUp(
  home: Home,
  url: string,
  known: Local,
  agent: string,
  workspace: string,
): Promise<Local> {
  let local = known;
  const operator = new DirectoryClient({ baseUrl: url, token: local.operator_token });
  await unlessTaken(operator.createTenant({ name: local.tenant }));
  if (!(await isValid(url, local.owner_token))) {
    const { token } = await operator.createToken(
      { tenant: local.tenant, name: "local start", role: "owner" },
      local.owner_token === null ? { idempotencyKey: FIRST_TOKEN } : {},
    );
    local = { ...local, owner_token: token };
    home.write(local);
  }
  await unlessTaken(operator.createAgent({ tenant: local.tenant, name: agent }));
  if (!local.agents[agent]) {
    const agents = { ...local.agents, [agent]: { workspace, indexed: false, story_told: false } };
    local = { ...local, agents };
    home.write(local);
  }
  return local;
}

async function isValid(url: string, token: string | null): Promise<boolean> {
  if (token === null) return false;
  try {
    await new DirectoryClient({ baseUrl: url, token }).listAgents({ limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === "unauthorized") return false;
    throw error;
  }
}

async function unlessTaken(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof ClientError && error.code === "name_taken")) throw error;
  }
}
