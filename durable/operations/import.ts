// The beginning and the end of an import that is not taken: what is asked for, how far it is, and calling it off.
// Nothing of an import is memory before it is finished; until then it costs room only.

import { Refusal } from "../../wire/errors.ts";
import * as wire from "../../wire/moving.ts";
import { asJson, NO_PROGRESS, openImport, type Plan, replyOf, unknownImport } from "./import-progress.ts";
import type { Memory, Operation, Work } from "./memory.ts";

export const importBegin: Operation<wire.ImportRequest, wire.ImportReply> = {
  act(work, request) {
    const { store, call } = work;
    const { imports } = store;
    const plan = planOf(work, request);
    const id = request.id ?? call.id;
    const known = imports.find(id, call.now);
    if (known?.state === "open" && JSON.stringify(known.request) === JSON.stringify(plan)) {
      return replyOf(known, store, call);
    }
    if (known) {
      throw new Refusal(
        "idempotency_conflict",
        `the import ${id} was begun for something else, or has ended: take another id`,
      );
    }
    const { job } = store.reembedding;
    if (job?.state === "running") {
      throw new Refusal(
        "busy",
        `this agent is being embedded anew with ${job.to.name}: wait for that, or call it off with POST /reembed and { "cancel": true }`,
      );
    }
    const current = imports.current(call.now);
    if (current) {
      throw new Refusal(
        "busy",
        `the import ${current.id} is under way: go on with it, or call it off with DELETE /imports/${current.id}`,
        { id: current.id },
      );
    }
    requireRoom(work, plan.replace);
    imports.begin(id, asJson(plan), asJson(NO_PROGRESS), call.now);
    return statusOf(work, id);
  },
};

export const importStatus: Operation<wire.ImportName, wire.ImportReply> = {
  act: (work, { id }) => statusOf(work, id),
};

/** Calling off what has ended already changes nothing. */
export const importCancel: Operation<wire.ImportName, wire.ImportReply> = {
  act(work, { id }) {
    const { store, call } = work;
    const known = store.imports.find(id, call.now);
    if (known?.state === "open")
      store.imports.end(openImport(store, id, call.now).id, "cancelled", null, call.now);
    return statusOf(work, id);
  },
};

export function statusOf({ store, call }: Pick<Work, "store" | "call">, id: string): wire.ImportReply {
  const found = store.imports.find(id, call.now);
  if (!found) throw unknownImport(id);
  return replyOf(found, store, call);
}

/** Refuses an agent that holds something which nobody asked to replace. */
export function requireRoom({ graph }: Memory, replace: boolean): void {
  if (replace || graph.nodeCount === 0) return;
  throw new Refusal(
    "agent_not_empty",
    `this agent holds ${graph.nodeCount} nodes: say replace: true to put the file in their place, or use another agent`,
  );
}

function planOf(memory: Memory, request: wire.ImportRequest): Plan {
  const header = headerOf(request.header);
  const plan: Plan = {
    id: request.id ?? "",
    header,
    sent: request.header,
    replace: request.replace ?? false,
    another: request.another ?? false,
    reembed: request.reembed ?? false,
    dangling: request.dangling ?? "refuse",
    override_erased: request.override_erased ?? false,
  };
  if (header.format === wire.EXPORT_FORMAT) {
    requireKnownTables(memory, header);
    if (header.agent !== memory.agent && !plan.another) {
      throw new Refusal(
        "another_agent",
        `the file is the memory of agent ${header.agent}, and this is ${memory.agent}: say another: true if this is meant`,
      );
    }
  }
  if (!plan.reembed && !hasUsableVectors(memory, header)) {
    const { name, dimension } = memory.embedder;
    const theirs = header.embedder
      ? `${header.embedder.name} of ${header.embedder.dimension}`
      : "an unknown embedder";
    throw new Refusal(
      "embedder_mismatch",
      `the vectors of the file were made with ${theirs}, and this agent has ${name} of ${dimension}: ` +
        "say reembed: true to have all texts embedded anew",
    );
  }
  // Nothing is dropped where nothing needs to be.
  return { ...plan, reembed: !hasUsableVectors(memory, header) };
}

function headerOf(header: wire.ImportRequest["header"]): Plan["header"] {
  const schema = { [wire.EXPORT_FORMAT]: wire.ExportHeader, [wire.STATE_FORMAT]: wire.StateHeader }[
    header.format
  ];
  if (!schema) {
    throw new Refusal(
      "invalid_import",
      `the header is of no format that is known here: send the first line of an export (${wire.EXPORT_FORMAT} or ${wire.STATE_FORMAT})`,
    );
  }
  if (header.version > wire.FORMAT_VERSION) {
    throw new Refusal(
      "unsupported_version",
      `the file has version ${header.version} of its format, and this server reads ${wire.FORMAT_VERSION}: use a newer server`,
    );
  }
  const read = schema.safeParse(header);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  throw new Refusal("invalid_import", `the header is wrong at ${path.join(".") || "its top"}: ${message}`);
}

function requireKnownTables({ store: { imports } }: Memory, { tables }: wire.ExportHeader): void {
  for (const [table, names] of Object.entries(tables)) {
    const known = imports.columnsOf(table);
    const stranger = known ? names.find((name) => !known.includes(name)) : table;
    if (stranger === undefined) continue;
    const what = known ? `column ${stranger} of ${table}` : `table ${stranger}`;
    throw new Refusal(
      "unsupported_version",
      `the file holds the ${what}, which this server does not know: use a newer one`,
    );
  }
}

function hasUsableVectors({ embedder, settings }: Memory, header: Plan["header"]): boolean {
  const isSame = header.embedder?.name === embedder.name && header.embedder.dimension === embedder.dimension;
  return isSame && (header.format === wire.STATE_FORMAT || header.vectors === settings.vectors);
}
