// Experiences with tasks like a prompt: found by the words and the meaning of their own prompts, among all that are kept,
// and shown as a fenced block in the prompt's language. Where nothing is near enough, nothing is shown.

import type { ExperienceSearchReply, ExperienceSearchRequest } from "../../wire/experiences.ts";
import { chosen, EXPERIENCE_RECALL, relevances } from "../graph/experience-recall.ts";
import { PRODUCT } from "../graph/profiles.ts";
import { isExperience, isKeptBack } from "../graph/structure.ts";
import { fencedExperiences } from "../text/experience-block.ts";
import { languageOf } from "../text/prompt-language.ts";
import { userWords } from "../text/user-words.ts";
import { candidatesOf } from "./candidates.ts";
import { shownExperience, toldExperience } from "./experience-nodes.ts";
import type { Operation, Work } from "./memory.ts";
import { reaching } from "./reaching.ts";
import { type EmbeddedQuestion, embedQuestion } from "./recall.ts";
import { checkVector } from "./teaching.ts";

const EXAMPLES = 3;
const CONTEXT_CHARS = 6_000;

export const searchExperiences: Operation<ExperienceSearchRequest, ExperienceSearchReply, EmbeddedQuestion> =
  {
    wait: (memory, { prompt }, call) => embedQuestion(memory, askedIn(prompt), call),

    act(work, request, { vector, failure, reach }) {
      const { graph, store, call } = work;
      if (vector) checkVector(work, vector);
      const found = () => relevanceOf(work, askedIn(request.prompt), vector);
      const relevance = reach ? reaching(work, reach, found) : found();
      const told = new Map(
        [...relevance.keys()].flatMap((id) => {
          const node = store.storedNode(id);
          return node ? [[id, toldExperience(graph, node)] as const] : [];
        }),
      );
      const standing = (id: string) => told.get(id)?.standing ?? 0;
      const best = chosen(relevance, standing, EXPERIENCE_RECALL, request.limit ?? EXAMPLES);
      const experiences = best.flatMap(([id]) => {
        const one = told.get(id);
        return one ? [{ ...one, relevance: relevance.get(id) ?? 0 }] : [];
      });
      const language = languageOf(request.prompt, request.language);
      const limit = request.max_context_chars ?? CONTEXT_CHARS;
      const { text } = fencedExperiences(experiences.map(shownExperience), language, call.id, limit);
      return {
        experiences,
        context: text,
        language,
        ...(failure && { degraded: "embedder_unavailable" }),
        ...(reach?.failed && { degraded: "vectorize_unavailable" }),
        total_ms: call.elapsed(),
      };
    },
  };

/** What a user asks, without what a host put around it. */
function askedIn(prompt: string): string {
  return userWords(prompt) || prompt;
}

function relevanceOf(work: Work, text: string, vector: EmbeddedQuestion["vector"]): Map<string, number> {
  const { graph, settings, call } = work;
  const isAllowed = (id: string) => isExperience(graph, id) && !isKeptBack(graph, id);
  // The reference finds memory by vectors alone; of experiences it has no say.
  const hybrid = settings.hybrid ?? PRODUCT.hybrid;
  if (!hybrid) return new Map();
  const { taughtFloor } = settings.seeds;
  const { inhibitoryThreshold } = settings.traversal;
  const { words, meaning } = candidatesOf(
    work,
    { text, vector, isAllowed },
    { hybrid, taught: null, taughtFloor, inhibitoryThreshold, now: call.now },
  );
  return relevances(words, meaning, EXPERIENCE_RECALL);
}
