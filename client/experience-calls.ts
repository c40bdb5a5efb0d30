// The part of an agent's client that is about experiences.

import type { ReplyOf, RequestOf } from "../wire/endpoints.ts";
import type { CallOptions } from "./connection.ts";
import { KnowledgeCalls } from "./knowledge-calls.ts";

export class ExperienceCalls extends KnowledgeCalls {
  /** Tells of a run, or of a part of one. */
  tellExperience(
    request: RequestOf<"tellExperience">,
    options?: CallOptions,
  ): Promise<ReplyOf<"tellExperience">> {
    return this.call("tellExperience", request, options);
  }

  /** Experiences with tasks like this one. */
  searchExperiences(
    request: RequestOf<"searchExperiences">,
    options?: CallOptions,
  ): Promise<ReplyOf<"searchExperiences">> {
    return this.call("searchExperiences", request, options);
  }

  /** A page of experiences, newest first. */
  experiences(
    request: RequestOf<"experiences"> = {},
    options?: CallOptions,
  ): Promise<ReplyOf<"experiences">> {
    return this.call("experiences", request, options);
  }

  /** How many experiences there are, and how they stand. */
  experienceStats(options?: CallOptions): Promise<ReplyOf<"experienceStats">> {
    return this.call("experienceStats", {}, options);
  }
}
