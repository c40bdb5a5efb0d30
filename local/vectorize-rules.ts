// What the stand-in for Vectorize refuses and how it compares. The real index says the same in other words; the number
// 40007 is its own.

import { VECTORIZE } from "../durable/vectorize/limits.ts";
import type { IndexedVector, Metadata } from "../durable/vectorize/vector-store.ts";

type Value = string | number | boolean;
type Condition = Value | Readonly<Record<string, Value | readonly Value[]>>;

export interface QueryOptions {
  readonly topK?: number;
  readonly namespace?: string;
  readonly filter?: Readonly<Record<string, Condition>>;
  readonly returnValues?: boolean;
  readonly returnMetadata?: "none" | "indexed" | "all";
}

export function flawOfVectors(vectors: readonly IndexedVector[], dimension: number): string | null {
  if (vectors.length === 0) return "VECTOR_UPSERT_ERROR: no vectors";
  if (vectors.length > VECTORIZE.upsert)
    return `VECTOR_UPSERT_ERROR: at most ${VECTORIZE.upsert} vectors, and got ${vectors.length}`;
  for (const { id, namespace = "", values, metadata } of vectors) {
    if (id === "" || bytesOf(id) > VECTORIZE.nameBytes)
      return `VECTOR_UPSERT_ERROR: an id has at most ${VECTORIZE.nameBytes} bytes`;
    if (bytesOf(namespace) > VECTORIZE.nameBytes)
      return `VECTOR_UPSERT_ERROR: a namespace has at most ${VECTORIZE.nameBytes} bytes`;
    if (values.length !== dimension)
      return `VECTOR_UPSERT_ERROR: expected ${dimension} dimensions, and got ${values.length} dimensions`;
    if (!values.every(Number.isFinite)) return "VECTOR_UPSERT_ERROR: a value is no number";
    if (bytesOf(JSON.stringify(metadata ?? {})) > VECTORIZE.metadataBytes)
      return `VECTOR_UPSERT_ERROR: metadata has at most ${VECTORIZE.metadataBytes} bytes`;
  }
  return null;
}

export function flawOfNames(ids: readonly string[], call: "deletion" | "gets"): string | null {
  const most = VECTORIZE[call];
  if (ids.length <= most) return null;
  return `VECTOR_${call === "gets" ? "GET" : "DELETE"}_ERROR (code = 40007): at most ${most} ids, and got ${ids.length}`;
}

/** `more`: values or all metadata come along. */
export function topKFlaw(topK: number, more: boolean): string | null {
  const most = more ? VECTORIZE.topKWithMore : VECTORIZE.topK;
  return topK >= 1 && topK <= most ? null : `VECTOR_QUERY_ERROR: topK is 1 … ${most}, and got ${topK}`;
}

/** Whether metadata meets every condition of a filter. */
export function isMet(
  filter: NonNullable<QueryOptions["filter"]>,
  metadata: Metadata | undefined,
  indexed: readonly string[],
): boolean {
  return Object.entries(filter).every(([property, condition]) => {
    const value = indexed.includes(property) ? metadata?.[property] : undefined;
    if (value === undefined) return false;
    if (typeof condition !== "object") return value === condition;
    return Object.entries(condition).every(([operator, operand]) => compare(operator, value, operand));
  });
}

function compare(operator: string, value: Value, operand: Value | readonly Value[]): boolean {
  const operands = [operand].flat() as Value[];
  if (operator === "$eq" || operator === "$in") return operands.includes(value);
  if (operator === "$ne" || operator === "$nin") return !operands.includes(value);
  const [other] = operands;
  if (operator === "$lt") return value < other;
  if (operator === "$lte") return value <= other;
  if (operator === "$gt") return value > other;
  return operator === "$gte" && value >= other;
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, left, right] = [0, 0, 0];
  for (const [index, entry] of a.entries()) {
    dot += entry * b[index];
    left += entry * entry;
    right += b[index] * b[index];
  }
  // The index keeps 32 bits of a number.
  return Math.fround(left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
