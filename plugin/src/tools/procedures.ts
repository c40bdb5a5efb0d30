// Tools of procedures: storing an ordered how-to, reading its steps before following them, and deciding a step by its
// rule and numbers, without a guess.

import * as z from "zod";
import { ClientError } from "../../../client/client-error.ts";
import { withoutSecrets } from "../../../durable/text/secrets.ts";
import { NodeId, text } from "../../../wire/fields.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { proposed } from "../capture/storing.ts";
import { sent } from "../queue/sending.ts";
import { type Tool, type ToolAnswer, tool } from "../tool.ts";

const Title = text(LIMITS.title);
const Id = NodeId.describe("Id from a recall or an earlier answer.");

const store = tool({
  name: "memory_procedure_store",
  label: "Store a procedure",
  description:
    "Remember an ordered how-to: a title, when it applies, and its steps. A step that depends on numbers can be a decision with a rule.",
  parameters: z.strictObject({
    title: Title,
    content: text(LIMITS.text).describe("What it is for and when it applies."),
    steps: z
      .array(
        z.strictObject({
          title: Title,
          content: text(LIMITS.text).describe(
            'What to do; of a decision its rule as JSON: {"description", "branches": [{"condition", "result"}], "default_branch"}.',
          ),
          isDecision: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(LIMITS.stepsPerProcedure),
    supersedes: NodeId.optional().describe("Id of the procedure whose place it takes."),
  }),
  effect: "writes",
  run({ title, content, steps, supersedes }, turn, plugin) {
    const request = {
      title: withoutSecrets(title),
      content: withoutSecrets(content),
      steps: steps.map((step) => ({
        title: withoutSecrets(step.title),
        content: withoutSecrets(step.content),
        kind: step.isDecision ? ("decision" as const) : ("step" as const),
      })),
      ...(supersedes !== undefined && { supersedes }),
    };
    return sent(plugin, turn, "storeProcedure", request, ({ id, status, version, step_ids, proposal }) => {
      if (proposal) return proposed(proposal);
      return {
        say:
          status === "duplicate"
            ? `This procedure is there already, id ${id}.`
            : `Stored as ${id}, version ${version}, with ${step_ids.length} steps.`,
        details: { stored: true, id, status, version, stepIds: step_ids },
      };
    });
  },
});

const read = tool({
  name: "memory_procedure_get",
  label: "Read a procedure",
  description: "Read a procedure with its steps in order. Do this before following one.",
  parameters: z.strictObject({ id: Id }),
  effect: "reads",
  async run({ id }, turn) {
    const procedure = await orNull(turn.call("procedureSteps", { id }));
    if (procedure === null) return nothingAt(id, "procedure");
    const { title, content, steps, version, superseded_by } = procedure;
    const newer = superseded_by === null ? "" : ` It was superseded by ${superseded_by}: read that one.`;
    return {
      say: `Procedure ${id}, version ${version}, ${steps.length} steps.${newer}`,
      memory: [
        `${title}: ${content}`,
        ...steps.map(
          ({ step, id: stepId, kind, title, content }) =>
            `Step ${step} [${kind}, id ${stepId}] ${title}: ${content}`,
        ),
      ],
      details: {
        found: true,
        procedureId: id,
        stepCount: steps.length,
        version,
        supersededBy: superseded_by,
      },
    };
  },
});

const evaluate = tool({
  name: "memory_decision_evaluate",
  label: "Decide a step",
  description:
    "Let a decision step of a procedure decide from numbers. Do this before acting on a decision step.",
  parameters: z.strictObject({
    id: Id,
    variables: z
      .record(text(LIMITS.ruleText), z.number())
      .describe("Numbers by their names, which are case sensitive."),
  }),
  effect: "reads",
  async run({ id, variables }, turn) {
    const decision = await orNull(turn.call("evaluate", { id, variables }));
    if (decision === null) return nothingAt(id, "decision");
    const { result, used_default, matched_condition, missing_variables } = decision;
    const because = used_default ? "No condition held, so this is the default." : "A condition held.";
    const missing =
      missing_variables.length === 0
        ? ""
        : ` ${missing_variables.length} variables of the rule were not given, so its branches that need them were passed over.`;
    return {
      say: `${because}${missing}`,
      memory: [
        `Result: ${result}`,
        ...(matched_condition === undefined ? [] : [`Condition: ${matched_condition}`]),
        ...(missing_variables.length === 0 ? [] : [`Not given: ${missing_variables.join(", ")}`]),
      ],
      details: {
        evaluated: true,
        usedDefault: used_default,
        missingVariables: missing_variables.length,
      },
    };
  },
});

export const PROCEDURE_TOOLS: readonly Tool[] = [store, read, evaluate];

/** Null for what is not there, or not for this agent. */
async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ClientError && error.code === "not_found") return null;
    throw error;
  }
}

function nothingAt(id: string, what: string): ToolAnswer {
  return { say: `There is no ${what} with this id.`, details: { found: false, id } };
}
