// Learn: says how a walk went, so that its routes are followed more or less from now on.

import type { LearnReply, LearnRequest } from "../../wire/learning.ts";
import { learnReply } from "./feedback.ts";
import type { Operation } from "./memory.ts";
import { learnFromWalk } from "./teaching.ts";
import { walkOf, walkOfIds } from "./walk-of.ts";

export const learn: Operation<LearnRequest, LearnReply> = {
  act(work, request) {
    const walk = walkOf(work.store, request) ?? walkOfIds([]);
    const outcomes = request.outcomes && new Map(Object.entries(request.outcomes));
    return learnReply(work, learnFromWalk(work, walk, request.outcome, outcomes));
  },
};
