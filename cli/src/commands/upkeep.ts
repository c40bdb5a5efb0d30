// Commands that keep a memory in shape, move it, take it back and erase it.

import { ENDPOINTS } from "../../../wire/endpoints.ts";
import { LAST } from "../../../wire/erasing.ts";
import { type Command, command } from "../command.ts";
import { exportToFile, importFile } from "../files/moving.ts";
import { endpoint } from "../from-endpoint.ts";
import { readable, table } from "../readable.ts";

export const UPKEEP: readonly Command[] = [
  endpoint(ENDPOINTS.maintain, {
    name: "maintain",
    group: "upkeep",
    call: ({ memory }, request) => memory.maintain(request),
  }),
  command({
    name: "anchor",
    group: "upkeep",
    summary: "Anchor a node, or take its anchor away; without one, list anchored nodes",
    arguments: [{ name: "node_id", type: "text", description: "id of the node", required: false }],
    options: [
      {
        name: "authority",
        type: "text",
        description: "Default constitutional.",
        choices: ["constitutional", "canonical"],
      },
      { name: "remove", type: "switch", description: "Take its anchor away." },
    ],
    run({ memory }, { node_id, authority, remove }): Promise<object> {
      if (node_id === undefined) return memory.anchors();
      const standing = remove === true ? "overlay" : ((authority as "canonical") ?? "constitutional");
      return memory.anchor({ node_id: node_id as string, authority: standing });
    },
    text: (reply) =>
      "nodes" in reply
        ? table(
            ["authority", "node"],
            (reply.nodes as { id: string; authority: string }[]).map(({ id, authority }) => [authority, id]),
          )
        : readable(reply),
  }),
  endpoint(ENDPOINTS.merge, {
    name: "merge",
    group: "upkeep",
    summary: "Merge two nodes, or the best suggestions",
    call: ({ memory }, request) => memory.merge(request),
  }),
  endpoint(ENDPOINTS.split, {
    name: "split",
    group: "upkeep",
    summary: "Split a node into its parts, or the best suggestions",
    arguments: ["node_id?"],
    call: ({ memory }, request) => memory.split(request),
  }),
  endpoint(ENDPOINTS.connect, {
    name: "connect",
    group: "upkeep",
    call: ({ memory }, request) => memory.connect(request),
  }),
  endpoint(ENDPOINTS.reembed, {
    name: "reembed start",
    group: "upkeep",
    call: ({ memory }, request) => memory.reembed(request),
  }),
  endpoint(ENDPOINTS.reembedStatus, {
    name: "reembed status",
    group: "upkeep",
    call: ({ memory }) => memory.reembedStatus(),
  }),
  command({
    name: "export",
    group: "life",
    summary: "Write everything of an agent to a file; run again after a break, it goes on",
    arguments: [{ name: "file", type: "text", description: "where to write" }],
    options: [{ name: "state", type: "switch", description: "As openclawbrain's state.json." }],
    async run({ memory, terminal }, { file, state }) {
      const target = file as string;
      const format = state === true ? "state" : "edgebrain";
      const bytes = await exportToFile(memory, target, format, (sentence) => terminal.moving(sentence));
      return { file: target, format, bytes };
    },
    text: ({ file }) => `${file} is whole`,
  }),
  command({
    name: "import",
    group: "life",
    summary:
      "Take a file, an export or openclawbrain's state.json, as the memory of an agent: whole, or not at all",
    arguments: [{ name: "file", type: "text", description: "the file" }],
    options: [
      { name: "replace", type: "switch", description: "In place of what the agent holds." },
      { name: "another", type: "switch", description: "The file is that of another agent." },
      { name: "reembed", type: "switch", description: "Embed all texts anew, where the embedder differs." },
      {
        name: "dangling",
        type: "text",
        description: "What becomes of rows that name a missing node; default refuse.",
        choices: ["refuse", "drop", "keep"],
      },
      { name: "override_erased", type: "switch", description: "Take back what was erased." },
      { name: "id", type: "text", description: "Name of the import: run again with it, it goes on." },
    ],
    destroys: ({ replace }) =>
      replace === true ? "The file takes the place of all that the agent holds." : undefined,
    async run({ memory, terminal }, { file, ...options }) {
      const { result } = await importFile(memory, file as string, options, (sentence) =>
        terminal.moving(sentence),
      );
      return result;
    },
  }),
  endpoint(ENDPOINTS.restore, {
    name: "restore",
    group: "life",
    destroys: () => "The memory becomes what it was: what was learned since is gone.",
    call: ({ memory }, request) => memory.restore(request),
  }),
  endpoint(ENDPOINTS.erase, {
    name: "erase",
    group: "life",
    without: ["agent"],
    options: [
      {
        name: "everything",
        type: "switch",
        description: "Everything; the agent stays, empty, with its audit and tombstones.",
      },
    ],
    destroys: () => "What is erased is gone for good, with what was learned from it.",
    fill: ({ everything }) => (everything === true ? { agent: true } : {}),
    call: ({ memory }, request) => memory.erase(request),
  }),
  command({
    name: "erasure show",
    group: "life",
    summary: ENDPOINTS.erasure.summary,
    arguments: [
      { name: "id", type: "text", description: "id of the erasure; default the newest", required: false },
    ],
    run: ({ memory }, { id }) => memory.erasure((id as string) ?? LAST),
  }),
  endpoint(ENDPOINTS.verifyReceipt, {
    name: "erasure verify",
    group: "life",
    arguments: ["receipt"],
    call: ({ memory }, request) => memory.verifyReceipt(request),
    isBad: ({ genuine }) => !genuine,
  }),
];
