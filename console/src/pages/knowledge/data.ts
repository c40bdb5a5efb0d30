// What the page of facts and entities asks for, and the words in which it tells what comes.

import type { ReplyOf, RequestOf } from "../../../../wire/endpoints.ts";
import { type Entity, type Fact, worldTimeOf } from "../../../../wire/knowledge.ts";
import { momentIn } from "../../moments.ts";

export type { Entity, Fact };

export const ENTITY_TYPES = ["person", "project", "system", "decision", "concept"] as const;

/** What a fact may be called by; anything else relates to. */
export const RELATIONS = [
  ...[
    "WORKS_AT",
    "EMPLOYED_BY",
    "LIVES_IN",
    "LOCATED_IN",
    "BASED_IN",
    "HAS_ROLE",
    "MARRIED_TO",
    "REPORTS_TO",
  ],
  ...["CEO_OF", "LEADS", "USES", "DEPENDS_ON", "DECIDED_TO", "KNOWS", "HAS_SKILL", "PART_OF"],
  ...["COLLABORATES_WITH", "IMPLEMENTS", "MANAGES", "RELATES_TO"],
] as const;

/** What the filters of the address ask of the entities. */
export function entitiesAsked(parameters: URLSearchParams): RequestOf<"entities"> {
  return {
    query: parameters.get("query") || undefined,
    type: ENTITY_TYPES.find((one) => one === parameters.get("type")),
    as_of: momentIn(parameters.get("as_of")),
  };
}

/** And of the facts. */
export function factsAsked(parameters: URLSearchParams): RequestOf<"facts"> {
  return {
    entity: parameters.get("about") || undefined,
    relation: parameters.get("relation") || undefined,
    project: parameters.get("project") || undefined,
    as_of: momentIn(parameters.get("as_of")),
    include_invalidated: parameters.get("ended") === "yes" ? "true" : undefined,
  };
}

/** A relation as one says it. */
export function saidOf(relation: string): string {
  return relation.toLowerCase().replaceAll("_", " ");
}

/** What a form says of a new fact. */
export interface Saying {
  readonly subject: string;
  readonly relation: string;
  readonly object: string;
  readonly since: string;
  readonly until: string;
  readonly project: string;
}

export const EMPTY_SAYING: Saying = {
  subject: "",
  relation: "",
  object: "",
  since: "",
  until: "",
  project: "",
};

/** What is wrong with it, by its fields. */
export function wrongIn(saying: Saying, now: number): Partial<Record<keyof Saying, string>> {
  const isTime = (text: string): boolean => text.trim() === "" || worldTimeOf(text.trim(), now) !== null;
  const odd = "Give a year, a month or a day, such as 2024-03.";
  return {
    ...(saying.subject.trim() === "" && { subject: "Say whom or what it is about." }),
    ...(saying.relation.trim() === "" && { relation: "Say how they are related." }),
    ...(saying.object.trim() === "" && { object: "Say whom or what it leads to." }),
    ...(!isTime(saying.since) && { since: odd }),
    ...(!isTime(saying.until) && { until: odd }),
  };
}

export function requestOf(saying: Saying): RequestOf<"storeFact"> {
  const { subject, relation, object, since, until, project } = saying;
  return {
    subject: subject.trim(),
    relation: relation.trim().toUpperCase().replace(/\s+/g, "_"),
    object: object.trim(),
    valid_from: since.trim() || undefined,
    valid_to: until.trim() || undefined,
    project: project.trim() || undefined,
  };
}

/** What became of it, in a sentence or two. */
export function becameOf({ status, ended, conflicts_with, quarantined }: ReplyOf<"storeFact">): string {
  if (status === "duplicate") return "This is known already.";
  if (status === "proposed") return "It waits for a reviewer, and counts once somebody approves it.";
  const parts = [status === "new_version" ? "Said: the known one now has its end." : "Said."];
  if (ended.length > 0)
    parts.push(
      ended.length === 1 ? "One fact has ended with it." : `${ended.length} facts have ended with it.`,
    );
  if (conflicts_with.length > 0)
    parts.push("It contradicts what is known: somebody has to say who is right.");
  if (quarantined) parts.push("The screen keeps it back.");
  return parts.join(" ");
}
