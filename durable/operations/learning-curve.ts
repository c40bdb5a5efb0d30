// The learning curve: how many questions were asked and answered, and how many answers were judged useful, day by day.
// Numbers of the journal, and no text of anything.

import type { LearningCurveReply, LearningCurveRequest } from "../../wire/reading.ts";
import type { Operation } from "./memory.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS = 30;

export const learningCurve: Operation<LearningCurveRequest, LearningCurveReply> = {
  act({ store, call }, { days = DAYS }) {
    const today = Math.floor(call.now / DAY_MS);
    const { counted, since } = store.verdictsByDay((today - days + 1) * DAY_MS);
    return {
      days: counted.map(({ day, ...counts }) => ({
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        ...counts,
      })),
      since,
      total_ms: call.elapsed(),
    };
  },
};
