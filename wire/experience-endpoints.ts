// The endpoints of an agent that are about experiences.

import * as z from "zod";
import type { Endpoint } from "./endpoint.ts";
import * as experiences from "./experiences.ts";

export const EXPERIENCE_ENDPOINTS = {
  tellExperience: {
    method: "post",
    path: "/experiences",
    role: "agent",
    writes: true,
    summary: "Tell of a run, in parts; once it has ended well it is an experience",
    request: experiences.ExperienceRequest,
    reply: experiences.ExperienceReply,
  },
  searchExperiences: {
    method: "post",
    path: "/experiences/search",
    role: "reader",
    writes: false,
    countsAs: "queries",
    summary: "Experiences with tasks like this one",
    request: experiences.ExperienceSearchRequest,
    reply: experiences.ExperienceSearchReply,
  },
  experiences: {
    method: "get",
    path: "/experiences",
    role: "reader",
    writes: false,
    summary: "List experiences",
    request: experiences.ExperiencesRequest,
    reply: experiences.ExperiencesReply,
  },
  experienceStats: {
    method: "get",
    path: "/experiences/stats",
    role: "reader",
    writes: false,
    summary: "How many experiences there are, and how they stand",
    request: z.strictObject({}),
    reply: experiences.ExperienceStatsReply,
  },
} as const satisfies Record<string, Endpoint>;
