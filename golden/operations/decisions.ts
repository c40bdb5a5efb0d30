// Golden operations of decisions and of what is said word by word: conditions, rules, claims, and text without reasoning.

import { verified } from "../../durable/text/claim.ts";
import { conditionOf, decide, isFlaw, ruleOf } from "../../durable/text/decision-rule.ts";
import { withoutReasoning } from "../../durable/text/reasoning.ts";
import { ERROR_STATUS } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { GoldenOperation } from "../cases.ts";

export const DECISIONS: Readonly<Record<string, GoldenOperation>> = {
  "decision-condition": ({ condition }: { condition: string }) => conditionOf(condition),

  "decision-evaluate"({ content, variables }: { content: string; variables: Record<string, number> }) {
    const rule = ruleOf(content, LIMITS);
    if (isFlaw(rule)) {
      const error = "decision_rule_malformed";
      return { error, status: ERROR_STATUS[error] };
    }
    const { result, usedDefault, matchedCondition, citation } = decide(
      rule,
      new Map(Object.entries(variables)),
    );
    return {
      result,
      used_default: usedDefault,
      ...(matchedCondition !== null && { matched_condition: matchedCondition }),
      ...(citation !== null && { citation }),
    };
  },

  /** What the reference calls supported is here a verbatim match. */
  "verify-span"({ content, claim }: { content: string; claim: string }) {
    const { match, occurrences } = verified(content, claim);
    const supported = match === "verbatim";
    return {
      supported,
      decision: supported ? "supported" : "unsupported_claim",
      match_ranges: supported ? occurrences.map(({ start, end }) => [start, end]) : [],
    };
  },

  "strip-reasoning": ({ text }: { text: string }) => withoutReasoning(text),
};
