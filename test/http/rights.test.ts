// [AU] Every endpoint with every role, at home, abroad and nowhere: made from the table that the Worker mounts.

import { beforeAll, describe, expect, it } from "vitest";
import { ROLES, type Role } from "../../wire/directory.ts";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { ENDPOINT_NAMES, prepare, replyIn, sendSample } from "../support/samples.ts";
import { freshName, Story } from "../support/story.ts";

const tokens = {} as Record<Role, string>;
let own: string;
let foreign: string;

beforeAll(async () => {
  const [home, abroad] = [await Story.begin(), await Story.begin()];
  own = (await home.agent()).name;
  foreign = (await abroad.agent()).name;
  for (const role of ROLES) tokens[role] = (await home.token(role)).token;
  await prepare(home.memory(own));
});

describe.each(ENDPOINT_NAMES)("%s", (name) => {
  const least = ROLES.indexOf(ENDPOINTS[name].role);

  it.each(ROLES)("[AU18] a token with the role %s: as its row of the table says", async (role) => {
    const { status, error, text } = await sendSample(name, own, tokens[role]);
    if (ROLES.indexOf(role) < least) {
      expect([status, error?.code]).toEqual([403, "forbidden"]);
      expect(error?.message).toContain(ENDPOINTS[name].role);
    } else {
      expect([status, text]).toEqual([200, text]);
      expect(ENDPOINTS[name].reply.safeParse(replyIn(name, text)).error).toBeUndefined();
    }
  });

  it.each(ROLES)(
    "[AU19] a token with the role %s at a foreign or unknown agent: nothing is there",
    async (role) => {
      const abroad = await sendSample(name, foreign, tokens[role]);
      const nowhere = await sendSample(name, freshName("agent"), tokens[role]);
      expect([abroad.status, abroad.error?.code]).toEqual([404, "not_found"]);
      expect([nowhere.status, nowhere.text]).toEqual([404, abroad.text]);
    },
  );

  it("[AU20] without a token: nobody is let in, wherever", async () => {
    for (const agent of [own, foreign, freshName("agent")]) {
      const { status, error } = await sendSample(name, agent, null);
      expect([status, error?.code]).toEqual([401, "unauthorized"]);
    }
  });
});
