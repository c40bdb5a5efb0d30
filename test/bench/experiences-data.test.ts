// The tasks that past wins are measured with.

import { describe, expect, it } from "vitest";
import tasks from "../../bench/experiences/tasks.json" with { type: "json" };
import unrelated from "../../bench/experiences/unrelated.json" with { type: "json" };
import unseen from "../../bench/experiences/unseen.json" with { type: "json" };

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

  it("[PW20] shares no sentence with the unseen set, which has four of each in each language", () => {
    const known = new Set([
      ...tasks.flatMap(({ task, paraphrase }) => [task, paraphrase]),
      ...unrelated.map(({ prompt }) => prompt),
    ]);
    for (const language of LANGUAGES) {
      expect(unseen.tasks.filter((one) => one.language === language)).toHaveLength(4);
      expect(unseen.unrelated.filter((one) => one.language === language)).toHaveLength(4);
    }
    const texts = [
      ...unseen.tasks.flatMap(({ task, paraphrase }) => [task, paraphrase]),
      ...unseen.unrelated.map(({ prompt }) => prompt),
    ];
    expect(texts.filter((text) => known.has(text))).toEqual([]);
  });
});
