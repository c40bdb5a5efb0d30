// A teacher behind the API: whose model calls it counts.

import { expect, it, vi } from "vitest";
import { Models } from "../../durable/model/models.ts";
import type { UsageReply } from "../../wire/usage.ts";
import { Story, send, workerWith } from "../support/story.ts";
import { ScriptedModel } from "../support/teacher-house.ts";

it("[TE5] what a teacher was asked is counted for the tenant, and questions ask nobody", async () => {
  const model = new ScriptedModel();
  vi.spyOn(Models.prototype, "make").mockReturnValue(model);
  const story = await Story.begin();
  const { name } = await story.agent();
  const through = workerWith({});
  const call = (path: string, body: object) =>
    send("POST", `/v1/agents/${name}/${path}`, { token: story.owner.token, through, body });
  const files = [
    {
      path: "a.md",
      text: "## Deploys\n\ndeploys run on fridays\n\n## Approvals\n\na deploy needs an approval",
    },
  ];
  await call("sync", { files });
  expect((await call("query", { query: "when do deploys run?" })).status).toBe(200);
  expect(model.prompts).toEqual([]);
  const { status, body } = await call("teach", { dry_run: false });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ model: "scripted:teacher", dry_run: false }),
  ]);
  const { calls } = body as { calls: number };
  expect(calls).toBeGreaterThan(0);
  const usage = await send("GET", "/v1/usage", { token: story.owner.token, through });
  expect((usage.body as UsageReply).counts.model_calls).toBe(calls);
});
