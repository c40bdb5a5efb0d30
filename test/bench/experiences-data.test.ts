// The tasks that past wins are measured with.

import { describe, expect, it } from "vitest";
import tasks from "../../bench/experiences/tasks.json" with { type: "json" };
import unrelated from "../../bench/experiences/unrelated.json" with { type: "json" };

const LANGUAGES = ["de", "en", "es", "fr", "ru", "zh"];

describe("the set of past wins", () => {
  it("[PW20] has ten tasks in other words and ten prompts about something else in each of six languages", () => {
    for (const set of [tasks, unrelated]) {
      const counts = new Map<string, number>();
      for (const { language } of set) counts.set(language, (counts.get(language) ?? 0) + 1);
      expect([...counts.keys()].sort()).toEqual(LANGUAGES);
      expect([...counts.values()]).toEqual(LANGUAGES.map(() => 10));
    }
    const texts = [
      ...tasks.flatMap(({ task, paraphrase }) => [task, paraphrase]),
      ...unrelated.map(({ prompt }) => prompt),
    ];
    expect(new Set(texts).size).toBe(180);
  });
});
