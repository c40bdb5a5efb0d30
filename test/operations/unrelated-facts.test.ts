// [LA] Many facts of one thing, over HTTP in the real object: what only mentions it retires none of them, in both homes; another value of
// one replaces that one, says so, and is taken back by one call.

import { describe, expect, it } from "vitest";
import { PROJECTS } from "../support/look-alikes/projects.ts";
import { begin } from "../support/remembering.ts";

/** As a store on purpose compares, and as one that takes half a likeness for sameness. */
const COMPARED = { usually: {}, loosely: { dedup_threshold: 0.75 } };

describe.each(Object.entries(PROJECTS))(
  "facts of a project in %s",
  (_language, { facts, mentions, changed }) => {
    it.each(Object.entries(COMPARED))(
      "[LA4] all stay current beside what only mentions it, compared %s",
      async (_how, more) => {
        const { store, memory, object } = await begin();
        for (const fact of [...facts, ...mentions]) {
          expect(await store(fact, more), fact).toMatchObject({
            ...{ status: "created", supersedes: null, conflicts_with: [] },
          });
        }
        await memory.runLifecycle({});
        await object.drained();
        await object.lose();
        const { memories } = await memory.memories({ limit: 200 });
        expect(memories.map(({ content }) => content).sort()).toEqual([...facts, ...mentions].sort());
        expect(memories.every((one) => one.is_current_version && one.conflict_status === null)).toBe(true);
      },
    );

    it("[LA4] lose one to another value of it, which the reply names and one call brings back", async () => {
      const { store, memory } = await begin();
      for (const fact of facts) await store(fact);
      const before = await memory.memories({ limit: 200 });
      const old = before.memories.find(({ content }) => content === changed.from);
      const newer = await store(changed.to, { dedup_threshold: 0.5 });
      expect(newer).toMatchObject({ status: "new_version", supersedes: old?.id });
      const after = await memory.memories({ limit: 200 });
      expect(after.memories.map(({ content }) => content).sort()).toEqual(
        [...facts.filter((fact) => fact !== changed.from), changed.to].sort(),
      );
      await memory.undo({ event_id: newer.event_id as string });
      expect((await memory.memories({ limit: 200 })).memories).toEqual(before.memories);
    });
  },
);
