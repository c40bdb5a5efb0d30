// Tools of procedures: which there are, their steps in order, and what a decision says for given numbers.

import { entry } from "../fence.ts";
import { counted, tool } from "../tool.ts";

const list = tool({
  name: "list_procedures",
  title: "List procedures",
  description: "List the ordered how-tos that memory holds, each in its newest version.",
  endpoint: "procedures",
  takes: ["limit", "cursor"],
  tells: [
    "procedures[].id",
    "procedures[].version",
    "procedures[].steps",
    "procedures[].created_at",
    "procedures[].untrusted",
    "next_cursor",
  ],
  says: ({ procedures, next_cursor }) =>
    `${counted(procedures.length, "procedure", "procedures")}${next_cursor === null ? "" : ", and more with next_cursor"}.`,
  shows: ({ procedures }) =>
    procedures.map(({ id, title, version, steps }) =>
      entry(id, "procedure", title, [`version ${version}`, counted(steps, "step", "steps")]),
    ),
});

const steps = tool({
  name: "procedure_steps",
  title: "Read a procedure",
  description: "Read a procedure with its steps in order. Do this before following one.",
  endpoint: "procedureSteps",
  takes: ["id"],
  tells: ["id", "version", "superseded_by", "steps[].step", "steps[].id", "steps[].kind", "untrusted"],
  says: ({ version, steps, superseded_by }) =>
    `Version ${version}, ${counted(steps.length, "step", "steps")}.${superseded_by === null ? "" : " A newer version has taken its place: read that one."}`,
  shows: ({ id, title, content, steps }) => [
    entry(id, "procedure", `${title}\n${content}`),
    ...steps.map(({ step, id, kind, title, content }) =>
      entry(id, kind, `${title}\n${content}`, [`step ${step}`]),
    ),
  ],
});

const evaluate = tool({
  name: "evaluate_decision",
  title: "Evaluate a decision",
  description:
    "Let a decision step of a procedure decide from numbers, by its rule and without a guess. Do this before acting on a decision step.",
  endpoint: "evaluate",
  takes: ["id", "variables"],
  tells: ["id", "used_default", "citation", "malformed_branches", "untrusted"],
  says: ({ used_default, missing_variables: missing }) =>
    [
      used_default ? "No condition held, so this is the default." : "A condition held.",
      ...(missing.length > 0
        ? [
            `${counted(missing.length, "variable", "variables")} of the rule not given: branches that need them were passed over.`,
          ]
        : []),
    ].join(" "),
  shows: ({ id, result, matched_condition: condition, missing_variables: missing }) => [
    entry(id, "result", result),
    ...(condition === undefined ? [] : [entry(id, "condition", condition)]),
    ...(missing.length === 0 ? [] : [entry(id, "not given", missing.join("\n"))]),
  ],
});

export const PROCEDURE_TOOLS = [list, steps, evaluate];
