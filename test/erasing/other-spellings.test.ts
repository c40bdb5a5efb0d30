// What was erased does not come back in another spelling either.

import { describe, expect, it } from "vitest";
import { digestOf } from "../../durable/text/digest.ts";
import { Erasable } from "../support/erasing.ts";

const RED = "The vault behind the red door opens with nineteen turns to the left.";
const BLUE = "The blue door of the museum squeaks when it rains on a Monday.";

const refused = (code: string) => expect.objectContaining({ code });

async function erased(): Promise<Erasable> {
  const agent = await Erasable.begin();
  const [red] = await agent.add(RED, BLUE);
  await agent.memory.erase({ node_ids: [red] });
  return agent;
}

describe("what was erased", () => {
  it.each([
    ["with other marks", RED.replace(".", "!!")],
    ["in another letter case", RED.toUpperCase()],
    ["with two spaces", RED.replaceAll(" ", "  ")],
    ["without its full stop", RED.replace(".", "")],
    ["with what nobody sees", RED.replace("red", "r\u200bed")],
    ["with its number in digits", RED.replace("nineteen", "19")],
  ])("[ER24] is refused %s too, and taken back so", async (_, text) => {
    const { memory } = await erased();
    const attempts = [
      () => memory.inject({ content: text }),
      () => memory.storeMemory({ content: text }),
      () => memory.propose({ content: text }),
      () => memory.correction({ content: text }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toEqual(refused("erased_before"));
    const files = [{ path: "doors.md", text }];
    expect((await memory.sync({ files })).skipped).toEqual([
      expect.objectContaining({ code: "erased_before" }),
    ]);
    await memory.inject({ content: text, override_erased: true });
    expect(await memory.inject({ id: "as it was", content: RED })).toMatchObject({ injected: true });
  });

  it("[ER24] is refused in another spelling after everything was erased, and by a tombstone of its text alone", async () => {
    const agent = await Erasable.begin();
    await agent.add(RED, BLUE);
    await agent.memory.erase({ agent: true });
    await expect(agent.memory.inject({ content: BLUE.toUpperCase() })).rejects.toEqual(
      refused("erased_before"),
    );
    await agent.object.inside(({ sql }) => {
      sql.exec("delete from tombstones where content_hash <> ?", digestOf(RED));
    });
    await expect(agent.memory.inject({ content: RED })).rejects.toEqual(refused("erased_before"));
    expect(await agent.memory.inject({ content: `${RED}!` })).toMatchObject({ injected: true });
    expect(await agent.memory.inject({ content: `${RED.slice(0, -1)}?` })).toMatchObject({
      injected: true,
    });
  });

  it("[ER24] leaves what was in memory in another spelling, and the file that says it", async () => {
    const agent = await Erasable.begin();
    const files = [{ path: "doors.md", text: RED.toUpperCase() }];
    await agent.memory.sync({ files });
    const [red] = await agent.add(RED);
    await agent.memory.erase({ node_ids: [red] });
    expect(await agent.memory.sync({ files })).toMatchObject({ skipped: [], nodes_unchanged: 1 });
    await expect(agent.memory.inject({ content: `${RED}!` })).rejects.toEqual(refused("erased_before"));
  });
});
