// Several chores behind one alarm.

import { describe, expect, it } from "vitest";
import { AlarmClock } from "../../durable/alarm-clock.ts";

function clockAt(set: number | null = null) {
  const house = { at: 1_000, set };
  const storage = {
    getAlarm: async () => house.set,
    setAlarm: async (at: number | Date) => {
      house.set = Number(at);
    },
  };
  const clock = new AlarmClock<"drain" | "embed">(storage, () => house.at);
  const ring = () => {
    house.at = Math.max(house.at, house.set ?? 0);
    house.set = null;
    return clock.take();
  };
  return { house, clock, ring };
}

describe("one alarm for several chores", () => {
  it("[DE16] rings for what comes first, then for the rest", async () => {
    const { house, clock, ring } = clockAt();
    await clock.comeIn("drain", 5_000);
    await clock.comeIn("embed", 100);
    expect(house.set).toBe(1_100);
    expect(ring()).toEqual(["embed"]);
    await clock.arm();
    expect(house.set).toBe(6_000);
    expect(ring()).toEqual(["drain"]);
    await clock.arm();
    expect(house.set).toBeNull();
  });

  it("[DE16] a chore with a long pause is not brought forward by one that comes often", async () => {
    const { clock, ring } = clockAt();
    await clock.comeIn("drain", 60_000);
    for (let slices = 0; slices < 5; slices++) {
      await clock.comeIn("embed", 0);
      expect(ring()).toEqual(["embed"]);
      await clock.arm();
    }
    expect(clock.isDue("drain")).toBe(true);
  });

  it("[DE16] an alarm that was set for a later day holds up nothing that is left", async () => {
    const { house, clock, ring } = clockAt(1_000 + 7 * 86_400_000);
    await clock.wake(["drain"], 1_000);
    expect(house.set).toBe(2_000);
    expect(ring()).toEqual(["drain"]);
  });

  it("[DE16] a sooner wish counts, a later one does not", async () => {
    const { house, clock } = clockAt();
    await clock.comeIn("drain", 500);
    await clock.comeIn("drain", 900);
    await clock.comeIn("drain", 200);
    expect(house.set).toBe(1_200);
  });

  it("[DE16] what is due within a second comes together", async () => {
    const { clock, ring } = clockAt();
    await clock.comeIn("drain", 500);
    await clock.comeIn("embed", 100);
    expect(ring()).toEqual(["drain", "embed"]);
  });

  it("[DE16] an alarm of an earlier life keeps its time, and rings for what is left", async () => {
    const { house, clock, ring } = clockAt(9_000);
    await clock.wake(["drain"], 1_000);
    expect(house.set).toBe(9_000);
    expect(ring()).toEqual(["drain"]);
  });

  it("[DE16] one that rings early rings for what comes first", async () => {
    const { clock } = clockAt();
    await clock.comeIn("drain", 5_000);
    await clock.comeIn("embed", 100);
    expect(clock.take()).toEqual(["embed"]);
  });
});
