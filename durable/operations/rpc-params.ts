// Params of openclawbrain's worker envelope, read field by field with the messages its clients know.
// The worker knew no upper limits; here they are those of the API.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { lengthOf } from "../graph/code-points.ts";
import type { Json, Metadata } from "../graph/records.ts";
import { isBlank } from "../text/lines.ts";

/** Refuses params with a message that names the field. */
export function refuse(message: string): never {
  throw new Refusal("invalid_request", message);
}

export class Params {
  private readonly values: Metadata;

  constructor(values: Metadata) {
    this.values = values;
  }

  /** The value as it was sent; undefined when missing or null. */
  raw(name: string): Json | undefined {
    return this.values[name] ?? undefined;
  }

  /** A string of at most `most` characters; undefined when missing or blank. */
  text(name: string, most: number): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") refuse(`${name} must be a string`);
    if (lengthOf(value) > most) refuse(`${name} must have at most ${most} characters`);
    return isBlank(value) ? undefined : value;
  }

  requiredText(name: string, most: number): string {
    return this.text(name, most) ?? refuse(`${name} is required`);
  }

  /** An integer, 1…most. */
  count<Fallback extends number | null>(name: string, most: number, fallback: Fallback): number | Fallback {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (!isInteger(value)) refuse(`${name} must be an integer`);
    if (value < 1) refuse(`${name} must be >= 1`);
    if (value > most) refuse(`${name} must be <= ${most}`);
    return value;
  }

  /** An integer; anything else counts as missing. */
  lenientInteger<Fallback extends number | null>(name: string, fallback: Fallback): number | Fallback {
    const value = this.raw(name);
    return isInteger(value) ? value : fallback;
  }

  number(name: string, low: number, high: number): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number") refuse(`${name} must be a number`);
    return value >= low && value <= high ? value : refuse(`${name} must be between ${low} and ${high}`);
  }

  /** How it went, −1…1. */
  outcome(): number | undefined {
    return this.number("outcome", -1, 1);
  }

  requiredOutcome(): number {
    return this.outcome() ?? refuse("outcome is required");
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.raw(name);
    if (value === undefined || typeof value === "boolean") return value ?? fallback;
    return refuse(`${name} must be a boolean`);
  }

  /** One of the given words. */
  choice<Word extends string>(name: string, words: readonly Word[], fallback?: Word): Word {
    const value = this.raw(name) ?? fallback;
    return words.find((word) => word === value) ?? refuse(`${name} must be one of: ${words.join(", ")}`);
  }

  /** A list of at most `most` ids or paths, none of them blank; undefined when missing. */
  texts(name: string, most: number): string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) refuse(`${name} must be a list`);
    if (value.length > most) refuse(`${name} must hold at most ${most} strings`);
    const isText = (item: Json): item is string => typeof item === "string" && !isBlank(item);
    return value.every(isText) ? value : refuse(`${name} must only contain non-empty strings`);
  }

  requiredTexts(name: string, most: number): string[] {
    const values = this.texts(name, most) ?? refuse(`${name} is required`);
    return values.length > 0 ? values : refuse(`${name} must not be empty`);
  }

  object(name: string): Metadata {
    const value = this.raw(name) ?? {};
    if (!isObject(value)) refuse(`${name} must be an object`);
    if (JSON.stringify(value).length <= LIMITS.metadataBytes) return value;
    return refuse(`${name} must be at most ${LIMITS.metadataBytes} bytes of JSON`);
  }
}

export function isObject(value: unknown): value is Metadata {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isInteger(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value);
}
