// Records of evaluation files, read so that a fault names its file and line.

import fs from "node:fs";
import { CannotRun } from "../rows.ts";

/** One record, and where it stands. */
export class Place {
  readonly #where: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(where: string, value: unknown) {
    this.#where = where;
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.fail("is no JSON object");
    this.#fields = value as Record<string, unknown>;
  }

  /** A text that must be there and must not be blank. */
  text(name: string): string {
    return this.maybeText(name) ?? this.fail(`has no ${name}`);
  }

  /** A text, or undefined where the field is absent, null or blank. */
  maybeText(name: string): string | undefined {
    const value = this.#fields[name] ?? "";
    if (typeof value !== "string") return this.fail(`has a ${name} that is no text`);
    return value.trim() === "" ? undefined : value;
  }

  /** A list of texts, or undefined where the field is absent or null. */
  maybeTexts(name: string): readonly string[] | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
    return isList ? value : this.fail(`has a ${name} that is no list of texts`);
  }

  /** A list of records. */
  places(name: string): Place[] {
    const value = this.#fields[name];
    if (!Array.isArray(value)) return this.fail(`has no list ${name}`);
    return value.map((one, index) => new Place(`${this.#where}: ${name}[${index}]`, one));
  }

  isTrue(name: string): boolean {
    return this.#fields[name] === true;
  }

  fail(what: string): never {
    throw new CannotRun(`${this.#where} ${what}`);
  }
}

/** The records of a file with one JSON object a line; blank lines are passed over. */
export function readLines(file: string): Place[] {
  return read(file)
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parsed(`${file}:${index + 1}`, line)]));
}

/** A file that is one JSON object. */
export function readObject(file: string): Place {
  return parsed(file, read(file));
}

function parsed(where: string, json: string): Place {
  try {
    return new Place(where, JSON.parse(json));
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    throw new CannotRun(`${where} is no JSON: ${(error as Error).message}`);
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new CannotRun(`${file} cannot be read: ${(error as Error).message}`);
  }
}
