// Evaluate: what a decision says for given numbers. Only the newest version of a procedure decides.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { EvaluateReply, EvaluateRequest } from "../../wire/procedures.ts";
import { isKeptBack } from "../graph/structure.ts";
import { decide, isFlaw, ruleOf } from "../text/decision-rule.ts";
import type { Operation } from "./memory.ts";
import { malformedRule, partOf, supersededBy } from "./procedure-nodes.ts";

export const evaluate: Operation<EvaluateRequest, EvaluateReply> = {
  act({ graph, store, call }, { id, variables }) {
    const node = graph.has(id) && !isKeptBack(graph, id) ? store.storedNode(id) : undefined;
    if (node?.kind !== "decision") {
      throw new Refusal(
        "not_found",
        `there is no decision ${id}: the steps of a procedure name its decisions`,
      );
    }
    const newest = supersededBy(graph, id);
    if (newest !== null) {
      throw new Refusal(
        "superseded",
        `${id} belongs to an earlier version: read the steps of ${newest}, and evaluate its decision`,
        { superseded_by: newest },
      );
    }
    const rule = ruleOf(partOf(node).content, LIMITS);
    if (isFlaw(rule)) throw malformedRule(rule);
    const verdict = decide(rule, new Map(Object.entries(variables)));
    const { matchedCondition, citation } = verdict;
    return {
      id,
      result: verdict.result,
      used_default: verdict.usedDefault,
      ...(matchedCondition !== null && { matched_condition: matchedCondition }),
      ...(citation !== null && { citation }),
      missing_variables: [...verdict.missingVariables],
      malformed_branches: [...verdict.malformedBranches],
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};
