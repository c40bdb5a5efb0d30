// How experiences lead to each other: what came next, and what is alike.

import { describe, expect, it } from "vitest";
import { begin } from "../support/procedures.ts";

const RUN = {
  prompt: "Rotate the signing key of the billing service and restart the workers",
  steps: [{ tool: "vault", params: { key: "billing" }, result: { version: 7 } }],
  answer: "The key is version 7 and all workers run with it.",
  end: { success: true },
};

describe("an experience", () => {
  it("[PW28] leads to the one that followed in its conversation, and both ways to those with tasks alike, until that is undone", async () => {
    const { memory } = await begin();
    const tell = async (run_id: string, prompt: string, session?: string) =>
      memory.tellExperience({ ...RUN, run_id, prompt, session });
    const leads = async (from: string | null) =>
      (await memory.node(from as string)).outgoing.map(({ id, kind, weight }) => [id, kind, weight]);
    const first = await tell("a", RUN.prompt, "desk");
    const next = await tell("b", "Paint the buoys of the northern sound before April", "desk");
    const alike = await tell("c", `${RUN.prompt} again`);
    await tell("d", "Paint the buoys of the southern sound", "another desk");
    expect(await leads(first.id)).toEqual([
      [next.id, "next", 0.1],
      [alike.id, "similar", 0.1],
    ]);
    expect(await leads(alike.id)).toEqual([[first.id, "similar", 0.1]]);
    // The same again, one after the other.
    await tell("e", RUN.prompt, "third desk");
    const again = await tell("f", "Paint the buoys of the northern sound before April", "third desk");
    expect(again.state).toBe("repeated");
    expect((await leads(first.id))[0]).toEqual([next.id, "next", expect.closeTo(0.28)]);
    await memory.undo({ event_id: again.event_id as string });
    expect((await leads(first.id))[0]).toEqual([next.id, "next", expect.closeTo(0.1)]);
    await memory.undo({ event_id: alike.event_id as string });
    expect((await leads(first.id)).map(([, kind]) => kind)).toEqual(["next"]);
  });
});
