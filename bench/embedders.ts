// The embedders that can be measured here: those on board, and the one that the environment configures, as for a worker.

import { type EmbedderVariables, embedderConfigurationOf } from "../durable/embed/configuration.ts";
import type { Embedder } from "../durable/embed/embedder.ts";
import { EmbedderFailure } from "../durable/embed/failure.ts";
import { DEFAULT_EMBEDDER, embedderNamed, ON_BOARD } from "../durable/embed/index.ts";
import { folderAssets } from "../golden/folder-assets.ts";
import { panelKernel } from "../golden/panel-kernel.ts";
import { Refusal } from "../wire/errors.ts";
import { CannotRun } from "./rows.ts";

export interface Embedders {
  /** Each name once: the defaults of the two profiles, then the others. */
  readonly names: readonly string[];
  /** One that can embed here and now; undefined, and a sentence why, where it can't. */
  open(name: string, say: (sentence: string) => void): Promise<Embedder | undefined>;
}

/** Reads the configuration from variables such as `EMBEDDER`; refuses what it does not understand. */
export function embeddersOf(variables: EmbedderVariables): Embedders {
  const configuration = configured(variables);
  return {
    names: [...new Set([...Object.values(DEFAULT_EMBEDDER), ...ON_BOARD, configuration.chosen ?? []].flat())],
    async open(name, say) {
      try {
        const embedder = embedderNamed(name, {
          assets: folderAssets(),
          kernel: panelKernel(),
          configuration,
        });
        await embedder?.embed(["Is it there?"], "query");
        return embedder;
      } catch (error) {
        if (!(error instanceof EmbedderFailure)) throw error;
        say(`${name} is left out: ${error.message}`);
        return undefined;
      }
    },
  };
}

function configured(variables: EmbedderVariables) {
  try {
    return embedderConfigurationOf(variables, ON_BOARD);
  } catch (error) {
    if (error instanceof Refusal) throw new CannotRun(error.message);
    throw error;
  }
}
