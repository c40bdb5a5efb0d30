// A run that is told in parts: which of them are there, and what they say together. Secrets are taken out of a part before
// it is kept, and a part that comes again is no other part.

import { Refusal } from "../../wire/errors.ts";
import type { ExperienceRequest } from "../../wire/experiences.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Json } from "../graph/records.ts";
import type { StoredRun } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { type Experience, type ExperienceStep, experienceOf, stepOf } from "../text/experience.ts";
import { PRODUCT_EXPERIENCES } from "../text/experience-settings.ts";
import { withoutSecrets } from "../text/secrets.ts";
import { userWords } from "../text/user-words.ts";
import type { Call, Memory } from "./memory.ts";

interface Part {
  /** Of the part as it was sent. */
  readonly digest: string;
  readonly prompt?: string | undefined;
  readonly answer?: string | undefined;
  readonly steps: readonly ExperienceStep[];
  readonly queries: readonly string[];
  readonly used: readonly string[] | null;
  readonly end: ExperienceRequest["end"] | null;
}

/** Parts by their numbers. */
type Parts = Readonly<Record<number, Part>>;

export interface ToldRun {
  readonly experience: Experience;
  readonly success: boolean;
  readonly model: string | null;
  readonly queries: readonly string[];
  readonly used: readonly string[] | null;
}

/** A run with one more part. `told`: what it says as a whole, once nothing is missing. */
export interface GrownRun {
  readonly id: string;
  readonly conversation: string | null;
  readonly parts: Parts;
  readonly missing: readonly number[];
  readonly told: ToldRun | null;
}

/** Under which a token's runs are kept: nobody tells of the runs of others. */
export function runKey(call: Pick<Call, "author">, name: string): string {
  return digestOf(JSON.stringify([call.author, name]));
}

/** The run of a request with its part. Refuses a part that says something else than one of its number before. */
export function grownRun(
  { store }: Pick<Memory, "store">,
  request: ExperienceRequest,
  call: Pick<Call, "author">,
): GrownRun {
  const id = runKey(call, request.run_id);
  const known: StoredRun | undefined = store.runs.find(id);
  const before: Parts = known?.result === null ? (known.body as unknown as Parts) : {};
  const number = request.part ?? 0;
  const part = partOf(request);
  const same = before[number];
  if (same && same.digest !== part.digest) {
    throw new Refusal(
      "idempotency_conflict",
      `part ${number} of this run was sent with something else in it: give what is new the next number`,
    );
  }
  const parts = { ...before, [number]: part };
  const numbers = Object.keys(parts).map(Number);
  const last = numbers.find((one) => parts[one].end !== null);
  if (last !== undefined && numbers.some((one) => one > last)) {
    throw new Refusal(
      "invalid_request",
      `part ${last} ended this run: no part of a higher number belongs to it`,
    );
  }
  if (JSON.stringify(parts).length > LIMITS.runChars) {
    throw new Refusal(
      "too_large",
      "this run is too long: leave out steps that led nowhere, or shorten results",
    );
  }
  const missing = Array.from({ length: last ?? 0 }, (_, one) => one).filter((one) => !(one in parts));
  const conversation =
    request.session === undefined
      ? (known?.conversation ?? null)
      : runKey(call, `session ${request.session}`);
  const isWhole = last !== undefined && missing.length === 0;
  return { id, conversation, parts, missing, told: isWhole ? toldBy(parts, last) : null };
}

export function bodyOf({ parts }: GrownRun): Json {
  return parts as unknown as Json;
}

function partOf(request: ExperienceRequest): Part {
  const { part: _, ...said } = request;
  // A part is worked off as it comes: what waits is short, and holds no secret.
  const steps = (request.steps ?? []).map(({ tool, duration_ms: durationMs, ...step }) =>
    stepOf({ toolName: withoutSecrets(tool), durationMs, ...step }, PRODUCT_EXPERIENCES),
  );
  return {
    digest: digestOf(JSON.stringify(said)),
    prompt: request.prompt && withoutSecrets(userWords(request.prompt)),
    answer: request.answer && withoutSecrets(request.answer),
    steps,
    queries: request.query_ids ?? [],
    used: request.used_ids ?? null,
    end: request.end ?? null,
  };
}

function toldBy(parts: Parts, last: number): ToldRun {
  const all = Array.from({ length: last + 1 }, (_, number) => parts[number]);
  const { end } = parts[last];
  const named = all.flatMap(({ used }) => used ?? []);
  const run = {
    prompt: all.findLast(({ prompt }) => prompt)?.prompt ?? "",
    assistantTexts: [all.findLast(({ answer }) => answer)?.answer ?? ""],
    steps: all.flatMap(({ steps }) => steps),
  };
  return {
    experience: experienceOf(run, PRODUCT_EXPERIENCES),
    success: end?.success ?? false,
    model: end?.model ?? null,
    queries: [...new Set(all.flatMap(({ queries }) => queries))],
    used: all.some(({ used }) => used !== null) ? [...new Set(named)] : null,
  };
}
