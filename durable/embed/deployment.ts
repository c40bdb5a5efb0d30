// What the variables and bindings of a worker give its embedders.

import { workerAssets } from "./asset-source.ts";
import { type EmbedderVariables, embedderConfigurationOf } from "./configuration.ts";
import { type EmbedderMeans, ON_BOARD } from "./index.ts";
import { platformPorts, type SpendLedger } from "./remote/ports.ts";
import type { AiBinding } from "./remote/workers-ai.ts";

export interface EmbedderEnvironment extends EmbedderVariables {
  readonly AI?: AiBinding;
  readonly ASSETS?: Parameters<typeof workerAssets>[0];
}

export interface EmbedderDeployment {
  readonly means: EmbedderMeans;
  /** What new memories embed with; undefined: the default of their profile. */
  readonly chosen: string | undefined;
}

/** Refuses with `not_configured` variables that it does not understand. `ledger`: where a memory's daily spending is kept. */
export function embedderDeploymentOf(env: EmbedderEnvironment, ledger: SpendLedger): EmbedderDeployment {
  const configuration = embedderConfigurationOf(env, ON_BOARD);
  const means = { assets: workerAssets(env.ASSETS), ai: env.AI, configuration, ports: platformPorts(ledger) };
  return { means, chosen: configuration.chosen };
}
