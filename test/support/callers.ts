// Everybody who may come to the door, by what they hold: for suites that try every route with each of them.

import { env } from "cloudflare:workers";
import { ROLES, type Role } from "../../wire/directory.ts";
import { Issuer } from "./issuer.ts";
import { OPERATOR_TOKEN, type Story } from "./story.ts";

export interface Caller {
  readonly is: string;
  /** Null for somebody who is not let in at all. */
  readonly role: Role | "operator" | null;
  /** True: limited to an agent that no request is about. */
  readonly isLimited: boolean;
  /** What it sends; null for nothing. */
  readonly token: (world: World) => Promise<string | null> | string | null;
}

export interface World {
  readonly story: Story;
  readonly issuer: Issuer;
  /** Name of the agent to which the limited ones are limited. */
  readonly elsewhere: string;
}

export const CALLERS: readonly Caller[] = [
  ...ROLES.flatMap((role): Caller[] => [
    {
      is: `${role} with a token`,
      role,
      isLimited: false,
      token: async ({ story }) => (await story.token(role)).token,
    },
    { is: `${role} with a signed token`, role, isLimited: false, token: (world) => signed(world, role) },
  ]),
  {
    is: "owner of another agent",
    role: "owner",
    isLimited: true,
    token: async ({ story, elsewhere }) => (await story.token("owner", { agents: [elsewhere] })).token,
  },
  {
    is: "owner of another agent with a signed token",
    role: "owner",
    isLimited: true,
    token: (world) => signed(world, "owner", [world.elsewhere]),
  },
  { is: "operator", role: "operator", isLimited: false, token: () => OPERATOR_TOKEN },
  nobody("somebody without a token", () => null),
  nobody("somebody with a token that is none", () => `eb_${"A".repeat(43)}`),
  nobody("somebody with an expired token", async ({ story }) => {
    const { id, token } = await story.token("owner", { expires_at: Date.now() + 60_000 });
    // Its time is moved, so that no test waits for it.
    await env.DB.prepare("update tokens set expires_at = 1 where id = ?").bind(id).run();
    return token;
  }),
  nobody("somebody with a revoked token", async ({ story }) => {
    const { id, token } = await story.token("owner");
    await story.directory.revokeToken(id);
    return token;
  }),
  nobody("somebody with the secret before a rotation", async ({ story }) => {
    const { id, token } = await story.token("owner");
    await story.directory.rotateToken(id);
    return token;
  }),
  nobody("somebody with an expired signed token", (world) => signed(world, "owner", undefined, { exp: 1 })),
  nobody("somebody with a signed token for elsewhere", (world) =>
    signed(world, "owner", undefined, { aud: "elsewhere" }),
  ),
  nobody("somebody whom no tenant knows", ({ issuer }) => issuer.sign(crypto.randomUUID())),
  nobody("somebody with a key of their own", async (world) => {
    const stranger = await Issuer.begin(world.issuer.url);
    return signed({ ...world, issuer: stranger }, "owner");
  }),
];

function nobody(is: string, token: Caller["token"]): Caller {
  return { is, role: null, isLimited: false, token };
}

async function signed(
  { story, issuer }: Pick<World, "story" | "issuer">,
  role: Role,
  agents?: string[],
  claims: { readonly exp?: number; readonly aud?: string } = {},
): Promise<string> {
  const value = crypto.randomUUID();
  await story.directory.createSubject({ issuer: issuer.url, claim: "sub", value, role, agents });
  return issuer.sign(value, claims);
}
