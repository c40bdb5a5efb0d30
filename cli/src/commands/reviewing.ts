// Commands about reviewed memory, procedures and claims.

import { ROLES, type Role } from "../../../wire/directory.ts";
import { DIRECTORY_ENDPOINTS } from "../../../wire/directory-endpoints.ts";
import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";

import { type Command, command, type Field } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";
import { brief, indented, percent, table, time } from "../readable.ts";
import { more } from "./asking.ts";

type Proposal = ReplyOf<"proposals">["proposals"][number];

const ID: Field = { name: "id", type: "text", description: "id of the proposal" };
const DIGEST: Field = {
  name: "digest",
  type: "text",
  description: "Of the proposal as it was read; default: as it is now.",
};
const NEW_TEXT: readonly Field[] = [
  { name: "content", type: "text", description: "What is to be remembered instead." },
  { name: "title", type: "text", description: "Its title." },
];

const yesOrNo = (name: string, description: string): Field => ({
  ...{ name, type: "text", description },
  choices: ["yes", "no"],
});
const leastRole = (name: string, description: string): Field => ({
  ...{ name, type: "text", description },
  choices: ROLES,
});

export const REVIEWING: readonly Command[] = [
  endpoint(ENDPOINTS.propose, {
    name: "proposal add",
    group: "review",
    arguments: ["content"],
    call: ({ memory }, request) => memory.propose(request),
  }),
  endpoint(ENDPOINTS.proposals, {
    name: "proposal list",
    group: "review",
    call: ({ memory }, request) => memory.proposals(request),
    text: ({ proposals, next_cursor }) => [proposalTable(proposals), ...more(next_cursor)].join("\n"),
  }),
  endpoint(ENDPOINTS.proposal, {
    name: "proposal show",
    group: "review",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.proposal(id),
  }),
  command({
    name: "proposal revise",
    group: "review",
    summary: ENDPOINTS.revise.summary,
    arguments: [ID],
    options: [...NEW_TEXT, DIGEST],
    run: async (session, values) =>
      session.memory.revise({ ...values, ...(await asRead(session.memory, values)) } as never),
  }),
  command({
    name: "proposal approve",
    group: "review",
    summary: ENDPOINTS.approve.summary,
    arguments: [ID],
    options: [...NEW_TEXT, DIGEST],
    run: async (session, values) =>
      session.memory.approve({ ...values, ...(await asRead(session.memory, values)) } as never),
  }),
  endpoint(ENDPOINTS.reject, {
    name: "proposal reject",
    group: "review",
    arguments: ["id"],
    call: ({ memory }, request) => memory.reject(request),
  }),
  endpoint(DIRECTORY_ENDPOINTS.review, {
    name: "proposal queue",
    group: "review",
    without: ["agent"],
    options: [{ name: "of_agent", type: "text", description: "Only of this agent." }],
    fill: ({ of_agent }) => (of_agent === undefined ? {} : { agent: of_agent }),
    call: ({ directory }, request) => directory.review(request),
    text: ({ proposals, next_cursor }) => [proposalTable(proposals), ...more(next_cursor)].join("\n"),
  }),
  endpoint(ENDPOINTS.quarantine, {
    name: "quarantine list",
    group: "review",
    call: ({ memory }, request) => memory.quarantine(request),
    text: ({ quarantined, count, next_cursor }) =>
      [
        `${count} kept back`,
        table(
          ["id", "since", "reasons", "text"],
          quarantined.map(({ id, at, reasons, text }) => [id, time(at), reasons.join(","), brief(text)]),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  endpoint(ENDPOINTS.release, {
    name: "quarantine release",
    group: "review",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.release(id),
  }),
  endpoint(ENDPOINTS.discard, {
    name: "quarantine discard",
    group: "review",
    arguments: ["id"],
    destroys: () => "What is erased is gone for good.",
    call: ({ memory }, { id }) => memory.discard(id),
  }),
  endpoint(ENDPOINTS.policy, {
    name: "policy show",
    group: "review",
    call: ({ memory }) => memory.policy(),
  }),
  command({
    name: "policy set",
    group: "review",
    summary: ENDPOINTS.setPolicy.summary,
    options: [
      {
        name: "capture",
        type: "text",
        description: "What anybody but an owner adds.",
        choices: ["direct", "proposal"],
      },
      yesOrNo("self_approval", "Whether a reviewer may approve what it proposed itself."),
      leastRole("personal_data", "The least role that reads personal data; default agent."),
      leastRole("secrets", "The least role that reads keys, tokens and passwords; default owner."),
      yesOrNo("model_check", "Whether a language model looks at what the screen lets pass, later."),
    ],
    run: ({ memory }, { capture, self_approval, personal_data, secrets, model_check }) =>
      memory.setPolicy({
        capture: capture as "direct" | undefined,
        personal_data: personal_data as Role | undefined,
        secrets: secrets as Role | undefined,
        ...(self_approval !== undefined && { self_approval: self_approval === "yes" }),
        ...(model_check !== undefined && { model_check: model_check === "yes" }),
      }),
  }),
  endpoint(ENDPOINTS.storeProcedure, {
    name: "procedure add",
    group: "procedures",
    call: ({ memory }, request) => memory.storeProcedure(request),
  }),
  endpoint(ENDPOINTS.procedures, {
    name: "procedure list",
    group: "procedures",
    call: ({ memory }, request) => memory.procedures(request),
    text: ({ procedures, next_cursor }) =>
      [
        table(
          ["id", "version", "steps", "title"],
          procedures.map(({ id, version, steps, title }) => [id, String(version), String(steps), title]),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  endpoint(ENDPOINTS.procedureSteps, {
    name: "procedure show",
    group: "procedures",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.procedureSteps(id),
    text: ({ title, version, superseded_by, content, steps }) =>
      [
        `${title}  (version ${version}${superseded_by === null ? "" : `, superseded by ${superseded_by}`})`,
        content,
        ...steps.map((step) =>
          [
            `${step.step}. ${step.title}${step.kind === "decision" ? "  (decision)" : ""}  ${step.id}`,
            indented(step.content),
          ].join("\n"),
        ),
      ].join("\n\n"),
  }),
  endpoint(ENDPOINTS.evaluate, {
    name: "procedure decide",
    group: "procedures",
    arguments: ["id", "variables"],
    call: ({ memory }, request) => memory.evaluate(request),
  }),
  endpoint(ENDPOINTS.verify, {
    name: "verify",
    group: "procedures",
    call: ({ memory }, request) => memory.verify(request),
  }),
];

/** The digest that was given, or that of the proposal as it is. */
async function asRead(
  memory: { proposal(id: string): Promise<ReplyOf<"proposal">> },
  { id, digest }: Readonly<Record<string, unknown>>,
): Promise<{ readonly digest: string }> {
  return { digest: (digest as string) ?? (await memory.proposal(id as string)).proposal.digest };
}

function proposalTable(proposals: readonly (Proposal & { readonly agent?: string })[]): string {
  const hasAgent = proposals.some(({ agent }) => agent !== undefined);
  return table(
    ["id", ...(hasAgent ? ["agent"] : []), "state", "kind", "new", "proposed", "text"],
    proposals.map((one) => [
      one.id,
      ...(hasAgent ? [one.agent ?? ""] : []),
      one.status,
      one.kind,
      percent(one.novelty),
      time(one.created_at),
      brief(one.title ?? one.content),
    ]),
  );
}
