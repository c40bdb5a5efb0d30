// An agent that lives at random, and what its memory was after each change.

import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import type { Agent } from "./agent-story.ts";
import { addNote, EDGE, remembered } from "./lived-agent.ts";

/** What is so after each number. */
export type Chronicle = Map<number, unknown>;

export async function revisionOf(agent: Agent): Promise<number> {
  return agent.inside(({ sql }) =>
    Number(sql.exec("select value from state where name = 'revision'").one().value),
  );
}

/** Random changes that add, weigh, cut, relate and remove; some numbers change a row twice, some nothing to restore. */
export async function liveAtRandom(agent: Agent, seed: number, writes: number): Promise<Chronicle> {
  const chance = new MersenneTwister(seed);
  const chronicle: Chronicle = new Map();
  const below = (count: number) => Math.floor(chance.next() * count);
  const note = () => `n${below(8)}`;
  for (let index = 0; index < writes; index++) {
    await agent.write((draft, { store, call }) => {
      for (let times = below(4); times >= 0; times--) {
        const [source, target, kind] = [note(), note(), below(6)];
        const edge = draft.graph.edgeOf(source, target);
        if (kind < 2 || !draft.graph.has(source)) addNote(draft, source, target, chance.next());
        else if (kind === 2) draft.removeNode(source);
        else if (kind === 3) draft.setStop(draft.graph.positionOf(source), chance.next() / 3);
        else if (edge >= 0 && kind === 4) draft.cutEdge(edge);
        else if (edge >= 0) {
          draft.weigh(edge, chance.next() * 10 ** -below(17));
          if (below(2)) draft.relate(edge, chance.next() / 7);
          else draft.putEdge({ ...EDGE, source, target, weight: chance.next(), metadata: { by: index } });
        }
      }
      if (below(3) === 0) store.setSetting("half_life", chance.next());
      if (below(3) === 0) store.record("learn", { index }, { at: call.now, author: call.author });
    });
    chronicle.set(await revisionOf(agent), await remembered(agent));
    if (below(4) === 0) await agent.ring();
  }
  await agent.drained();
  return chronicle;
}
