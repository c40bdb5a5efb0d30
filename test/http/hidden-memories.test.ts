// [HM] Memories that the sender may not see, at every endpoint: made from the table that the Worker mounts, so that none can be
// left out. What is sent names such a memory, resembles it, or is about questions that it answered for others.

import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { type Named, requestsNaming, unnamedFields } from "../support/naming-requests.ts";
import { ENDPOINT_NAMES, prepare, SAMPLE_NODE, sendTo } from "../support/samples.ts";
import { Story, type Told } from "../support/story.ts";

const OPEN = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].role !== "owner");
const OTHERS = ["reader", "agent", "reviewer"] as const;
const RANK = ["reader", "agent", "reviewer", "owner"];
const NOTHING = "memory::0123456789ab";
const QUESTION = "what is the alarm code of the boathouse on Skellig?";
const NEAR = "The alarm code of the boathouse on Skellig is 9920";

interface House {
  readonly agent: string;
  readonly tokens: Readonly<Record<(typeof OTHERS)[number], string>>;
  readonly writer: ReturnType<Story["memory"]>;
  readonly named: Named;
  /** Of what is hidden, with words that nobody else says. */
  readonly ids: readonly string[];
  readonly words: readonly string[];
}

/** An agent with hidden memories that were asked for, learned from, linked, used, changed, and taken back. */
async function built(story: Story): Promise<House> {
  const { name: agent } = await story.agent();
  const owner = story.memory(agent);
  await prepare(owner);
  const writer = story.memory(agent, (await story.token("agent")).token);
  const { revision } = await owner.info();
  const store = (content: string) => writer.storeMemory({ content, visibility: "private" });
  const first = await store("The alarm code of the boathouse on Skellig is 3117 medlar");
  const second = await writer.changeMemory({
    id: first.id,
    content: "The alarm code of the boathouse on Skellig is 4471 plum",
  });
  const sensitive = await owner.storeMemory({
    ...{ content: "The alarm code of the lighthouse on Skellig is 8812 quince", visibility: "sensitive" },
  });
  const open = await owner.storeMemory({ content: "The ferry to Skellig leaves at nine" });
  const closed = await owner.changeMemory({
    ...{ id: open.id, content: "The ferry to Skellig leaves at noon 6630 sloe", visibility: "private" },
  });
  const { query_id: query, fired } = await writer.query({ query: QUESTION, chat_id: "theirs" });
  expect(fired.map(({ id }) => id)).toContain(second.id);
  await owner.query({ query: "when does the ferry to Skellig leave?", chat_id: "theirs" });
  await writer.learn({ query_id: query, outcome: 1, wanted_ids: [second.id] });
  await writer.learn({ fired_ids: [SAMPLE_NODE, second.id], outcome: 1 });
  await writer.inject({ content: "The boathouse on Skellig has an alarm with a code" });
  await writer.tellExperience({
    ...{ run_id: "theirs", prompt: "open the boathouse on Skellig", answer: "It is open." },
    ...{ used_ids: [second.id, SAMPLE_NODE], query_ids: [query], end: { success: true } },
  });
  await writer.changeMemory({ id: second.id, confidence: 0.7 });
  const gone = await store("The alarm of the harbour office on Skellig is 2290 damson");
  await writer.undo({ event_id: gone.event_id as string });
  await writer.propose({ content: "The alarm code of the boathouse on Skellig is 7002" });
  const tokens = await Promise.all(OTHERS.map(async (role) => [role, (await story.token(role)).token]));
  return {
    agent,
    tokens: Object.fromEntries(tokens),
    writer,
    named: { id: second.id, query, chat: "theirs", revision, near: NEAR },
    ids: [first.id, second.id, sensitive.id, closed.id, gone.id],
    words: ["medlar", "plum", "quince", "sloe", "damson"],
  };
}

/** What a reply does with a name: where it stands, how the request was answered. */
function useOf({ status, text, error }: Told, id: string) {
  const called = (said: string) => said.replaceAll(id, "that").replaceAll(encodeURIComponent(id), "that");
  const places: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value === "string" && value.includes(id)) places.push(`${at} ${called(value)}`);
    if (typeof value !== "object" || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      const isNumber = /^\d+$/.test(field);
      look(inner, `${at}.${isNumber ? "#" : called(field)}`);
    }
  };
  if (status === 200 && text.startsWith("{")) look(JSON.parse(text), "");
  return { status, error: error && { code: error.code, message: called(error.message) }, places };
}

let story: Story;
let lasting: House;

beforeAll(async () => {
  story = await Story.begin();
  lasting = await built(story);
});

describe.each(OPEN)("%s", (name) => {
  it("[HM1] is asked for nodes in every way that it knows", () => {
    expect(unnamedFields(name, lasting.named), "add a request to test/support/naming-requests.ts").toEqual(
      [],
    );
  });

  it.each(OTHERS.filter((role) => RANK.indexOf(role) >= RANK.indexOf(ENDPOINTS[name].role)))(
    "[HM1] tells a %s nothing of a memory that it may not see",
    async (role) => {
      const house = ENDPOINTS[name].writes ? await built(story) : lasting;
      const { agent, tokens, named, ids, words } = house;
      const requests = requestsNaming(name, named);
      const ofNothing = requestsNaming(name, { ...named, id: NOTHING });
      for (const [place, request] of requests.entries()) {
        const sent = JSON.stringify(request);
        const other = await sendTo(name, ofNothing[place], agent, tokens[role]);
        const told = await sendTo(name, request, agent, tokens[role]);
        const silent = ids.filter((id) => !sent.includes(id));
        const heard = [...silent, ...words].filter((one) => told.text.includes(one));
        expect({ sent, heard, text: heard.length > 0 ? told.text : "" }).toEqual({
          sent,
          heard: [],
          text: "",
        });
        if (sent.includes(named.id))
          expect({ sent, ...useOf(told, named.id) }).toEqual({ sent, ...useOf(other, NOTHING) });
        expect(told.status, told.text).toBeLessThan(500);
      }
      await stands(house);
    },
  );
});

/** Its writer has it as it was: current, found, and kept down by nobody. */
async function stands({ writer, named: { id } }: House): Promise<void> {
  expect(await writer.memory(id)).toMatchObject({ is_current_version: true, confidence: 0.7 });
  const { incoming } = await writer.node(id);
  expect(incoming.filter(({ weight }) => weight < 0)).toEqual([]);
  const { fired } = await writer.query({ query: QUESTION });
  expect(fired.map((node) => node.id)).toContain(id);
}
