// Bodies and parameters that break the shape of their endpoint; each is an `invalid_request` that names its place.

import type { ErrorCode } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { SAMPLE_NODE } from "./samples.ts";

export interface BadInput {
  readonly is: string;
  readonly method?: string;
  /** Below the agent. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly code: ErrorCode;
  /** What the sentence must name. */
  readonly says: string | RegExp;
}

const long = (length: number) => "a".repeat(length);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

export const BAD_FIELDS: readonly Omit<BadInput, "status" | "code">[] = [
  { is: "a list", path: "/query", body: [], says: "expected object" },
  { is: "null", path: "/query", body: "null", says: "expected object" },
  { is: "a string", path: "/query", body: '"x"', says: "expected object" },
  { is: "a missing field", path: "/query", body: {}, says: "fix query:" },
  {
    is: "an unknown field",
    path: "/query",
    body: { query: "x", colour: 1 },
    says: /"colour": remove/,
  },
  {
    is: "an unknown field within a list",
    path: "/inject/batch",
    body: { nodes: [{ content: "x" }, { content: "y", color: 1 }] },
    says: /nodes\[1\].*"color"/,
  },
  {
    is: "a number for text",
    path: "/query",
    body: { query: 7 },
    says: "fix query: expected string",
  },
  { is: "null for text", path: "/query", body: { query: null }, says: "fix query:" },
  {
    is: "text for a number",
    path: "/query",
    body: { query: "x", top_k: "3" },
    says: "fix top_k",
  },
  {
    is: "a fraction of a count",
    path: "/query",
    body: { query: "x", top_k: 1.5 },
    says: "fix top_k",
  },
  { is: "a count of none", path: "/query", body: { query: "x", top_k: 0 }, says: "fix top_k" },
  {
    is: "a count over its limit",
    path: "/query",
    body: { query: "x", top_k: LIMITS.topK + 1 },
    says: String(LIMITS.topK),
  },
  { is: "an empty query", path: "/query", body: { query: "" }, says: "fix query" },
  { is: "a blank query", path: "/query", body: { query: " \n\t " }, says: "blank" },
  {
    is: "a query over its limit",
    path: "/query",
    body: { query: long(LIMITS.query + 1) },
    says: String(LIMITS.query),
  },
  {
    is: "a query over its limit in characters beyond the basic plane",
    path: "/query",
    body: { query: "🧠".repeat(LIMITS.query + 1) },
    says: String(LIMITS.query),
  },
  {
    is: "an unknown route mode",
    path: "/query",
    body: { query: "x", route_mode: "fast" },
    says: /fix route_mode.*learned/,
  },
  {
    is: "a negative weight of similarity",
    path: "/query",
    body: { query: "x", route_alpha_sim: -1 },
    says: "fix route_alpha_sim",
  },
  {
    is: "too many files to exclude",
    path: "/query",
    body: { query: "x", exclude_files: Array(LIMITS.excluded + 1).fill("a.md") },
    says: "fix exclude_files",
  },
  {
    is: "a blank conversation",
    path: "/query",
    body: { query: "x", chat_id: " " },
    says: "chat_id",
  },
  {
    is: "text over its limit",
    path: "/inject",
    body: { content: long(LIMITS.text + 1) },
    says: String(LIMITS.text),
  },
  { is: "no text", path: "/inject", body: { content: "" }, says: "fix content" },
  {
    is: "an unknown type",
    path: "/inject",
    body: { content: "x", type: "FACT" },
    says: "fix type",
  },
  {
    is: "an id over its limit",
    path: "/inject",
    body: { content: "x", id: long(LIMITS.nodeId + 1) },
    says: "fix id",
  },
  {
    is: "a list for metadata",
    path: "/inject",
    body: { content: "x", metadata: [1] },
    says: "fix metadata",
  },
  {
    is: "metadata over its limit",
    path: "/inject",
    body: { content: "x", metadata: { note: long(LIMITS.metadataBytes) } },
    says: "fix metadata",
  },
  {
    is: "metadata within its limit in characters, and over it in bytes",
    path: "/inject",
    body: { content: "x", metadata: { note: "ü".repeat(LIMITS.metadataBytes / 2) } },
    says: "fix metadata",
  },
  {
    is: "an id that an address would lose",
    path: "/inject",
    body: { content: "x", id: ".." },
    says: "must not be . or ..",
  },
  {
    is: "a path with a line end",
    path: "/sync",
    body: { files: [{ path: "a\nb.md", text: "x" }] },
    says: "control characters",
  },
  { is: "a workspace without a path", path: "/sync", body: { files: [], paths: [] }, says: "fix paths" },
  { is: "an empty batch", path: "/inject/batch", body: { nodes: [] }, says: "fix nodes" },
  {
    is: "a batch over its limit",
    path: "/inject/batch",
    body: { nodes: Array(LIMITS.nodesPerBatch + 1).fill({ content: "x" }) },
    says: "fix nodes",
  },
  {
    is: "an outcome above 1",
    path: "/learn",
    body: { fired_ids: [SAMPLE_NODE], outcome: 1.01 },
    says: "fix outcome",
  },
  {
    is: "an outcome below −1",
    path: "/learn",
    body: { fired_ids: [SAMPLE_NODE], outcome: -2 },
    says: "fix outcome",
  },
  {
    is: "an outcome beyond all numbers",
    path: "/learn",
    body: '{"fired_ids":["x"],"outcome":1e999}',
    says: "outcome is too large",
  },
  {
    is: "a number beyond all numbers in metadata",
    path: "/inject",
    body: '{"content":"x","metadata":{"deep":[1,-1e999]}}',
    says: "metadata.deep[1]",
  },
  {
    is: "a verdict without a walk",
    path: "/learn",
    body: { outcome: 1 },
    says: "exactly one of",
  },
  {
    is: "a verdict on two walks",
    path: "/learn",
    body: { outcome: 1, query_id: "q", fired_ids: ["x"] },
    says: "exactly one of",
  },
  {
    is: "a correction of two walks",
    path: "/correction",
    body: { content: "x", query_id: "q", chat_id: "c" },
    says: "at most one of",
  },
  {
    is: "a praising correction",
    path: "/self-learn",
    body: { content: "x", outcome: 1 },
    says: "TEACHING",
  },
  {
    is: "an absolute path",
    path: "/sync",
    body: { files: [{ path: "/etc/passwd", text: "x" }] },
    says: /files\[0\]\.path.*relative/,
  },
  {
    is: "a path that climbs",
    path: "/sync",
    body: { files: [{ path: "notes/../../secret", text: "x" }] },
    says: /files\[0\]\.path/,
  },
  {
    is: "a file both there and deleted",
    path: "/sync",
    body: { files: [{ path: "a.md", text: "x", deleted: true }] },
    says: "files[0]",
  },
  {
    is: "an unknown task",
    path: "/maintain",
    body: { tasks: ["tidy"] },
    says: /tasks\[0\].*decay/,
  },
  {
    is: "a node merged with itself",
    path: "/merge",
    body: { nodes: ["a", "a"] },
    says: "itself",
  },
  { is: "a pair of three", path: "/merge", body: { nodes: ["a", "b", "c"] }, says: "fix nodes" },
  {
    is: "an unknown authority",
    path: "/anchors",
    body: { node_id: SAMPLE_NODE, authority: "divine" },
    says: "fix authority",
  },
  { is: "a page of none", method: "GET", path: "/journal?limit=0", says: "fix limit" },
  { is: "a page of words", method: "GET", path: "/journal?limit=ten", says: "fix limit" },
  {
    is: "an unknown type of entry",
    method: "GET",
    path: "/journal?type=gossip",
    says: "fix type",
  },
  { is: "an unknown parameter", method: "GET", path: "/journal?page=2", says: '"page"' },
  {
    is: "a parameter twice",
    method: "GET",
    path: "/journal?limit=1&limit=2",
    says: "more than once",
  },
  { is: "a parameter of another", method: "GET", path: "/info?verbose=1", says: '"verbose"' },
  {
    is: "nesting without end",
    path: "/rpc",
    body: nested(5_000),
    says: String(LIMITS.jsonDepth),
  },
  {
    is: "a key that means the prototype",
    path: "/inject",
    body: '{"content":"x","metadata":{"__proto__":{"a":1}}}',
    says: "metadata has a key __proto__",
  },
  {
    is: "an Idempotency-Key too long",
    path: "/inject",
    body: { content: "x" },
    headers: { "Idempotency-Key": long(LIMITS.idempotencyKey + 1) },
    says: "fix Idempotency-Key",
  },
  {
    is: "an empty Idempotency-Key",
    path: "/inject",
    body: { content: "x" },
    headers: { "Idempotency-Key": "" },
    says: "fix Idempotency-Key",
  },
  {
    is: "an Idempotency-Key beyond ASCII",
    path: "/inject",
    body: { content: "x" },
    headers: { "Idempotency-Key": "schl\u00fcssel" },
    says: "fix Idempotency-Key",
  },
];
