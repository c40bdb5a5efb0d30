// Tools that read memory. Where the plugin holds the host's memory slot the host's own search and get are gone; the
// tools of those names take their place.

import * as z from "zod";
import { ClientError } from "../../../client/client-error.ts";
import { firstCharacters } from "../../../durable/text/characters.ts";
import type { RequestOf } from "../../../wire/endpoints.ts";
import { NodeId, text } from "../../../wire/fields.ts";
import { LIMITS } from "../../../wire/limits.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { ask, keepShown, memoryOf } from "../recall/asking.ts";
import { idOf } from "../recall/corpus.ts";
import { normalizedQuestion } from "../recall/question.ts";
import { type Tool, type ToolAnswer, tool } from "../tool.ts";

const MOST_HITS = 50;
const USUAL_HITS = 5;
/** Characters of one memory in a list. */
const MOST_LISTED = 1_000;
/** Lines of one memory at a time. */
const MOST_LINES = 200;
const MOST_RELATIONS = 100;
const USUAL_RELATIONS = 20;

const Query = z.string().trim().min(1).max(LIMITS.query).describe("What to look for, in plain words.");
const Limit = z.int().min(1).max(MOST_HITS).optional();
const Id = NodeId.describe("Id of a memory, as a recall or an earlier answer gives it.");

const recall = tool({
  name: "memory_recall",
  label: "Recall from memory",
  description:
    "Search long-term memory for facts, preferences, decisions, corrections and how-tos of the user and their work. Answers with the few memories that matter, or says that it is not sure of any.",
  parameters: z.strictObject({ query: Query, limit: Limit.describe("Most memories, default 5.") }),
  effect: "reads",
  run: ({ query, limit }, turn, plugin) => recalled(plugin, turn, query, limit),
});

const search = tool({
  name: "memory_search",
  label: "Search memory",
  description: "The same as memory_recall, under the name and arguments of the host's own memory search.",
  parameters: z.strictObject({
    query: Query,
    maxResults: Limit.describe("Most memories, default 5."),
    minScore: z
      .number()
      .optional()
      .describe("Taken and not used: the service itself decides what is relevant."),
    corpus: z.string().optional().describe("Taken and not used: there is one memory."),
  }),
  effect: "reads",
  run: ({ query, maxResults }, turn, plugin) => recalled(plugin, turn, query, maxResults),
});

async function recalled(plugin: Plugin, turn: Turn, query: string, limit = USUAL_HITS): Promise<ToolAnswer> {
  const { queryId, hits, dropped } = await ask(turn, {
    query: normalizedQuestion(query, LIMITS.query),
    limit,
  });
  keepShown(plugin, turn, queryId, hits);
  const details = { query_id: queryId, count: hits.length, ...(dropped > 0 && { dropped }) };
  if (hits.length === 0) {
    return { say: "Memory is not sure of anything about this. Ask the user, or search elsewhere.", details };
  }
  return {
    say: `${hits.length} ${hits.length === 1 ? "memory" : "memories"} (query_id ${queryId}).`,
    memory: hits.map(({ id, kind, title, content }) =>
      [
        `[id ${id}] [${kind}]`,
        ...(title === undefined ? [] : [title]),
        firstCharacters(content, MOST_LISTED),
      ].join(" "),
    ),
    details: {
      ...details,
      memories: hits.map(({ id, kind }) => ({ id, kind })),
    },
  };
}

const get = tool({
  name: "memory_get",
  label: "Read one memory",
  description: "Read one memory whole, by its id from a recall or by its path from a memory search.",
  parameters: z
    .strictObject({
      id: Id.optional(),
      path: z
        .string()
        .min(1)
        .max(2 * LIMITS.nodeId)
        .optional()
        .describe("Path of a memory, instead of its id."),
      from: z.int().min(1).optional().describe("First line, default 1."),
      lines: z
        .int()
        .min(1)
        .max(MOST_LINES)
        .optional()
        .describe(`Number of lines, default ${MOST_LINES}, which is the most.`),
    })
    .refine(({ id, path }) => (id === undefined) !== (path === undefined), "give either id or path"),
  effect: "reads",
  async run({ id, path, from = 1, lines = MOST_LINES }, turn) {
    const wanted = id ?? idOf(path as string);
    const node = await memoryOf(turn, wanted);
    if (node === null) return nothingAt(wanted);
    const all = node.text.split("\n");
    const chosen = all.slice(from - 1, from - 1 + lines);
    return {
      say: `Lines ${from} to ${from - 1 + chosen.length} of ${all.length}.`,
      memory: [`[id ${node.id}] [${node.kind}] ${node.file ?? ""}`, ...chosen],
      details: { found: true, id: node.id, kind: node.kind },
    };
  },
});

