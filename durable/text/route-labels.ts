// A language model's verdict on routes: which targets it would choose, or a score for each.
// Scores win over choices; what is not on offer, or not a number, is dropped.

import { jsonIn } from "./extract-json.ts";
import { isBlank } from "./lines.ts";

/** Scores −1…1 by target; empty when the reply can't be read. */
export function labelsIn(reply: string, offered: ReadonlySet<string>): Map<string, number> {
  const labels = new Map<string, number>();
  const verdict = jsonIn(reply);
  if (typeof verdict !== "object" || verdict === null) return labels;
  const { scores, choose } = verdict as { scores?: unknown; choose?: unknown };
  if (typeof scores === "object" && scores !== null) {
    for (const [id, score] of Object.entries(scores)) {
      const number = numberIn(score);
      if (offered.has(id) && Number.isFinite(number)) labels.set(id, Math.min(1, Math.max(-1, number)));
    }
  }
  for (const id of Array.isArray(choose) ? choose : []) {
    if (offered.has(id) && !labels.has(id)) labels.set(id, 1);
  }
  return labels;
}

function numberIn(score: unknown): number {
  if (typeof score === "string") return isBlank(score) ? Number.NaN : Number(score);
  return typeof score === "number" ? score : Number.NaN;
}
