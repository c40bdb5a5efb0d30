// From bytes to JSON: size while reading, media type, encoding, syntax, and text that every home can store.

import { Refusal } from "../wire/errors.ts";
import { LIMITS } from "../wire/limits.ts";
import { NDJSON } from "../wire/moving.ts";
import { placeOf } from "./parsed.ts";

/**
 * Reads a request's JSON. Refuses what is too large, of another type, no UTF-8, no JSON, or holds unusable text;
 * `checkText` is another judge of that, where the texts are somebody else's to refuse.
 */
export async function readJson(request: Request, checkText = requireUsableText): Promise<unknown> {
  requireType(request.headers, "application/json");
  return jsonIn(await readBytes(request, LIMITS.bodyBytes), checkText);
}

/** The same, where nothing at all, of whatever type, is an object without fields. */
export async function readJsonIfAny(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, LIMITS.bodyBytes);
  if (bytes.length === 0) return {};
  requireType(request.headers, "application/json");
  return jsonIn(bytes, requireUsableText);
}

function jsonIn(bytes: Uint8Array, checkText: typeof requireUsableText): unknown {
  if (bytes.length === 0) throw new Refusal("malformed_json", "the body is empty: send a JSON object");
  const value = parseJson(decode(bytes));
  requireUsable(value, checkText);
  return value;
}

/** Reads a request's lines as they are. */
export async function readLines(request: Request): Promise<string> {
  requireType(request.headers, NDJSON);
  return decode(await readBytes(request, LIMITS.bodyBytes));
}

/** Refuses text with NUL or half a surrogate pair: SQLite would cut it, UTF-8 would change it. */
export function requireUsableText(text: string, path: readonly (string | number)[], what = ""): void {
  if (text.includes("\0")) {
    throw new Refusal("invalid_text", `${what}${placeOf(path)} holds a NUL character: remove it`);
  }
  if (!text.isWellFormed()) {
    throw new Refusal(
      "invalid_text",
      `${what}${placeOf(path)} holds half a surrogate pair: send whole characters`,
    );
  }
}

function requireType(headers: Headers, wanted: string): void {
  const [type, ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith("charset="));
  if (type.trim() !== wanted || !/^(charset="?utf-?8"?)?$/.test(charset ?? "")) {
    throw new Refusal("unsupported_media_type", `send the body as Content-Type: ${wanted} in UTF-8`);
  }
  if (!/^(identity)?$/i.test(headers.get("content-encoding") ?? "")) {
    throw new Refusal("unsupported_media_type", "send the body without Content-Encoding");
  }
}

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Refusal("too_large", `the body has more than ${most} bytes: split it into several requests`);
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new Refusal("invalid_text", "the body is not valid UTF-8: encode it as UTF-8");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("malformed_json", "the body is not valid JSON: check quotes, commas and brackets");
  }
}

/** Bounded in depth, so the recursion is too; the path is kept in one array to spare a string per value. */
function requireUsable(
  value: unknown,
  checkText: typeof requireUsableText,
  path: (string | number)[] = [],
): void {
  if (typeof value === "string") checkText(value, path);
  if (value === Infinity || value === -Infinity) {
    throw new Refusal("invalid_request", `${placeOf(path)} is too large a number: send a finite one`);
  }
  if (typeof value !== "object" || value === null) return;
  if (path.length === LIMITS.jsonDepth) {
    throw new Refusal(
      "invalid_request",
      `the body is nested deeper than ${LIMITS.jsonDepth} levels: flatten it`,
    );
  }
  const isList = Array.isArray(value);
  for (const [key, child] of isList ? value.entries() : Object.entries(value)) {
    if (!isList) requireUsableKey(key as string, path, checkText);
    path.push(key);
    requireUsable(child, checkText, path);
    path.pop();
  }
}

function requireUsableKey(
  key: string,
  path: readonly (string | number)[],
  checkText: typeof requireUsableText,
): void {
  checkText(key, path, "a key in ");
  if (key === "__proto__") {
    throw new Refusal("invalid_request", `${placeOf(path)} has a key __proto__: rename it`);
  }
}
