// Tools that read memory. Where the plugin holds the host's memory slot the host's own search and get are gone; the
// tools of those names take their place.

import * as z from "zod";
import { firstCharacters } from "../../../durable/text/characters.ts";
import { verified } from "../../../durable/text/claim.ts";
import { NodeId } from "../../../wire/fields.ts";
import { LIMITS } from "../../../wire/limits.ts";
import type { Plugin, Turn } from "../plugin.ts";
import { ask, keepShown, memoryOf } from "../recall/asking.ts";
import { idOf } from "../recall/corpus.ts";
import type { MemoryReply } from "../recall/hit.ts";
import { normalizedQuestion } from "../recall/question.ts";
import { type Tool, type ToolAnswer, tool } from "../tool.ts";

const MOST_HITS = 50;
const USUAL_HITS = 5;
/** Characters of one memory in a list. */
const MOST_LISTED = 1_000;
/** Lines of one memory at a time. */
const MOST_LINES = 200;
const MOST_NEIGHBOURS = 20;
const USUAL_NEIGHBOURS = 8;
const NEIGHBOUR_CHARACTERS = 200;

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
      memories: hits.map(({ id, kind, title, content }) => ({ id, kind, title, content })),
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
      details: { found: true, id: node.id, kind: node.kind, file: node.file },
    };
  },
});

const verify = tool({
  name: "memory_verify",
  label: "Check words against a memory",
  description:
    "Check whether a claim stands word by word in one memory, before quoting it. A literal match says that the words are there, not that they are true.",
  parameters: z.strictObject({
    id: Id,
    claim: z.string().trim().min(1).max(2_000).describe("The words to look for."),
  }),
  effect: "reads",
  async run({ id, claim }, turn) {
    const node = await memoryOf(turn, id);
    if (node === null) return nothingAt(id);
    const { match, occurrences } = verified(node.text, claim);
    const details = { verified: match !== "none", match, occurrences: occurrences.length, id };
    if (match === "none") {
      return { say: "The memory does not hold these words. Do not present them as remembered.", details };
    }
    const negated = occurrences.filter(({ negation }) => negation).length;
    const warning =
      negated > 0 ? ` In ${negated} of them the sentence around it denies something: read it.` : "";
    return {
      say: `The memory holds these words ${occurrences.length} times.${warning}`,
      memory: occurrences.slice(0, USUAL_HITS).map(({ sentence }) => sentence),
      details: { ...details, negated },
    };
  },
});

const graph = tool({
  name: "memory_graph",
  label: "Look around a memory",
  description:
    "Show which memories one memory leads to and is reached from, strongest first: what is recalled together with it, and what it keeps out.",
  parameters: z.strictObject({
    id: Id,
    limit: z.int().min(1).max(MOST_NEIGHBOURS).optional().describe("Most neighbours, default 8."),
  }),
  effect: "reads",
  async run({ id, limit = USUAL_NEIGHBOURS }, turn) {
    const node = await memoryOf(turn, id);
    if (node === null) return nothingAt(id);
    const routes = strongestRoutes(node, limit);
    const neighbours = await Promise.all(routes.map((route) => memoryOf(turn, route.id)));
    return {
      say: `${routes.length} of ${node.outgoing.length + node.incoming.length} routes.`,
      memory: [
        `[id ${node.id}] [${node.kind}] ${firstCharacters(node.text, NEIGHBOUR_CHARACTERS)}`,
        ...routes.map(({ direction, weight, kind, id: other }, index) => {
          const text = firstCharacters(neighbours[index]?.text ?? "", NEIGHBOUR_CHARACTERS);
          return `${direction === "out" ? "→" : "←"} ${weight.toFixed(2)} ${kind} [id ${other}] ${text}`;
        }),
      ],
      details: { found: true, id: node.id, routes },
    };
  },
});

function strongestRoutes({ outgoing, incoming }: MemoryReply, limit: number) {
  return [
    ...outgoing.map((edge) => ({ ...edge, direction: "out" as const })),
    ...incoming.map((edge) => ({ ...edge, direction: "in" as const })),
  ]
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, limit);
}

function nothingAt(id: string): ToolAnswer {
  return { say: "No memory has this id here.", details: { found: false, id } };
}

export const READING_TOOLS: readonly Tool[] = [recall, search, get, verify, graph];
