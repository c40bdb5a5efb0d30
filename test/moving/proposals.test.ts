// Proposals in a file: what no agent would have made is refused, and so is what was erased where they arrive.

import { beforeAll, describe, expect, it } from "vitest";
import { digestOf } from "../../durable/text/digest.ts";
import { changed, exportOf, importInto, tablesIn } from "../support/moving.ts";
import { ReviewHouse } from "../support/review-house.ts";

const FACT = "The harbour crane is serviced every second Tuesday.";

let house: ReviewHouse;
let there: ReviewHouse;
let file: string;

beforeAll(async () => {
  house = await ReviewHouse.begin();
  there = await ReviewHouse.begin(house.story);
  await house.propose(FACT, { title: "Crane", source_prompt: "said so" });
  file = await exportOf(house.object);
});

function withCells(cells: Readonly<Record<string, string | number | null>>): string {
  const columns = tablesIn(file).proposals;
  return changed(file, (lines) => {
    const at = lines.findIndex((line) => Array.isArray(line) && line[0] === "proposals");
    const row = [...(lines[at] as (string | number | null)[])];
    for (const [column, value] of Object.entries(cells)) row[columns.indexOf(column) + 1] = value;
    return lines.with(at, row);
  });
}

describe("a file with a proposal", () => {
  it.each([
    ["of another text than its digests say", { content: "The crane is for sale." }, "content_hash"],
    ["of a text that nobody read", { content: "For sale.", content_hash: digestOf("For sale.") }, "digest"],
    ["with another prompt than was read", { source_prompt: "nothing" }, "digest"],
    ["with another title than was read", { payload: '{"title":"Sale"}' }, "digest"],
    ["with a payload that none has", { payload: '{"authority":"constitutional"}' }, "payload"],
    ["with a payload that is no JSON", { payload: "x" }, "payload"],
    ["with conflicts that are none", { conflicts: "{}" }, "conflicts"],
    ["in an unknown state", { status: "sure" }, "status"],
    ["of an unknown kind", { kind: "rumour" }, "kind"],
    ["with an impossible id", { id: "a/b" }, "id"],
    ["that is newer than new", { novelty: 2 }, "novelty"],
    ["without an author", { author: null }, "author"],
  ])("[RM58] %s is refused", async (_, cells, says) => {
    expect(await importInto(there.object, withCells(cells), { replace: true })).toMatchObject({
      code: "invalid_import",
      message: expect.stringContaining(says),
    });
    expect((await there.reviewer.proposals({ status: "any" })).proposals).toEqual([]);
  });

  it("[RM58] of what was erased there is refused, unless its owner takes it back", async () => {
    const { node_id } = await there.owner.inject({ content: FACT });
    await there.owner.erase({ node_ids: [node_id] });
    expect(await importInto(there.object, file, { replace: true })).toMatchObject({ code: "erased_before" });
    expect((await there.reviewer.proposals({ status: "any" })).proposals).toEqual([]);
  });
});
