// What the plugin keeps of conversations, by a clock that the test holds.

import { describe, expect, it } from "vitest";
import { IDLE_MS, MOST_QUESTIONS, MOST_SESSIONS, Sessions } from "../../plugin/src/sessions.ts";

const asked = (queryId: string) => ({ queryId, turn: null, shown: ["a"] });

describe("sessions", () => {
  it(`[PL16] at most ${MOST_SESSIONS} are kept, those used last`, () => {
    const sessions = new Sessions(() => 0);
    for (let index = 0; index < MOST_SESSIONS; index++) sessions.keep(`s-${index}`, asked("q"));
    sessions.keep("s-0", asked("q-again"));
    sessions.keep("new", asked("q"));
    expect(sessions.size).toBe(MOST_SESSIONS);
    expect(sessions.askedIn("s-0")).toHaveLength(2);
    expect(sessions.askedIn("s-1")).toEqual([]);
  });

  it("[PL16] one that rests is forgotten, also when only others go on", () => {
    let now = 0;
    const sessions = new Sessions(() => now);
    sessions.keep("resting", asked("q"));
    now = IDLE_MS - 1;
    sessions.keep("busy", asked("q"));
    now = IDLE_MS;
    expect(sessions.askedIn("resting")).toEqual([]);
    sessions.keep("busy", asked("q"));
    expect(sessions.size).toBe(1);
  });

  it(`[PL16] at most ${MOST_QUESTIONS} questions of one are kept, the newest`, () => {
    const sessions = new Sessions(() => 0);
    for (let index = 0; index < MOST_QUESTIONS + 5; index++) sessions.keep("s", asked(`q-${index}`));
    expect(sessions.askedIn("s")).toHaveLength(MOST_QUESTIONS);
    expect(sessions.askedIn("s").at(-1)?.queryId).toBe(`q-${MOST_QUESTIONS + 4}`);
  });

  it("[PL15] what failed on its way is asked again", async () => {
    const sessions = new Sessions(() => 0);
    let calls = 0;
    const failing = () => Promise.reject(new Error(`call ${++calls}`));
    await expect(sessions.once("s", "k", failing)).rejects.toThrow("call 1");
    await expect(sessions.once("s", "k", failing)).rejects.toThrow("call 2");
  });
});
