// [RM] The queue of a tenant: all agents in one list, for those who may enter them, from D1.

import { beforeAll, describe, expect, it } from "vitest";
import { MemoryClient } from "../../client/memory-client.ts";
import { Issuer } from "../support/issuer.ts";
import { ReviewHouse } from "../support/review-house.ts";
import { freshSubject, grantTo } from "../support/signed-in.ts";
import { directoryOf, ORIGIN, Story, send, workerWith } from "../support/story.ts";

const FACT = "The harbour crane is serviced every second Tuesday.";
const refused = (code: string) => expect.objectContaining({ code });

describe("the queue of a tenant", () => {
  let story: Story;
  let [one, two, abroad]: ReviewHouse[] = [];
  beforeAll(async () => {
    story = await Story.begin();
    [one, two] = [await ReviewHouse.begin(story), await ReviewHouse.begin(story)];
    abroad = await ReviewHouse.begin();
    for (const house of [one, two, abroad]) {
      for (let number = 0; number < 3; number++)
        await house.propose(`${FACT} Crane ${number}.`, { source: "talk" });
      await house.object.drained();
    }
  });

  it("[RM40] shows what waits in all agents of the tenant, with all that a reviewer needs, and of no other", async () => {
    const reviewer = directoryOf(one.tokens.reviewer.token);
    const { proposals, waiting } = await reviewer.review();
    expect(proposals.map(({ agent }) => agent).sort()).toEqual(
      [one, two].flatMap(({ name }) => [name, name, name]).sort(),
    );
    for (const house of [one, two]) {
      const own = (await house.reviewer.proposals()).proposals;
      expect(
        proposals.filter(({ agent }) => agent === house.name).map(({ agent, ...shown }) => shown),
      ).toEqual(own);
    }
    const { revision } = await two.owner.info();
    expect(waiting).toContainEqual({ agent: two.name, count: 3, oldest_at: expect.any(Number), revision });
    expect(JSON.stringify(await directoryOf(abroad.tokens.reviewer.token).review())).not.toContain(one.name);
  });

  it("[RM41] is for reviewers and owners of the tenant, each with the agents that it may enter", async () => {
    const limited = await story.token("reviewer", { agents: [two.name] });
    const { proposals, waiting } = await directoryOf(limited.token).review();
    expect(new Set(proposals.map(({ agent }) => agent))).toEqual(new Set([two.name]));
    expect(waiting.map(({ agent }) => agent)).toEqual([two.name]);
    for (const name of [one.name, abroad.name, "nowhere"])
      await expect(directoryOf(limited.token).review({ agent: name })).rejects.toEqual(refused("not_found"));
    await expect(directoryOf(one.tokens.device.token).review()).rejects.toEqual(refused("forbidden"));
    expect((await directoryOf(story.owner.token).review({ agent: one.name })).proposals).toHaveLength(3);
  });

  it("[RM42] goes on page by page, in both orders, and follows decisions once D1 has them", async () => {
    const queue = directoryOf(story.owner.token);
    const paged = async (order: "newest" | "oldest") => {
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await queue.review({ order, limit: 2, cursor });
        found.push(...page.proposals.map(({ agent, id }) => `${agent} ${id}`));
        if (page.next_cursor === null) return found;
        cursor = page.next_cursor;
      }
    };
    const newest = await paged("newest");
    expect(new Set(newest).size).toBe(6);
    expect(await paged("oldest")).toEqual([...newest].reverse());
    const [{ id, digest }] = (await one.reviewer.proposals()).proposals;
    await one.reviewer.approve({ id, digest });
    expect((await queue.review()).proposals).toHaveLength(6);
    await one.object.drained();
    expect((await queue.review()).proposals).toHaveLength(5);
    expect((await queue.review({ status: "approved" })).proposals).toMatchObject([{ id, agent: one.name }]);
    expect((await queue.review({ status: "any" })).proposals).toHaveLength(6);
    await expect(queue.review({ cursor: "x" })).rejects.toEqual(refused("invalid_request"));
  });
});

describe("somebody with a signed token", () => {
  it("[RM43] does not approve what they proposed under another grant", async () => {
    const house = await ReviewHouse.begin();
    const issuer = await Issuer.begin();
    const through = workerWith(issuer.variables());
    const [kim, other] = [freshSubject(), freshSubject()];
    const as = async (subject: string) =>
      new MemoryClient({
        baseUrl: ORIGIN,
        agent: house.name,
        token: await issuer.sign(subject),
        fetch: through,
        retryDelayMs: 1,
      });
    const asAgent = await grantTo(house.story, issuer, kim, { role: "agent" });
    const { id, digest } = await (await as(kim)).propose({ content: FACT });
    await house.story.directory.revokeSubject(asAgent.id);
    await grantTo(house.story, issuer, kim, { role: "reviewer" });
    await grantTo(house.story, issuer, other, { role: "reviewer" });
    const fresh = workerWith(issuer.variables());
    const approve = async (subject: string) =>
      send("POST", `/v1/agents/${house.name}/proposals/${id}/approve`, {
        token: await issuer.sign(subject),
        body: { digest },
        through: fresh,
      });
    expect((await approve(kim)).error?.code).toBe("own_proposal");
    expect((await approve(other)).status).toBe(200);
  });
});
