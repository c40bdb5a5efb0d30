// A valid request for every endpoint of the directory, about things of one tenant: one's own, another's, or nobody's.

import {
  DIRECTORY_ENDPOINTS,
  type DirectoryEndpoint,
  type DirectoryEndpointName,
  type DirectoryRequestOf,
} from "../../wire/directory-endpoints.ts";
import { takesBody } from "../../wire/endpoints.ts";
import { freshName, type Story, send, type Told, type workerFetch } from "./story.ts";

/** What a request is about. */
export interface Target {
  /** Name of a tenant. */
  readonly tenant: string;
  /** Ids. */
  readonly token: string;
  readonly subject: string;
}

const SUBJECT = { issuer: "https://issuer.test", claim: "sub", role: "reader" } as const;

export const DIRECTORY_SAMPLES: {
  readonly [Name in DirectoryEndpointName]: (target: Target) => DirectoryRequestOf<Name>;
} = {
  createTenant: () => ({ name: freshName("tenant") }),
  listTenants: () => ({}),
  setBudget: ({ tenant }) => ({ name: tenant, queries: 1_000_000 }),
  createAgent: ({ tenant }) => ({ name: freshName("agent"), tenant }),
  listAgents: ({ tenant }) => ({ tenant }),
  me: () => ({}),
  createToken: ({ tenant }) => ({ name: "sample", role: "reader", tenant }),
  listTokens: ({ tenant }) => ({ tenant }),
  rotateToken: ({ token }) => ({ id: token }),
  revokeToken: ({ token }) => ({ id: token }),
  createPairing: ({ tenant }) => ({ tenant }),
  redeemPairing: () => ({ code: "00000-00000", name: "sample" }),
  createSubject: ({ tenant }) => ({ ...SUBJECT, value: crypto.randomUUID(), tenant }),
  listSubjects: ({ tenant }) => ({ tenant }),
  revokeSubject: ({ subject }) => ({ id: subject }),
  tenantAudit: ({ tenant }) => ({ tenant }),
  verifyTenantAudit: ({ tenant }) => ({ tenant }),
  usage: ({ tenant }) => ({ tenant }),
  review: () => ({}),
};

/** Those that somebody must be let in to. */
export const DIRECTORY_ENDPOINT_NAMES = (Object.keys(DIRECTORY_ENDPOINTS) as DirectoryEndpointName[]).filter(
  (name) => name !== "redeemPairing",
);

/** True when it matters to the endpoint whose things a request is about. */
export function isAboutTenant(name: DirectoryEndpointName): boolean {
  const [one, other] = ["one", "other"].map((word) =>
    JSON.stringify(DIRECTORY_SAMPLES[name]({ tenant: word, token: word, subject: word })),
  );
  return one.includes('"one"') && other.includes('"other"');
}

/** Things of a tenant that a request may use up. */
export async function targetIn(story: Story): Promise<Target> {
  const token = await story.token("reader");
  const subject = await story.directory.createSubject({ ...SUBJECT, value: crypto.randomUUID() });
  return { tenant: story.tenant.name, token: token.id, subject: subject.id };
}

/** Things that nobody has. */
export function targetNowhere(): Target {
  return { tenant: freshName("tenant"), token: crypto.randomUUID(), subject: crypto.randomUUID() };
}

export function sendDirectorySample(
  name: DirectoryEndpointName,
  target: Target,
  token: string | null,
  through: typeof workerFetch,
): Promise<Told> {
  const { method, path }: DirectoryEndpoint = DIRECTORY_ENDPOINTS[name];
  const rest = new Map(Object.entries(DIRECTORY_SAMPLES[name](target)));
  const place = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest.get(field)));
    rest.delete(field);
    return value;
  });
  const fields = Object.fromEntries(rest);
  const query = new URLSearchParams(fields as Record<string, string>).toString();
  return takesBody(method)
    ? send(method.toUpperCase(), place, { token, through, body: fields })
    : send(method.toUpperCase(), query ? `${place}?${query}` : place, { token, through });
}
