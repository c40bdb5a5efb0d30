// Golden operations about text: chunks, features, prompt blocks, and what models write.

import { HashEmbedder, unit } from "../../durable/embed/hash.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import { siblingWeight } from "../../durable/graph/siblings.ts";
import { fromReferenceNode } from "../../durable/operations/reference-state.ts";
import { chunkDocument } from "../../durable/text/chunk.ts";
import { digestOf } from "../../durable/text/digest.ts";
import { jsonIn, sectionsIn } from "../../durable/text/extract-json.ts";
import { eachGram, type GramRange, identifierWords } from "../../durable/text/hash-features.ts";
import { firstLine } from "../../durable/text/lines.ts";
import { withinLimit } from "../../durable/text/oversize.ts";
import {
  type PromptNode,
  type PromptOptions,
  promptContext,
  rankedPromptContext,
} from "../../durable/text/prompt-context.ts";
import { siblingDigest } from "../../durable/text/sibling-digest.ts";
import type { GoldenOperation } from "../cases.ts";
import type { GoldenGraph } from "../state.ts";

const RULES = PARITY.sync.chunks;
const SHOWN = { tokens: 12, values: 6, digest: 16 };

interface PromptInput {
  readonly graph: GoldenGraph;
  readonly node_ids: readonly string[];
  readonly node_scores?: Readonly<Record<string, number>>;
  readonly max_chars?: number | null;
  readonly include_node_ids?: boolean;
}

export const TEXT: Readonly<Record<string, GoldenOperation>> = {
  hash_embed(input: {
    text?: string;
    text_unit?: string;
    text_times?: number;
    dim?: number;
    ngram_range?: GramRange;
  }) {
    const text = input.text ?? (input.text_unit as string).repeat(input.text_times as number);
    const embedder = new HashEmbedder(input.dim, input.ngram_range);
    const counts = embedder.counts(text);
    const features = identifierWords(text);
    eachGram(text, input.ngram_range ?? [3, 5], (gram) => features.push(gram));
    const sparse = (vector: Float64Array) => Array.from(vector.entries()).filter(([, value]) => value !== 0);
    return {
      dim: embedder.dimension,
      tokens: identifierWords(text).slice(0, SHOWN.tokens),
      feature_count: features.length,
      distinct_features: new Set(features).size,
      raw_counts: sparse(counts),
      norm: Math.hypot(...counts),
      first_values: sparse(unit(counts)).slice(0, SHOWN.values),
    };
  },

  split_document(input: {
    path: string;
    text?: string;
    text_parts?: { unit: string; times: number }[];
    summarise_chunks?: boolean;
  }) {
    const text = input.text ?? (input.text_parts ?? []).map(({ unit, times }) => unit.repeat(times)).join("");
    const chunks = chunkDocument(input.path, text, RULES);
    if (!input.summarise_chunks) return { chunks };
    return {
      count: chunks.length,
      lengths: chunks.map((chunk) => Array.from(chunk).length),
      first_lines: chunks.map(firstLine),
      sha256: chunks.map((chunk) => digestOf(chunk).slice(0, SHOWN.digest)),
    };
  },

  rechunk_oversized({ chunks, max_chars }: { chunks: string[]; max_chars: number }) {
    return { chunks: chunks.flatMap((chunk) => withinLimit(chunk, { ...RULES, mostChars: max_chars })) };
  },

  sibling_weight({ pairs }: { pairs: [path: string, offset: number][] }) {
    return { weights: pairs.map(([path, offset]) => siblingWeight(siblingDigest(path, offset))) };
  },

  llm_split_sections({ response }: { response: string }) {
    return { sections: sectionsIn(response) };
  },

  extract_json({ texts }: { texts: string[] }) {
    return { values: texts.map((text) => jsonIn(text) ?? null) };
  },

  first_line({ texts }: { texts: string[] }) {
    return { values: texts.map(firstLine) };
  },

  prompt_context(input: PromptInput) {
    return promptContext(promptNodes(input), promptOptions(input));
  },

  prompt_context_ranked(input: PromptInput) {
    const scores = input.node_scores ? new Map(Object.entries(input.node_scores)) : null;
    return rankedPromptContext(promptNodes(input), scores, promptOptions(input));
  },
};

function promptNodes({ graph, node_ids }: PromptInput): PromptNode[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, fromReferenceNode(node)]));
  return [...new Set(node_ids)].flatMap((id) => nodes.get(id) ?? []);
}

function promptOptions({ max_chars, include_node_ids }: PromptInput): PromptOptions {
  return {
    ...PARITY.prompt,
    mostChars: max_chars === undefined ? 20_000 : max_chars,
    withIds: include_node_ids ?? true,
  };
}
