// Experiences in both homes: they survive what memory survives, travel with it, and make room when there are too many.

import { describe, expect, it } from "vitest";
import { experiencesIn, makeRoom, mark } from "../../durable/operations/experience-nodes.ts";
import type { ExperienceReply, ExperienceSearchReply, ExperiencesReply } from "../../wire/experiences.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { exportOf, importInto, must } from "../support/moving.ts";

const PROMPT = "Rotate the signing key of the billing service";

async function told(agent: Agent, prompt: string, more: object = {}): Promise<ExperienceReply> {
  const run = { run_id: prompt, prompt, answer: "Done.", end: { success: true }, ...more };
  return must(await agent.perform("tellExperience", run)) as ExperienceReply;
}

async function listed(agent: Agent): Promise<unknown> {
  return (must(await agent.perform("experiences", {})) as ExperiencesReply).experiences;
}

async function found(agent: Agent): Promise<unknown> {
  const reply = must(await agent.perform("searchExperiences", { prompt: PROMPT })) as ExperienceSearchReply;
  return reply.experiences.map(({ id }) => id);
}

describe("an experience", () => {
  it("[PW25] survives the loss of memory and of the disk, with what it used and how it stands", async () => {
    const agent = await newAgent();
    const memory = must(await agent.perform("inject", { content: "The vault holds the signing key." }));
    const { node_id } = memory as { node_id: string };
    await told(agent, PROMPT, { used_ids: [node_id] });
    await told(agent, PROMPT, { run_id: "again", used_ids: [node_id] });
    const before = await listed(agent);
    expect(before).toMatchObject([{ wins: 2, used_ids: [node_id] }]);
    await agent.evict();
    expect(await listed(agent)).toEqual(before);
    await agent.drained();
    await agent.lose();
    expect(await listed(agent)).toEqual(before);
    expect(await found(agent)).toHaveLength(1);
  });

  it("[PW25] goes on with a run that was open when the object was evicted", async () => {
    const agent = await newAgent();
    must(await agent.perform("tellExperience", { run_id: "r", part: 0, prompt: PROMPT }));
    await agent.evict();
    const end = { run_id: "r", part: 1, answer: "Done.", end: { success: true } };
    expect(must(await agent.perform("tellExperience", end))).toMatchObject({ state: "stored" });
  });

  it("[PW26] travels with an export, and the runs that are open stay at home", async () => {
    const [one, other] = [await newAgent(), await newAgent()];
    await told(one, PROMPT);
    must(await one.perform("tellExperience", { run_id: "open", prompt: "a run that has not ended" }));
    const file = await exportOf(one);
    expect(file).not.toContain("a run that has not ended");
    expect(await importInto(other, file)).toMatchObject({ state: "done" });
    expect(await found(other)).toEqual(await found(one));
    expect(await found(one)).toHaveLength(1);
  });

  it("[PW27] makes room where too many are kept: the oldest of the lowest standing", async () => {
    const agent = await newAgent();
    const ids: string[] = [];
    for (const prompt of ["Paint the fence", "Feed the cat", "Call the pilot"])
      ids.push((await told(agent, prompt)).id as string);
    const result = await agent.write((draft) => {
      makeRoom(draft, 4);
      const untouched = experiencesIn(draft.graph);
      mark(draft, ids[1], "disputes", "e");
      makeRoom(draft, 3);
      const disputed = experiencesIn(draft.graph);
      makeRoom(draft, 2);
      return { untouched, disputed, oldest: experiencesIn(draft.graph) };
    });
    expect(must(result)).toEqual({ untouched: ids, disputed: [ids[0], ids[2]], oldest: [ids[2]] });
  });
});
