// The client of one agent's memory: one method per endpoint, typed by the same table that serves them.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { LAST } from "../wire/erasing.ts";
import { NEWEST } from "../wire/explaining.ts";
import type { CallOptions } from "./connection.ts";
import { type EventsOptions, events, type MemoryEvent } from "./events.ts";
import { ExperienceCalls } from "./experience-calls.ts";
import { type ExportOptions, exportPages, exportState } from "./exporting.ts";
import { type ImportOptions, importPages } from "./importing.ts";

export type { MemoryClientOptions } from "./agent-calls.ts";

/** Every method throws `ClientError`. */
export class MemoryClient extends ExperienceCalls {
  /** Asks: what fired, and why. */
  query(request: RequestOf<"query">, options?: CallOptions): Promise<ReplyOf<"query">> {
    return this.call("query", request, options);
  }

  /** How each node got into an answer; by default that of the newest question. */
  explain(id: string = NEWEST, options?: CallOptions): Promise<ReplyOf<"explain">> {
    return this.call("explain", { id }, options);
  }

  /** What kept a node out of an answer. */
  whyNot(id: string, node: string, options?: CallOptions): Promise<ReplyOf<"whyNot">> {
    return this.call("whyNot", { id, node }, options);
  }

  /** Says how a walk went. */
  learn(request: RequestOf<"learn">, options?: CallOptions): Promise<ReplyOf<"learn">> {
    return this.call("learn", request, options);
  }

  /** Says what is right, and suppresses what was wrong. */
  correction(request: RequestOf<"correction">, options?: CallOptions): Promise<ReplyOf<"correction">> {
    return this.call("correction", request, options);
  }

  /** Lets the agent teach itself. */
  selfLearn(request: RequestOf<"selfLearn">, options?: CallOptions): Promise<ReplyOf<"selfLearn">> {
    return this.call("selfLearn", request, options);
  }

  /** Adds one piece of memory. */
  inject(request: RequestOf<"inject">, options?: CallOptions): Promise<ReplyOf<"inject">> {
    return this.call("inject", request, options);
  }

  /** Adds many pieces of memory. */
  injectBatch(request: RequestOf<"injectBatch">, options?: CallOptions): Promise<ReplyOf<"injectBatch">> {
    return this.call("injectBatch", request, options);
  }

  /** Takes back one learning event, or all of a token or source since a time. */
  undo(request: RequestOf<"undo">, options?: CallOptions): Promise<ReplyOf<"undo">> {
    return this.call("undo", request, options);
  }

  /** Brings the memory in line with changed files. */
  sync(request: RequestOf<"sync">, options?: CallOptions): Promise<ReplyOf<"sync">> {
    return this.call("sync", request, options);
  }

  /** Runs maintenance. */
  maintain(request: RequestOf<"maintain"> = {}, options?: CallOptions): Promise<ReplyOf<"maintain">> {
    return this.call("maintain", request, options);
  }

  /** Lists anchored nodes. */
  anchors(options?: CallOptions): Promise<ReplyOf<"anchors">> {
    return this.call("anchors", {}, options);
  }

  /** Anchors a node, or takes its anchor away. */
  anchor(request: RequestOf<"anchor">, options?: CallOptions): Promise<ReplyOf<"anchor">> {
    return this.call("anchor", request, options);
  }

  /** Merges nodes that always fire together. */
  merge(request: RequestOf<"merge"> = {}, options?: CallOptions): Promise<ReplyOf<"merge">> {
    return this.call("merge", request, options);
  }

  /** Splits a node into its parts. */
  split(request: RequestOf<"split"> = {}, options?: CallOptions): Promise<ReplyOf<"split">> {
    return this.call("split", request, options);
  }

  /** Connects nodes of different files. */
  connect(request: RequestOf<"connect"> = {}, options?: CallOptions): Promise<ReplyOf<"connect">> {
    return this.call("connect", request, options);
  }

  /** Lets a language model say which routes it would take; with `dry_run: false` they are learned. */
  teach(request: RequestOf<"teach"> = {}, options?: CallOptions): Promise<ReplyOf<"teach">> {
    return this.call("teach", request, options);
  }

  /** Brings the memory back to an earlier number, or to what the replica has. */
  restore(request: RequestOf<"restore"> = {}, options?: CallOptions): Promise<ReplyOf<"restore">> {
    return this.call("restore", request, options);
  }

  /** One node with its routes. */
  node(id: string, options?: CallOptions): Promise<ReplyOf<"node">> {
    return this.call("node", { id }, options);
  }

  /** Edits a node; with `ifMatch` only if it is still as it was read. */
  edit(request: RequestOf<"edit">, options?: CallOptions): Promise<ReplyOf<"edit">> {
    return this.call("edit", request, options);
  }

