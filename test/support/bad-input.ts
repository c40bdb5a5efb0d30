// Every kind of wrong input: how it is sent, and what it must be answered.

import { LIMITS } from "../../wire/limits.ts";
import { BAD_FIELDS, type BadInput } from "./bad-fields.ts";
import { SAMPLE_NODE } from "./samples.ts";

const unusable = { status: 400, code: "invalid_text" } as const;
const malformed = { status: 400, code: "malformed_json" } as const;
const mediaType = { status: 415, code: "unsupported_media_type" } as const;
const tooLarge = { status: 413, code: "too_large" } as const;
/** Bytes far over the limit. */
export const MANY = 10 * 1024 * 1024;

export const BAD_INPUT: readonly BadInput[] = [
  ...BAD_FIELDS.map((row) => ({ ...row, status: 400, code: "invalid_request" }) as const),
  { is: "no body", path: "/query", body: "", ...malformed, says: "empty" },
  { is: "half an object", path: "/query", body: '{"query":', ...malformed, says: "not valid JSON" },
  { is: "a trailing comma", path: "/query", body: '{"query":"x",}', ...malformed, says: "not valid JSON" },
  { is: "a bare word", path: "/query", body: "deploy", ...malformed, says: "not valid JSON" },
  {
    is: "NaN",
    path: "/learn",
    body: '{"fired_ids":["x"],"outcome":NaN}',
    ...malformed,
    says: "not valid JSON",
  },
  {
    is: "half a surrogate pair",
    path: "/query",
    body: '{"query":"a \\ud83e b"}',
    ...unusable,
    says: "query holds half a surrogate pair",
  },
  {
    is: "half a surrogate pair deep inside",
    path: "/inject/batch",
    body: '{"nodes":[{"content":"x","metadata":{"a":["\\udc00"]}}]}',
    ...unusable,
    says: "nodes[0].metadata.a[0] holds half",
  },
  {
    is: "NUL in text",
    path: "/inject",
    body: '{"content":"a\\u0000b"}',
    ...unusable,
    says: "content holds a NUL",
  },
  {
    is: "NUL in a key",
    path: "/inject",
    body: '{"content":"x","metadata":{"a\\u0000":1}}',
    ...unusable,
    says: "a key in metadata holds a NUL",
  },
  { is: "NUL in a path", method: "GET", path: "/nodes/a%00b", ...unusable, says: "id holds a NUL" },
  {
    is: "bytes that are no UTF-8",
    path: "/query",
    body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    ...unusable,
    says: "UTF-8",
  },
  {
    is: "plain text",
    path: "/query",
    body: '{"query":"x"}',
    headers: { "Content-Type": "text/plain" },
    ...mediaType,
    says: "application/json",
  },
  {
    is: "a form",
    path: "/query",
    body: "query=x",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    ...mediaType,
    says: "application/json",
  },
  {
    is: "another encoding",
    path: "/query",
    body: '{"query":"x"}',
    headers: { "Content-Type": "application/json; charset=utf-16" },
    ...mediaType,
    says: "UTF-8",
  },
  {
    is: "a compressed body",
    path: "/query",
    body: '{"query":"x"}',
    headers: { "Content-Encoding": "gzip" },
    ...mediaType,
    says: "Content-Encoding",
  },
  {
    is: "10 MB with a length",
    path: "/inject",
    body: new Uint8Array(MANY).fill(0x20),
    ...tooLarge,
    says: String(LIMITS.bodyBytes),
  },
  { is: "an unknown path", method: "GET", path: "/memory", status: 404, code: "not_found", says: "/docs" },
  {
    is: "a wrong method",
    method: "GET",
    path: "/query",
    status: 405,
    code: "method_not_allowed",
    says: "POST",
  },
  { is: "PUT", method: "PUT", path: "/anchors", status: 405, code: "method_not_allowed", says: "GET" },
  {
    is: "an unknown query",
    path: "/learn",
    body: { query_id: "0".repeat(32), outcome: 1 },
    status: 404,
    code: "unknown_query",
    says: /./,
  },
  {
    is: "an unknown conversation",
    path: "/learn",
    body: { chat_id: "never-held", outcome: 1 },
    status: 404,
    code: "unknown_chat",
    says: /./,
  },
  { is: "an unknown node", method: "GET", path: "/nodes/nowhere", status: 404, code: "not_found", says: /./ },
  {
    is: "an unknown node to anchor",
    path: "/anchors",
    body: { node_id: "nowhere", authority: "canonical" },
    status: 404,
    code: "not_found",
    says: /./,
  },
  {
    is: "an id that is taken",
    path: "/inject",
    body: { id: SAMPLE_NODE, content: "another text under the same id" },
    status: 409,
    code: "duplicate_id",
    says: /./,
  },
];
