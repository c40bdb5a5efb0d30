// Memory that grows old: nothing does unless an owner says so, it is announced, then kept back, and nothing is deleted.

import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../wire/limits.ts";
import { ReviewHouse } from "../support/review-house.ts";

const OLD = "The harbour crane is serviced every second Tuesday.";
const NEW = "The harbour ferry leaves from pier four.";
const DAY_MS = 24 * 3_600_000;

let house: ReviewHouse;
let old: string;

beforeEach(async () => {
  house = await ReviewHouse.begin();
  old = (await house.owner.inject({ content: OLD })).node_id;
  await house.owner.inject({ content: NEW });
  await house.object.inside(({ sql }) =>
    sql.exec("update nodes set created_at = created_at - ? where id = ?", 400 * DAY_MS, old),
  );
});

/** As if the owner had said it so many days ago, and nobody had looked since. */
async function later(days: number): Promise<void> {
  await house.object.inside(({ sql }) => {
    const { value } = sql
      .exec<{ value: string }>("select value from settings where name = 'retention'")
      .one();
    const rules = JSON.parse(value) as Record<string, { since: number }>;
    for (const rule of Object.values(rules)) rule.since -= days * DAY_MS;
    sql.exec("update settings set value = ? where name = 'retention'", JSON.stringify(rules));
    sql.exec("delete from state where name = 'retained_at'");
  });
  await house.object.evict();
  // Waking notes what is due, and any write lets it come.
  await house.owner.edit({ id: old, metadata: { looked: days } });
  await house.object.drained();
}

describe("retention", () => {
  it("[SC30] is off by default, and only an owner changes it", async () => {
    expect(await house.device.retention()).toMatchObject({ days: {}, count: 0, expiring: [] });
    await house.object.drained();
    expect(await house.textsFor("harbour crane")).toContain(OLD);
    await expect(house.reviewer.setRetention({ kind: "teaching", days: 30 })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("[SC31] a dry run says what would be over, and changes nothing", async () => {
    const told = await house.owner.setRetention({ kind: "teaching", days: 365, dry_run: true });
    expect(told).toMatchObject({ dry_run: true, count: 1, expiring: [{ id: old, kind: "teaching" }] });
    expect(await house.owner.retention()).toMatchObject({ days: {}, count: 0 });
    expect((await house.owner.journal({ type: "retention" })).entries).toEqual([]);
  });

  it("[SC32] what is over is announced and stays until the notice has passed", async () => {
    const { expiring } = await house.owner.setRetention({ kind: "teaching", days: 365 });
    expect(expiring[0].at).toBeGreaterThan(Date.now() + (LIMITS.retentionNoticeDays - 1) * DAY_MS);
    const { entries } = await house.owner.journal({ type: "retention" });
    expect(entries[0].body).toMatchObject({ action: "announced", count: 1, ids: [old] });
    expect((await house.owner.health()).expiring).toBe(1);
    await later(LIMITS.retentionNoticeDays - 1);
    expect(await house.textsFor("harbour crane")).toContain(OLD);
  });

  it("[SC33] then it is kept back and not deleted, with its row of the audit chain, and can be let go for good", async () => {
    await house.owner.setRetention({ kind: "teaching", days: 365 });
    await later(LIMITS.retentionNoticeDays + 1);
    expect(await house.textsFor("harbour crane")).not.toContain(OLD);
    expect(await house.textsFor("harbour ferry")).toContain(NEW);
    const { quarantined } = await house.reviewer.quarantine();
    expect(quarantined).toMatchObject([{ id: old, verdict: "expired", text: OLD }]);
    expect((await house.owner.audit({ kind: "settings" })).events).toHaveLength(2);
    expect(await house.owner.verifyAudit()).toMatchObject({ ok: true });
    await house.reviewer.release(old);
    await later(LIMITS.retentionNoticeDays + 1);
    expect(await house.textsFor("harbour crane")).toContain(OLD);
  });

  it("[SC33] what is anchored never grows old", async () => {
    await house.owner.anchor({ node_id: old, authority: "canonical" });
    await house.owner.setRetention({ kind: "teaching", days: 365 });
    await later(LIMITS.retentionNoticeDays + 1);
    expect(await house.textsFor("harbour crane")).toContain(OLD);
  });
});
