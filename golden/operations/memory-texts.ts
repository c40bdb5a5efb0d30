// Golden operations of what is said: sorts of memories, budgets, escapes, turns, answers of models, measures, times.

import {
  type Mentioned,
  mentioned,
  resolvedEntity,
  resolvedFact,
} from "../../durable/graph/memories/resolving.ts";
import { answerMetrics } from "../../durable/text/answer-metrics.ts";
import { withConflictNotes } from "../../durable/text/conflict-notes.ts";
import { deniesFact, significantWords } from "../../durable/text/exclusive-relations.ts";
import { memoryTypeOf } from "../../durable/text/memory-type.ts";
import {
  entitiesIn,
  factsIn,
  factVerdictIn,
  isTightRace,
  memoriesIn,
  reordered,
  sameEntityIn,
  verdictIn,
} from "../../durable/text/model-answers.ts";
import { promptEscaped } from "../../durable/text/prompt-escape.ts";
import { relationOf } from "../../durable/text/relations.ts";
import { fitting, tokensOf, truncated } from "../../durable/text/token-budget.ts";
import { isWorthCapturing, TURN_QUALITY } from "../../durable/text/turn-quality.ts";
import { durationOf, instantOf, timeOf } from "../../wire/times.ts";
import type { GoldenOperation } from "../cases.ts";
import type { Row } from "./memory-rows.ts";

const OFFERED = 10;
const ERROR = { error: true };

const classify: GoldenOperation = ({ content }: Row) => ({ type: memoryTypeOf(content) });
const format: GoldenOperation = ({ memories, budget }: Row) => {
  const { places, context, tokens } = fitting(memories, budget);
  return { context, memory_count: places.length, tokens_used: tokens };
};
const memories: GoldenOperation = ({ response }: Row) => {
  const said = memoriesIn(response);
  return said ? { memories: said, type: said[0]?.type } : ERROR;
};

const facts: GoldenOperation = ({ response, known_entities, llm_fails }: Row) => {
  if (known_entities.length === 0) return { facts: [], llm_calls: 0 };
  const said = llm_fails ? [] : factsIn(response, known_entities);
  if (!said) return { ...ERROR, llm_calls: 1 };
  const time = (text: string | null) => shown(text === null ? null : instantOf(text));
  const rows = said.map(({ validAt, invalidAt, relation, ...fact }) => {
    return { ...fact, relation_type: relation, valid_at: time(validAt), invalid_at: time(invalidAt) };
  });
  return { facts: rows, llm_calls: 1, valid_at: rows[0]?.valid_at };
};
const predicate: GoldenOperation = ({ content, relation, fact }: Row) => ({
  conflict: deniesFact(content, relation, fact),
  significant_words: significantWords(fact),
});

