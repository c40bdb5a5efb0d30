// What the memories page asks for, and the words in which it tells what comes.

import type { ReplyOf, RequestOf } from "../../../../wire/endpoints.ts";
import type { Memory } from "../../../../wire/memories.ts";
import { fieldOf, momentIn } from "../../moments.ts";

export type { Memory };
export type Found = ReplyOf<"searchMemories">["results"][number];
export type Conflict = ReplyOf<"conflicts">["conflicts"][number];

export const TYPES = ["rule", "fact", "episode", "procedure", "preference"] as const;
export const SCOPES = ["permanent", "project", "session", "ttl"] as const;
export const VISIBILITIES = ["shared", "private", "sensitive"] as const;

/** What the filters of the address ask of the list. What is no value of a filter is left out. */
export function requestOf(parameters: URLSearchParams): RequestOf<"memories"> {
  const one = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === parameters.get(name));
  const asOf = momentIn(parameters.get("as_of"));
  return {
    type: one("type", TYPES),
    scope: one("scope", SCOPES),
    visibility: one("visibility", VISIBILITIES),
    project: parameters.get("project") || undefined,
    tags: tagsOf(parameters.get("tags") ?? "").join(",") || undefined,
    as_of: asOf,
    include_invalidated: parameters.get("ended") === "yes" ? "true" : undefined,
  };
}

/** Tags as they are typed: separated by commas. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** Whether a memory holds at a moment. */
export function holds({ valid_to, is_current_version }: Memory, now: number): boolean {
  return is_current_version && (valid_to === null || valid_to > now);
}

/** A share as percent. */
export function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** What of a memory its form holds. */
export interface Draft {
  readonly content: string;
  readonly type: string;
  readonly visibility: string;
  /** Percent. */
  readonly confidence: string;
  readonly tags: string;
  readonly project: string;
  readonly until: string;
}

export function draftOf(memory: Memory): Draft {
  const { content, type, visibility, confidence, tags, project, valid_until } = memory;
  return {
    ...{ content, type, visibility, project },
    confidence: String(Math.round(confidence * 100)),
    tags: tags.join(", "),
    until: fieldOf(valid_until),
  };
}

/** What is wrong with a draft, by its fields. */
export function wrongIn(draft: Draft, memory: Memory): Partial<Record<keyof Draft, string>> {
  const confidence = Number(draft.confidence);
  return {
    ...(draft.content.trim().length < LEAST_TEXT && { content: `Write at least ${LEAST_TEXT} characters.` }),
    ...((draft.confidence.trim() === "" || !(confidence >= 0 && confidence <= 100)) && {
      confidence: "Give a number from 0 to 100.",
    }),
    ...(draft.project.trim() === "" &&
      memory.project !== "" && {
        project: "A project can be changed, not taken away.",
      }),
    ...(draft.until === "" &&
      memory.valid_until !== null && {
        until: "An end can be moved, not taken away.",
      }),
  };
}

const LEAST_TEXT = 10;

/** What a draft changes; only that is sent. */
export function changesIn(draft: Draft, memory: Memory): Omit<RequestOf<"changeMemory">, "id"> {
  const before = draftOf(memory);
  const type = TYPES.find((one) => one === draft.type);
  const visibility = VISIBILITIES.find((one) => one === draft.visibility);
  return {
    ...(draft.content.trim() !== memory.content.trim() && { content: draft.content.trim() }),
    ...(draft.type !== before.type && { type }),
    ...(draft.visibility !== before.visibility && { visibility }),
    ...(draft.confidence !== before.confidence && { confidence: Number(draft.confidence) / 100 }),
    ...(draft.tags !== before.tags && { tags: tagsOf(draft.tags) }),
    ...(draft.project.trim() !== before.project && { project: draft.project.trim() }),
    ...(draft.until !== before.until && { valid_until: momentIn(draft.until) }),
  };
}

/** One factor of a ranking: how well a memory did in it, what it weighs, and what came of both. */
export interface Factor {
  readonly name: string;
  readonly says: string;
  readonly score: number;
  readonly weight: number;
  readonly counts: number;
}

const FACTORS: readonly (readonly [weight: string, field: keyof Found, name: string, says: string])[] = [
  ["similarity", "similarity_score", "Meaning", "how near it is to the question"],
  ["recency", "recency_score", "Recency", "how lately it was stored or of use"],
  ["frequency", "frequency_score", "Use", "how often it was of use"],
  ["type_boost", "type_boost", "Type", "rules and preferences count more"],
  ["scope_boost", "scope_boost", "Scope", "what is of the asked project, or lasts, counts more"],
  ["confidence", "confidence_score", "Confidence", "how sure it is"],
  ["reinforcement", "reinforcement_score", "Heard again", "how often it was told"],
  ["tag_affinity", "tag_affinity_score", "Tags", "how many of its tags the question names"],
  ["graph_proximity", "graph_proximity_score", "Learned route", "how strongly a walk leads to it"],
];

/** The factors of a result, what counts most first. */
export function factorsOf(found: Found, weights: Readonly<Record<string, number>>): Factor[] {
  return FACTORS.map(([key, field, name, says]) => {
    const score = Number(found[field]);
    const weight = weights[key] ?? 0;
    return { name, says, score, weight, counts: score * weight };
  }).sort((a, b) => b.counts - a.counts);
}
