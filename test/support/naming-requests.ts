// Requests that name a node in every way that an endpoint knows, and that speak of what a node says: for suites that try all of
// them with something that the sender may not see. An endpoint that names nodes in a field of which no request here makes use
// is told apart (`unnamedFields`).

import * as z from "zod";
import { ENDPOINTS, type EndpointName, type RequestOf } from "../../wire/endpoints.ts";
import { SAMPLE_NODE, SAMPLES } from "./samples.ts";

export interface Named {
  /** Of a node. */
  readonly id: string;
  /** Of a question that others asked, and its conversation. */
  readonly query: string;
  readonly chat: string;
  /** Of the memory before any of it happened. */
  readonly revision: number;
  /** What resembles the node, and contradicts it. */
  readonly near: string;
}

type More = { readonly [Name in EndpointName]?: (named: Named) => readonly RequestOf<Name>[] };

const judged = ({ id, query, chat, near }: Named) => [
  { content: near, corrects: [id] },
  { content: `${near}, they say` },
  { content: `${near}, by the way`, query_id: query },
  { content: `${near}, after all`, chat_id: chat, lookback: 5 },
  { content: `${near}, once more`, fired_ids: [SAMPLE_NODE, id] },
];

const MORE: More = {
  query: ({ id, near, chat }) => [{ query: near, chat_id: chat }, { query: id }],
  explain: ({ query }) => [{ id: query }],
  whyNot: ({ id, query }) => [{ id: query, node: id }],
  learn: ({ id, query, chat }) => [
    { fired_ids: [SAMPLE_NODE, id], outcome: 1, outcomes: { [id]: 1, [SAMPLE_NODE]: -1 } },
    { query_id: query, outcome: 1, wanted_ids: [id] },
    { query_id: query, outcome: -1 },
    { chat_id: chat, lookback: 5, outcome: 1 },
  ],
  correction: judged,
  selfLearn: (named) =>
    judged(named).flatMap(({ corrects: _, ...one }) => [
      { ...one, outcome: -1, node_type: "CORRECTION" as const },
      { ...one, outcome: 1, node_type: "TEACHING" as const },
    ]),
  inject: ({ id, near }) => [
    { id, content: near },
    { content: near, type: "CORRECTION" },
    { content: near, type: "TEACHING", metadata: { of: id } },
  ],
  injectBatch: ({ id, near }) => [
    { nodes: [{ id, content: near }] },
    { nodes: [{ content: near, type: "CORRECTION" }, { content: `${near}, always` }] },
  ],
  undo: ({ id }) => [{ event_id: id }, { since: 0 }],
  events: ({ revision }) => [{ after: revision, limit: 500 }, { after: 0 }],
  journal: () =>
    ["query", "learn", "inject", "edit", "undo", "run"].map((type) => ({
      type,
      limit: 500,
    })) as RequestOf<"journal">[],
  propose: ({ id, near, query }) => [
    { content: near, kind: "correction", corrects: [id], fired_ids: [SAMPLE_NODE, id] },
    { content: `${near}, as it was`, kind: "correction", query_id: query },
    { id, content: `${near}, it seems`, entities: [{ name: id }] },
  ],
  proposals: () => [{ status: "any" }],
  storeMemory: ({ id, near }) => [
    { content: near, supersedes: id },
    { content: `${near} now`, visibility: "private", dedup_threshold: 0.3 },
    { content: `${near} too`, visibility: "sensitive", dedup_threshold: 0.3 },
    { content: `${near} again`, source: "inferred", dedup_threshold: 0.3 },
  ],
  memories: () =>
    (["private", "sensitive", "shared"] as const).map((visibility) => ({
      ...{ visibility, include_invalidated: "true" as const },
    })),
  searchMemories: ({ near }) =>
    (["private", "sensitive"] as const).map((visibility) => ({ query: near, visibility })),
  changeMemory: ({ id, near }) => [{ id, content: near }],
  tellExperience: ({ id, query }) => [
    {
      ...{
        run_id: `named ${id}`,
        prompt: "open the boathouse",
        answer: "It is open.",
        end: { success: true },
      },
      ...{ used_ids: [id, SAMPLE_NODE], query_ids: [query] },
    },
    {
      ...{
        run_id: `asked ${id}`,
        prompt: "open the boathouse again",
        answer: "It is.",
        end: { success: true },
      },
      query_ids: [query],
    },
  ],
  storeProcedure: ({ id }) => [{ ...SAMPLES.storeProcedure, title: "Opening", supersedes: id }],
  traverse: ({ id }) => [{ start: id }, { start: SAMPLE_NODE, explain: "true" }],
  entity: ({ id }) => [{ name: id }],
  searchExperiences: () => [{ prompt: "open the boathouse" }],
};

/** Everything that is sent to an endpoint: its sample, the same with a name in place of each of its strings, and what is said above. */
export function requestsNaming(name: EndpointName, named: Named): readonly unknown[] {
  const sample = sampleOf(name);
  const more = (MORE[name] as ((named: Named) => readonly unknown[]) | undefined)?.(named) ?? [];
  return [sample, ...more, ...replaced(sample, named.id), ...replaced(sample, named.near)];
}

/** Fields of an endpoint that name nodes and that no request makes use of. */
export function unnamedFields(name: EndpointName, named: Named): string[] {
  const used = new Set(requestsNaming(name, named).flatMap((request) => [...fieldsOf(request)]));
  return [
    ...propertiesOf(z.toJSONSchema(ENDPOINTS[name].request, { io: "input", unrepresentable: "any" })),
  ].filter((field) => NAMES_NODES.test(field) && !NO_NODES.has(field) && !used.has(field));
}

const NAMES_NODES = /(^|_)(ids?|nodes?)$|^(start|corrects|outcomes|supersedes)$/;
/** Ids of something else. */
const NO_NODES = new Set(["chat_id", "user_id", "session_id", "run_id", "erasure_id", "max_fired_nodes"]);

function sampleOf(name: EndpointName): unknown {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`${name} has no request in test/support/samples.ts: add one`);
  return sample;
}

/** The value as often as it has strings, each time with another one of them replaced. */
function replaced(value: unknown, by: string): unknown[] {
  if (typeof value === "string") return [by];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one, place) => replaced(one, by).map((other) => value.with(place, other)));
  return Object.entries(value).flatMap(([field, inner]) =>
    replaced(inner, by).map((other) => ({ ...value, [field]: other })),
  );
}

function* fieldsOf(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    yield field;
    yield* fieldsOf(inner);
  }
}

function* propertiesOf(schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [field, inner] of Object.entries(schema)) {
    if (field === "properties") yield* Object.keys(inner as object);
    yield* propertiesOf(inner);
  }
}
