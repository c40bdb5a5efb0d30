// Commands that ask and read.

import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";
import { NEWEST } from "../../../wire/explaining.ts";
import { type Command, command, type Field } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";
import { brief, indented, percent, readable, table, time } from "../readable.ts";
import { type Ink, json } from "../terminal.ts";

const QUESTION: Field = {
  name: "id",
  type: "text",
  description: "query_id of the question; default the newest",
};

export const ASKING: readonly Command[] = [
  endpoint(ENDPOINTS.query, {
    name: "query",
    group: "ask",
    arguments: ["query"],
    call: ({ memory }, request) => memory.query(request),
    text: answer,
  }),
  command({
    name: "explain",
    group: "ask",
    summary: ENDPOINTS.explain.summary,
    arguments: [{ ...QUESTION, required: false }],
    run: ({ memory }, { id }) => memory.explain(id as string | undefined),
    text: explanation,
  }),
  command({
    name: "why-not",
    group: "ask",
    summary: ENDPOINTS.whyNot.summary,
    arguments: [{ name: "node", type: "text", description: "id of the node" }],
    options: [{ ...QUESTION, name: "query_id" }],
    run: ({ memory }, { node, query_id }) => memory.whyNot((query_id as string) ?? NEWEST, node as string),
    text: (reply) => [`${reply.code}: ${reply.because}`, readable(reply)].join("\n\n"),
  }),
  endpoint(ENDPOINTS.node, {
    name: "node show",
    group: "ask",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.node(id),
  }),
  endpoint(ENDPOINTS.edit, {
    name: "node edit",
    group: "learn",
    arguments: ["id"],
    options: [{ name: "if_match", type: "text", description: "etag of the node as it was read" }],
    call: ({ memory }, request, { if_match }) =>
      memory.edit(request, { ifMatch: if_match as string | undefined }),
  }),
  endpoint(ENDPOINTS.entity, {
    name: "graph name",
    group: "ask",
    arguments: ["name"],
    call: ({ memory }, request) => memory.entity(request),
  }),
  endpoint(ENDPOINTS.graph, {
    name: "graph list",
    group: "ask",
    call: ({ memory }, request) => memory.graph(request),
  }),
  endpoint(ENDPOINTS.traverse, {
    name: "graph reach",
    group: "ask",
    arguments: ["start"],
    call: ({ memory }, request) => memory.traverse(request),
  }),
  endpoint(ENDPOINTS.journal, {
    name: "journal",
    group: "ask",
    call: ({ memory }, request) => memory.journal(request),
    text: ({ entries, next_cursor }) =>
      [
        table(
          ["when", "what", "by", "details"],
          entries.map(({ at, type, author, body }) => [
            time(at),
            type,
            author,
            brief(JSON.stringify(body), 90),
          ]),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  command({
    name: "events",
    group: "ask",
    summary: "What changes, as it changes: a line of JSON for each, until it is ended",
    options: [{ name: "after", type: "number", description: "revision after which to begin; default now" }],
    async run({ memory, terminal }, { after }) {
      for await (const event of memory.events({ lastEventId: after as number | undefined }))
        terminal.print(json(event, 0));
      return undefined;
    },
  }),
  endpoint(ENDPOINTS.info, { name: "info", group: "ask", call: ({ memory }) => memory.info() }),
  endpoint(ENDPOINTS.health, {
    name: "health",
    group: "ask",
    call: ({ memory }) => memory.health(),
    text: ({ nodes, edges, reflex_pct, habitual_pct, dormant_pct, cross_file_edge_pct, ...rest }) =>
      readable({
        nodes,
        edges,
        reflex: percent(reflex_pct),
        habitual: percent(habitual_pct),
        dormant: percent(dormant_pct),
        cross_file: percent(cross_file_edge_pct),
        ...rest,
      }),
  }),
];

/** How a list goes on. */
export function more(cursor: string | null): readonly string[] {
  return cursor === null ? [] : [`more with --cursor ${cursor}`];
}

function answer(reply: ReplyOf<"query">, ink: Ink): string {
  const { decision, confidence, fired, suppressed, query_id } = reply;
  const sure = confidence === null ? "" : `, confidence ${percent(confidence)}`;
  const head = `${ink(decision === "answered" ? "green" : "yellow", decision.replace("_", " "))}${sure}   query ${query_id}`;
  const blocks = fired.map(({ id, kind, text, score, provenance }, at) =>
    [
      `${at + 1}. ${ink("bold", id)}  (${kind}, ${provenance.authority}, score ${score.toFixed(3)})`,
      indented(text),
    ].join("\n"),
  );
  const kept = suppressed.map(({ id, by }) => `suppressed: ${id}, by ${by.join(", ")}`);
  const degraded = reply.degraded === undefined ? [] : [`degraded: ${reply.degraded}`];
  return [head, ...degraded, ...(blocks.length > 0 ? blocks : ["(No matches.)"]), ...kept].join("\n\n");
}

function explanation({ fired, suppressed, ...reply }: ReplyOf<"explain">, ink: Ink): string {
  const blocks = fired.map(({ id, score, state, seed, route, part_of, stands_in_for }) => {
    const lines = [
      `${ink("bold", id)}  (score ${score.toFixed(3)}${state === "present" ? "" : `, ${state} since`})`,
    ];
    if (seed)
      lines.push(`  found by the question: words ${shown(seed.words)}, meaning ${shown(seed.meaning)}`);
    if (seed?.taught) lines.push("  a question was taught to lead to it");
    for (const { from, kind, amount } of seed?.lent ?? [])
      lines.push(`  lent ${shown(amount)} by ${from} (${kind})`);
    if (seed?.lowered)
      lines.push(`  lowered by verdicts: ${percent(seed.lowered.kept)} of its score is left`);
    for (const { source, target, weight_then, tier_then } of route)
      lines.push(`  reached over ${source} → ${target}, ${tier_then} ${shown(weight_then)}`);
    if (part_of !== null) lines.push(`  part of the procedure ${part_of}`);
    if (stands_in_for.length > 0) lines.push(`  in place of ${stands_in_for.join(", ")}`);
    return lines.join("\n");
  });
  const kept = suppressed.map(({ id, by }) =>
    [`${id}  suppressed`, ...by.map(({ source, weight }) => `  by ${source}, ${shown(weight)}`)].join("\n"),
  );
  const { decision, evidence, query_id } = reply;
  return [
    `${decision.replace("_", " ")}   query ${query_id}`,
    readable({ evidence }),
    ...blocks,
    ...kept,
  ].join("\n\n");
}

function shown(number: number | null): string {
  return number === null ? "not known" : number.toFixed(3);
}
