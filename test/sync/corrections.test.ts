// A sync and the corrections of its chunks: an edit lifts a suppression only where it puts the fact right.

import { beforeEach, describe, expect, it } from "vitest";
import { nodeRecord } from "../support/small-graph.ts";
import { WorkspaceMemory } from "../support/workspace-memory.ts";

const section = (name: string, body = `about ${name.toLowerCase()}`) => `## ${name}\n${body}`;
const file = (...sections: string[]) => sections.join("\n\n");
const [A, D] = [section("A"), section("D")];

let house: WorkspaceMemory;

beforeEach(() => {
  house = new WorkspaceMemory();
});

describe("a correction of a chunk", () => {
  const RIGHT = "The staging port is 9090.";
  const chunk = (fact: string, rest = "Restart the proxy after a deploy and wait for the green light.") =>
    section("Ports", `${fact} ${rest}`);
  const stale = chunk("The staging port is 8080.");

  beforeEach(async () => {
    await house.sync({ "a.md": file(A, stale) });
    const [vector] = await house.memory.embedder.embed([RIGHT], "document");
    house.change((draft) => {
      draft.putNode(nodeRecord("correction::1", { kind: "correction", text: RIGHT }));
      draft.putVector("correction::1", vector);
    });
    house.link(RIGHT, stale, -0.5, "inhibitory");
    house.link(stale, RIGHT, 0.6, "cross_file");
  });

  const edgesOf = (text: string) => [house.weight(RIGHT, text), house.weight(text, RIGHT)];

  it("[SY9] follows the text where it moves", async () => {
    expect(await house.sync({ "a.md": file(D, A, stale) })).toMatchObject({ corrections_lifted: 0 });
    expect(edgesOf(stale)).toEqual([-0.5, 0.6]);
  });

  it("[SY9] stays when something else in the chunk is edited, and when that is taken back", async () => {
    const edited = chunk(
      "The staging port is 8080.",
      "Restart the proxy after each deploy, wait for green lights.",
    );
    for (const text of [edited, stale, edited, stale]) {
      expect(await house.sync({ "a.md": file(A, text) })).toMatchObject({ corrections_lifted: 0 });
      expect(edgesOf(text)).toEqual([-0.5, 0.6]);
      expect(house.mindAndDisk()[0]).toEqual(house.mindAndDisk()[1]);
    }
  });

  it("[SY9] stays when the text goes further away and only comes back", async () => {
    const longer = `${stale}\nNobody knows what lunch costs on Fridays in the canteen.`;
    for (const text of [longer, stale]) {
      expect((await house.sync({ "a.md": file(A, text) })).corrections_lifted).toBe(0);
    }
    expect(edgesOf(stale)).toEqual([-0.5, 0.6]);
  });

  it("[SY9] is lifted and counted when the fact is put right, also where the chunk moves", async () => {
    const right = chunk(RIGHT);
    expect(await house.sync({ "a.md": file(D, A, right) })).toMatchObject({ corrections_lifted: 1 });
    expect(edgesOf(right)).toEqual([null, 0.6]);
    expect(house.mindAndDisk()[0]).toEqual(house.mindAndDisk()[1]);
  });
});