export const MEMORY_TEXTS: Readonly<Record<string, GoldenOperation>> = {
  classifier: classify,
  "reference-flaws/classify": classify,

  "tokens/estimate": ({ text }: Row) => ({ tokens: tokensOf(text) }),
  "tokens/truncate": ({ text, budget }: Row) => ({ text: truncated(text, budget) }),
  "tokens/format": format,
  "reference-flaws/format": format,
  "reference-flaws/truncate": ({ text, budget }: Row) => {
    const cut = truncated(text, budget);
    const kept = cut.replace(/\.\.\.$/, "");
    return { ends_with_broken_character: !cut.isWellFormed() || !text.startsWith(kept) };
  },
  // At least one token a character: what is above that is free.
  "reference-flaws/estimate": ({ text }: Row) => ({ at_least: Math.min(tokensOf(text), [...text].length) }),

  escape: ({ text }: Row) => ({ escaped: promptEscaped(text) }),

  quality({ user, assistant, ...own }: Row) {
    const settings = {
      leastUser: own.min_user_message_length ?? TURN_QUALITY.leastUser,
      leastAssistant: own.min_assistant_message_length ?? TURN_QUALITY.leastAssistant,
      blocked: own.blocklist_patterns ?? TURN_QUALITY.blocked,
    };
    return { capture: isWorthCapturing(user, assistant, settings) };
  },

  "rerank/gate": ({ scores, threshold }: Row) => ({ rerank: isTightRace(scores, threshold) }),
  "rerank/apply"({ ids, response, max_candidates, llm_fails }: Row) {
    const most = max_candidates || OFFERED;
    const offered = llm_fails ? ids.slice(0, most) : reordered(ids.slice(0, most), response);
    return { order: [...offered, ...ids.slice(most)] };
  },

  "conflicts/annotate": ({ results, budget }: Row) => ({
    text: withConflictNotes(
      results.map(({ id, content, conflict_group_id, conflict_status }: Row) => {
        return { id, content, dispute: conflict_status === "active" ? conflict_group_id : "" };
      }),
      budget,
    ),
  }),
  "conflicts/verdict"({ candidate_ids, response, llm_fails }: Row) {
    const calls = candidate_ids.length > 0 ? 1 : 0;
    const { contradicts, id } = verdictIn(calls === 0 || llm_fails ? "" : response, candidate_ids);
    return { contradicts, contradicted_id: id ?? "", llm_calls: calls };
  },

  "model-json/memories": memories,
  "reference-flaws/memories": memories,
  "model-json/entities"({ response, llm_fails }: Row) {
    const said = llm_fails ? [] : entitiesIn(response);
    return said ? { entities: said } : ERROR;
  },
  "model-json/facts": facts,
  "reference-flaws/facts": facts,
  "model-json/relation": ({ raw }: Row) => ({ label: relationOf(raw) }),

  "resolution/entity"({ new: fresh, candidates, threshold, llm_fails, llm_response }: Row) {
    const offered = candidates.map(({ id }: Row) => id);
    const model = modelOf(llm_fails, llm_response);
    const id = resolvedEntity(fresh, candidates, threshold, () => sameEntityIn(model.ask(), offered));
    return { is_new: id === null, resolved_id: id ?? "NEW", llm_calls: model.calls() };
  },
  "resolution/fact"({ new: fresh, existing, llm_fails, llm_response }: Row) {
    const model = modelOf(llm_fails, llm_response);
    const outcome = resolvedFact(fresh, existing, () => factVerdictIn(model.ask(), existing.length));
    return { ...outcome, llm_calls: model.calls() };
  },
  "reference-flaws/entity_upsert"({ mentions }: Row) {
    const known = mentions.reduce((all: Mentioned[], one: Row) => mentioned(all, one), []);
    return { memory_ids: known.flatMap(({ memoryIds }: Mentioned) => memoryIds) };
  },

  "contradiction/predicate": predicate,
  "reference-flaws/predicate": predicate,

  "eval-metrics"({ memories, ground_truth, k }: Row) {
    const { best, exactMatch, f1, recalledAtK } = answerMetrics(memories, ground_truth, k);
    return { best, exact_match: exactMatch, f1, recalled_at_k: recalledAtK };
  },
  "reference-flaws/eval": ({ memories, ground_truth }: Row) => ({
    exact_match: answerMetrics(memories, ground_truth, 1).exactMatch,
  }),

  "cursors-and-times/duration"({ text }: Row) {
    const ms = durationOf(text);
    return ms === null ? ERROR : { seconds: ms / 1000 };
  },
  "cursors-and-times/time"({ text, end_of_day, now }: Row) {
    const time = timeOf(text, Date.parse(now), end_of_day);
    return time === null ? ERROR : { time: shown(time) };
  },
};

/** A model of a case, which says one thing, fails, or is not there. */
function modelOf(fails: boolean, response: string | undefined) {
  let calls = 0;
  return {
    calls: () => calls,
    ask() {
      if (response !== undefined || fails) calls++;
      return fails ? "" : (response ?? "");
    },
  };
}

function shown(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString().replace(".000Z", "Z");
}