const verify = tool({
  name: "memory_verify",
  label: "Check words against a memory",
  description:
    "Check whether a claim stands word by word in one memory, before quoting it. A literal match says that the words are there, not that they are true.",
  parameters: z.strictObject({ id: Id, claim: text(LIMITS.claim).describe("The words to look for.") }),
  effect: "reads",
  async run({ id, claim }, turn) {
    const reply = await orNull(turn.call("verify", { node_id: id, claim }));
    if (reply === null) return nothingAt(id);
    const { literal_match: match, matches, superseded } = reply;
    const negated = matches.filter(({ negation }) => negation).length;
    const details = { verified: match !== "none", match, matches: matches.length, negated, superseded, id };
    if (match === "none") {
      return { say: "The memory does not hold these words. Do not present them as remembered.", details };
    }
    return {
      say: [
        `The memory holds these words ${matches.length} times.`,
        ...(negated > 0 ? [`In ${negated} of them the sentence denies something: read it.`] : []),
        ...(superseded ? ["It is an earlier version: another one took its place."] : []),
      ].join(" "),
      memory: matches.slice(0, USUAL_HITS).map(({ sentence }) => sentence),
      details,
    };
  },
});

const graph = tool({
  name: "memory_graph",
  label: "Look around a name",
  description:
    "Show what memory relates to a name or a memory: its relations both ways, or with maxDepth everything that is reached from it, step by step.",
  parameters: z.strictObject({
    start: text(LIMITS.nodeId).describe(
      "A name, such as a person, project or system, or the id of a memory.",
    ),
    maxDepth: z
      .int()
      .min(1)
      .max(LIMITS.traverseDepth)
      .optional()
      .describe("Steps to walk along outgoing relations; not given: relations both ways."),
    kind: text(LIMITS.name).optional().describe("Only relations of this kind; walks."),
    at: z.string().max(40).optional().describe("As it was at this time, such as 2026-11-30; walks."),
    limit: z.int().min(1).max(MOST_RELATIONS).optional().describe("Most relations, default 20."),
  }),
  effect: "reads",
  run({ start, maxDepth, kind, at, limit = USUAL_RELATIONS }, turn) {
    const isWalk = maxDepth !== undefined || kind !== undefined || at !== undefined;
    return isWalk
      ? walked(turn, { start, max_depth: maxDepth, kind, at }, limit)
      : related(turn, start, limit);
  },
});

async function related(turn: Turn, name: string, limit: number): Promise<ToolAnswer> {
  const reply = await orNull(turn.call("entity", { name, limit }));
  if (reply === null) return nothingCalled(name);
  const { nodes, relations, relations_left_out: left } = reply;
  return {
    say: `${nodes.length} of this name, ${relations.length} relations${left > 0 ? `, ${left} more left out` : ""}.`,
    memory: [
      ...nodes.map(({ id, kind, title }) => `[id ${id}] [${kind}] ${title}`),
      ...relations.map(
        ({ direction, relation, weight, id, kind, title }) =>
          `${direction === "out" ? "→" : "←"} ${relation} ${weight.toFixed(2)} [id ${id}] [${kind}] ${title}`,
      ),
    ],
    details: {
      found: true,
      nodes: nodes.map(({ id, kind }) => ({ id, kind })),
      relations: relations.map(({ direction, weight, id, kind }) => ({ direction, weight, id, kind })),
    },
  };
}

async function walked(turn: Turn, request: RequestOf<"traverse">, limit: number): Promise<ToolAnswer> {
  const reply = await orNull(turn.call("traverse", request));
  if (reply === null) return nothingCalled(request.start);
  const rows = reply.traversal.slice(0, limit);
  const isAll = reply.complete && rows.length === reply.traversal.length;
  return {
    say: `${reply.visited} reached${isAll ? "" : `, the nearest ${rows.length} of them told`}.`,
    memory: rows.map(
      ({ depth, edge_path, id, kind, title }) => `${depth} ${edge_path} [id ${id}] [${kind}] ${title}`,
    ),
    details: {
      found: true,
      visited: reply.visited,
      complete: isAll,
      traversal: rows.map(({ depth, id, kind }) => ({ depth, id, kind })),
    },
  };
}

/** Null where the service has no such memory, or nothing of this name. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ClientError && error.code === "not_found") return null;
    throw error;
  }
}

function nothingAt(id: string): ToolAnswer {
  return { say: "No memory has this id here.", details: { found: false, id } };
}

function nothingCalled(name: string): ToolAnswer {
  return { say: "Memory has nothing of this name.", details: { found: false, name } };
}

export const READING_TOOLS: readonly Tool[] = [recall, search, get, verify, graph];
