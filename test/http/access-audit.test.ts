// [AU] Changes of access in the tenant's audit chain.

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { auditKeyFrom } from "../../audit/key.ts";
import { TenantAudit } from "../../src/tenant-audit.ts";
import { OPERATOR_TOKEN, Story, send } from "../support/story.ts";

describe("the audit chain", () => {
  const chain = () => new TenantAudit(env.DB, auditKeyFrom(undefined, OPERATOR_TOKEN));

  it("[AU26] has a row for every change of access, and stays whole", async () => {
    const story = await Story.begin();
    await story.agent();
    const { id } = await story.token("reader");
    await story.directory.rotateToken(id);
    await story.directory.revokeToken(id);
    await story.directory.revokeToken(id);
    const subject = await story.directory.createSubject({
      issuer: "https://i.test",
      claim: "sub",
      value: "somebody",
      role: "reader",
    });
    await story.directory.revokeSubject(subject.id);
    const rows = (await chain().page(story.tenant.id, 100)).reverse();
    expect(rows.map(({ actor }) => actor)).toEqual([
      "operator",
      "operator",
      ...Array(6).fill(story.owner.id),
    ]);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["access"]));
    expect(rows[3].target_hash).toBe(rows[4].target_hash);
    expect(await chain().verify(story.tenant.id)).toMatchObject({ brokenAt: null, rows: 8 });
  });

  it("[AU26] has none for what was refused, or answered from memory", async () => {
    const story = await Story.begin();
    const { name } = await story.agent();
    const count = async () => (await chain().page(story.tenant.id, 100)).length;
    const before = await count();
    const body = { name: "once", role: "reader" };
    const once = { token: story.owner.token, body, headers: { "Idempotency-Key": "one" } };
    await send("POST", "/v1/tokens", once);
    await send("POST", "/v1/tokens", once);
    expect(await count()).toBe(before + 1);
    const refused = await send("POST", "/v1/agents", { token: story.owner.token, body: { name } });
    expect(refused.error?.code).toBe("name_taken");
    expect(await count()).toBe(before + 1);
  });

  it("[AU26] keeps changes that were made at the same time apart, and all of them", async () => {
    const story = await Story.begin();
    await Promise.all(Array.from({ length: 6 }, () => story.token("reader")));
    expect(await chain().verify(story.tenant.id)).toMatchObject({ brokenAt: null, rows: 8 });
  });
});
