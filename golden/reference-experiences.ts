// What openclaw-experience-replay finds and how it is set: its lexical vector, its ranking, its options. The product finds
// by its own search; this is what it is compared with, and what its golden cases and old records are read by.

import {
  type ExperienceSettings,
  PRODUCT_EXPERIENCES,
  type ScoreWeights,
} from "../durable/text/experience-settings.ts";

const BUCKETS = 128;
const FIRST = 7;
const FACTOR = 31;

type Vector = readonly number[];
type Raw = Readonly<Record<string, unknown>>;

/** Counts of words and of pairs of neighbouring units, by bucket, at unit length; zeros for a text without any. */
export function lexicalVector(text: string, size = BUCKETS): Vector {
  const normal = text.toLowerCase().replace(/\s+/g, " ").trim();
  const joined = normal.replace(/\s/g, "");
  const pairs = Array.from({ length: Math.max(0, joined.length - 1) }, (_, at) => joined.slice(at, at + 2));
  const counts = new Array<number>(size).fill(0);
  const tokens = [...(normal.match(/[\p{L}\p{N}_-]+/gu) ?? []), ...(joined.length === 1 ? [joined] : pairs)];
  for (const token of tokens) {
    let hash = FIRST;
    for (const character of token) hash = (hash * FACTOR + character.charCodeAt(0)) % size;
    counts[hash]++;
  }
  const length = Math.hypot(...counts);
  return length === 0 ? counts : counts.map((count) => count / length);
}

export function similarity(a: Vector, b: Vector): number {
  return a.length === b.length ? a.reduce((sum, value, at) => sum + value * b[at], 0) : 0;
}

export interface ReferenceRow {
  readonly id: string;
  readonly prompt: string;
  readonly createdAt: string;
  readonly vector?: Vector;
}

/** Experiences from the threshold on, best first, the newer of equals first. */
export function ranked(
  prompt: string,
  rows: readonly ReferenceRow[],
  options: ReferenceOptions,
  queryVector?: Vector,
): { id: string; score: number }[] {
  const asked = lexicalVector(prompt);
  const weight = options["embedding.provider"] === "lexical" ? 1 : options["embedding.hybridWeight"];
  const scored = rows
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, options.maxCandidates)
    .map((row) => {
      const lexical = lexicalVector(row.prompt);
      const near = similarity(queryVector ?? asked, row.vector ?? lexical);
      return {
        id: row.id,
        score: weight * near + (weight === 1 ? 0 : (1 - weight) * similarity(asked, lexical)),
      };
    });
  return scored
    .filter(({ score }) => score >= options.similarityThreshold)
    .sort((a, b) => b.score - a.score)
    .slice(0, options.maxExamples);
}

export type ReferenceOptions = ReturnType<typeof optionsOf>;

/** Its options as it resolves them, by their dotted names. */
export function optionsOf(raw: unknown, env: Readonly<Record<string, string | undefined>> = {}) {
  const config = groupOf(raw);
  const [embedding, capture, success] = [config.embedding, config.capture, config.success].map(groupOf);
  const given = groupOf(success.scoreWeights);
  const provider = ["openai", "ollama"].includes(String(embedding.provider))
    ? String(embedding.provider)
    : "lexical";
  const key = textOr(embedding.openaiApiKey, env.OPENAI_API_KEY ?? "");
  const weights = Object.entries(PRODUCT_EXPERIENCES.weights).map(([name, value]) => [
    name,
    numberIn(given[name], value, 0, 1),
  ]);
  const patterns = success.negativeFeedbackPatterns;
  return {
    enabled: typeof config.enabled === "boolean" ? config.enabled : true,
    storePath: `/resolved/${textOr(config.storePath, "")}`,
    maxExamples: numberIn(config.maxExamples ?? config.topK, 3, 1, 10),
    similarityThreshold: numberIn(config.similarityThreshold, 0.32, 0, 1),
    maxCandidates: numberIn(config.maxCandidates, 250, 10, 5_000),
    language: ["zh", "en"].includes(String(config.language)) ? String(config.language) : "auto",
    "embedding.provider": provider === "openai" && key === "" ? "lexical" : provider,
    "embedding.requestedProvider": provider,
    "embedding.model": textOr(embedding.model, "text-embedding-3-small"),
    "embedding.baseUrl": textOr(embedding.baseUrl, "https://api.openai.com/v1").replace(/\/$/, ""),
    "embedding.ollamaBaseUrl": textOr(embedding.ollamaBaseUrl, "http://localhost:11434").replace(/\/$/, ""),
    "embedding.ollamaModel": textOr(embedding.ollamaModel, "nomic-embed-text"),
    "embedding.hybridWeight": numberIn(embedding.hybridWeight, 0.7, 0, 1),
    "capture.maxToolCalls": numberIn(capture.maxToolCalls, 8, 1, 20),
    "capture.maxCharsPerResult": numberIn(capture.maxCharsPerResult, 280, 40, 2_000),
    "success.minScore": numberIn(success.minScore, 0.65, 0, 1),
    "success.negativeFeedbackPatterns": Array.isArray(patterns)
      ? patterns.filter((pattern): pattern is string => typeof pattern === "string" && pattern.trim() !== "")
      : ["不对", "重来", "错了", "失败", "that is wrong", "try again", "redo"],
    // SAFETY: the names are those of the product's own weights.
    "success.scoreWeights": Object.fromEntries(weights) as unknown as ScoreWeights,
  };
}

/** The same options as what the product judges a run by. */
export function settingsOf(options: ReferenceOptions): ExperienceSettings {
  return {
    mostSteps: options["capture.maxToolCalls"],
    longestResult: options["capture.maxCharsPerResult"],
    keeps: "first",
    minScore: options["success.minScore"],
    weights: options["success.scoreWeights"],
    complaints: options["success.negativeFeedbackPatterns"],
  };
}

function groupOf(value: unknown): Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

function numberIn(value: unknown, otherwise: number, least: number, most: number): number {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.min(most, Math.max(least, value))
    : otherwise;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}
