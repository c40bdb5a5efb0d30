// Params of openclawbrain's worker envelope, read field by field with the messages its clients know.

import { Refusal } from "../../wire/errors.ts";
import type { Json, Metadata } from "../graph/records.ts";

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

  /** A string that is not blank, or undefined when missing. */
  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") refuse(`${name} must be a string`);
    return value.trim() === "" ? undefined : value;
  }

  requiredText(name: string): string {
    return this.text(name) ?? refuse(`${name} is required`);
  }

  /** An integer from 1 on. */
  count(name: string, fallback: number): number {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (!isInteger(value)) refuse(`${name} must be an integer`);
    if (value < 1) refuse(`${name} must be >= 1`);
    return value;
  }

  /** An integer; anything else counts as missing. */
  lenientInteger(name: string, fallback: number): number {
    const value = this.raw(name);
    return isInteger(value) ? value : fallback;
  }

  number(name: string): number | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === "number") return value;
    return refuse(`${name} must be a number`);
  }

  requiredNumber(name: string): number {
    return this.number(name) ?? refuse(`${name} is required`);
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

  /** A list of strings, none of them blank; undefined when missing. */
  texts(name: string): string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) refuse(`${name} must be a list`);
    const isText = (item: Json): item is string => typeof item === "string" && item.trim() !== "";
    return value.every(isText) ? value : refuse(`${name} must only contain non-empty strings`);
  }

  requiredTexts(name: string): string[] {
    const values = this.texts(name) ?? refuse(`${name} is required`);
    return values.length > 0 ? values : refuse(`${name} must not be empty`);
  }

  object(name: string): Metadata {
    const value = this.raw(name) ?? {};
    return isObject(value) ? value : refuse(`${name} must be an object`);
  }
}

export function isObject(value: unknown): value is Metadata {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isInteger(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value);
}
