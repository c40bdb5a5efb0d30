// What a language model is shown of a memory that not everybody may see: nothing.

import { expect, it } from "vitest";
import { HELPS, QUESTION, REACHED, TeacherHouse } from "../support/teacher-house.ts";

it.each(["private", "shared"] as const)("[HM4] a teacher is asked about a %s memory", async (visibility) => {
  const house = await TeacherHouse.begin({ question: "" });
  const content = "deploys of the crypt are approved by medlar";
  await house.perform("storeMemory", { content, visibility });
  house.link(REACHED, content, 0.45);
  house.link(content, HELPS, 0.45);
  const { fired } = await house.perform("query", { query: QUESTION });
  expect(fired.map(({ text }) => text)).toContain(content);
  await house.teach();
  const prompts = house.model.prompts.map(({ prompt }) => prompt);
  expect(prompts.some((prompt) => prompt.includes(REACHED))).toBe(true);
  expect(prompts.some((prompt) => prompt.includes("medlar"))).toBe(visibility === "shared");
});
