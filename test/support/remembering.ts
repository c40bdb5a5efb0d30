// What memories are tested with: an agent, its owner, and tokens of other roles in it.

import { expect } from "vitest";
import type { RequestOf } from "../../wire/endpoints.ts";
import { agentNamed } from "./agent-story.ts";
import { Story } from "./story.ts";

export const refused = (code: string) => expect.objectContaining({ code });

export async function begin() {
  const story = await Story.begin();
  const { id, name } = await story.agent();
  const memory = story.memory(name);
  const as = async (role: "reader" | "agent" | "reviewer") =>
    story.memory(name, (await story.token(role)).token);
  const object = agentNamed(id, "product");
  const store = (content: string, more: Partial<RequestOf<"storeMemory">> = {}) =>
    memory.storeMemory({ content, ...more });
  return { story, id, name, memory, as, object, store };
}
