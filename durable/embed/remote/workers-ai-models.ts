// The models of Workers AI that can be chosen, with what one request of each may hold.
// Items and context windows are those of the models' pages; where a page says nothing, the value is ours and careful.

import type { RequestLimits } from "./limits.ts";
import { QWEN3_INSTRUCTION } from "./model-prompts.ts";
import type { Side } from "./remote-embedder.ts";

export interface WorkersAiModel {
  /** Length of the vectors that the model answers. */
  readonly answered: number;
  /** Lengths that they may be cut to, longest last; the model was trained so that its first entries say most. */
  readonly dimensions: readonly number[];
  /** The length where none is asked for. */
  readonly usual: number;
  readonly limits: RequestLimits;
  /** Whether the platform puts the model's prompt before a text by itself. */
  readonly promptsItself: boolean;
  inputs(texts: readonly string[], side: Side): Record<string, unknown>;
}

export const WORKERS_AI_MODELS: ReadonlyMap<string, WorkersAiModel> = new Map<string, WorkersAiModel>([
  [
    "@cf/qwen/qwen3-embedding-0.6b",
    {
      answered: 1024,
      dimensions: [64, 128, 256, 512, 768, 1024],
      usual: 256,
      limits: { items: 32, tokens: 8_000, textTokens: 8_000 },
      promptsItself: true,
      inputs: (texts, side) =>
        side === "query" ? { queries: texts, instruction: QWEN3_INSTRUCTION } : { documents: texts },
    },
  ],
  [
    "@cf/google/embeddinggemma-300m",
    {
      answered: 768,
      dimensions: [128, 256, 512, 768],
      usual: 256,
      limits: { items: 32, tokens: 8_000, textTokens: 2_000 },
      promptsItself: false,
      inputs: (texts) => ({ text: texts }),
    },
  ],
  [
    "@cf/baai/bge-m3",
    {
      answered: 1024,
      dimensions: [1024],
      usual: 1024,
      limits: { items: 100, tokens: 50_000, textTokens: 8_000 },
      promptsItself: false,
      inputs: (texts) => ({ text: texts, truncate_inputs: true }),
    },
  ],
]);
