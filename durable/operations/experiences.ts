// Reading experiences: which there are, newest first, and how they stand.

import type { ExperienceStatsReply, ExperiencesReply, ExperiencesRequest } from "../../wire/experiences.ts";
import { LIMITS } from "../../wire/limits.ts";
import { isKeptBack } from "../graph/structure.ts";
import { experiencesIn, toldExperience } from "./experience-nodes.ts";
import type { Memory, Operation } from "./memory.ts";
import { ordinalIn } from "./ordinal-cursor.ts";

const PAGE = 50;

export const experiences: Operation<ExperiencesRequest, ExperiencesReply> = {
  act({ graph, store, call }, { limit = PAGE, cursor }) {
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : ordinalIn(cursor, "experiences");
    const ordinal = (id: string) => graph.ordinals[graph.positionOf(id)];
    const left = experiencesIn(graph)
      .reverse()
      .filter((id) => ordinal(id) < before && !isKeptBack(graph, id));
    const page = left.slice(0, limit);
    return {
      experiences: page.flatMap((id) => toldOf({ graph, store }, id)),
      next_cursor: left.length > limit ? String(ordinal(page[limit - 1])) : null,
      total_ms: call.elapsed(),
    };
  },
};

export const experienceStats: Operation<Record<string, never>, ExperienceStatsReply> = {
  act({ graph, store, call }) {
    const shown = experiencesIn(graph).filter((id) => !isKeptBack(graph, id));
    const all = shown.flatMap((id) => toldOf({ graph, store }, id));
    const times = all.map(({ created_at: at }) => at);
    return {
      experiences: all.length,
      wins: all.reduce((sum, { wins }) => sum + wins, 0),
      disputed: all.filter(({ disputes }) => disputes > 0).length,
      open_runs: store.runs.open,
      oldest: all.length > 0 ? Math.min(...times) : null,
      newest: all.length > 0 ? Math.max(...times) : null,
      most: LIMITS.experiencesPerAgent,
      total_ms: call.elapsed(),
    };
  },
};

function toldOf({ graph, store }: Pick<Memory, "graph" | "store">, id: string) {
  const node = store.storedNode(id);
  return node ? [toldExperience(graph, node)] : [];
}

/** A cursor is the ordinal of the last experience of the page before. */