  /** What changed, as it changes, without content; comes back by itself when the connection breaks. */
  events(options: EventsOptions = {}): AsyncGenerator<MemoryEvent, void, undefined> {
    return events(this.connection, ...this.placeOf("events"), options);
  }

  /** One page of what changed since a revision. */
  changes(request: RequestOf<"events"> = {}, options?: CallOptions): Promise<ReplyOf<"events">> {
    return this.call("events", request, options);
  }

  /** What happened, newest first. */
  journal(request: RequestOf<"journal"> = {}, options?: CallOptions): Promise<ReplyOf<"journal">> {
    return this.call("journal", request, options);
  }

  /** How many answers were judged useful, day by day. */
  learningCurve(
    request: RequestOf<"learningCurve"> = {},
    options?: CallOptions,
  ): Promise<ReplyOf<"learningCurve">> {
    return this.call("learningCurve", request, options);
  }

  /** Rows of the audit chain, newest first. */
  audit(request: RequestOf<"audit"> = {}, options?: CallOptions): Promise<ReplyOf<"audit">> {
    return this.call("audit", request, options);
  }

  /** Whether the audit chain is as it was written. */
  verifyAudit(options?: CallOptions): Promise<ReplyOf<"verifyAudit">> {
    return this.call("verifyAudit", {}, options);
  }

  /** What this agent is. */
  info(options?: CallOptions): Promise<ReplyOf<"info">> {
    return this.call("info", {}, options);
  }

  /** How this agent is. */
  health(options?: CallOptions): Promise<ReplyOf<"health">> {
    return this.call("health", {}, options);
  }

  /** Everything of this agent, in whole pages of lines; goes on by itself when the connection breaks. */
  export(options: ExportOptions = {}): AsyncGenerator<string, void, undefined> {
    return exportPages(this.connection, ...this.placeOf("export"), options);
  }

  /** Everything of this agent as openclawbrain's state.json, in pieces of text. */
  exportState(options: Pick<ExportOptions, "signal"> = {}): AsyncGenerator<string, void, undefined> {
    return exportState(this.connection, ...this.placeOf("export"), options);
  }

  /** Brings in a whole file; `pages` are those of `export`, or of `pagesOf` a file. */
  import(pages: AsyncIterable<string>, options?: ImportOptions): Promise<ReplyOf<"importFinish">> {
    return importPages(this, pages, options);
  }

  /** Begins an import, or goes on with one. */
  importBegin(request: RequestOf<"importBegin">, options?: CallOptions): Promise<ReplyOf<"importBegin">> {
    return this.call("importBegin", request, options);
  }

  /** Sends whole pages of the file. */
  importPart(request: RequestOf<"importPart">, options?: CallOptions): Promise<ReplyOf<"importPart">> {
    return this.call("importPart", request, options);
  }

  /** Checks the whole file, and takes it or nothing. */
  importFinish(id: string, options?: CallOptions): Promise<ReplyOf<"importFinish">> {
    return this.call("importFinish", { id }, options);
  }

  /** How far an import is. */
  importStatus(id: string, options?: CallOptions): Promise<ReplyOf<"importStatus">> {
    return this.call("importStatus", { id }, options);
  }

  /** Calls an import off. */
  importCancel(id: string, options?: CallOptions): Promise<ReplyOf<"importCancel">> {
    return this.call("importCancel", { id }, options);
  }

  /** Erases memory, and what was learned from it. */
  erase(request: RequestOf<"erase">, options?: CallOptions): Promise<ReplyOf<"erase">> {
    return this.call("erase", request, options);
  }

  /** The receipt of an erasure, and whether both homes have forgotten; by default of the newest one. */
  erasure(id: string = LAST, options?: CallOptions): Promise<ReplyOf<"erasure">> {
    return this.call("erasure", { id }, options);
  }

  /** Whether a receipt is genuine. */
  verifyReceipt(
    request: RequestOf<"verifyReceipt">,
    options?: CallOptions,
  ): Promise<ReplyOf<"verifyReceipt">> {
    return this.call("verifyReceipt", request, options);
  }

  /** Has all texts embedded anew, by another embedder. */
  reembed(request: RequestOf<"reembed"> = {}, options?: CallOptions): Promise<ReplyOf<"reembed">> {
    return this.call("reembed", request, options);
  }

  /** How far a re-embedding is. */
  reembedStatus(options?: CallOptions): Promise<ReplyOf<"reembedStatus">> {
    return this.call("reembedStatus", {}, options);
  }

  /** Speaks the worker envelope of older clients. */
  rpc(request: RequestOf<"rpc">, options?: CallOptions): Promise<ReplyOf<"rpc">> {
    return this.call("rpc", request, options);
  }
}
