// The embedders of one agent's object: the one that its vectors were made with, and others that they may be made with anew.
// Each is guarded, and what all of them embed is counted together.

import { Refusal } from "../../wire/errors.ts";
import type { ProfileName } from "../graph/profiles.ts";
import type { AiBinding } from "../remote/ai-binding.ts";
import { workerAssets } from "./asset-source.ts";
import {
  type EmbedderConfiguration,
  type EmbedderVariables,
  embedderConfigurationOf,
} from "./configuration.ts";
import { CountedEmbedder } from "./counted-embedder.ts";
import type { Embedder } from "./embedder.ts";
import { type FailureNote, GuardedEmbedder, missingEmbedder } from "./guarded-embedder.ts";
import { beginningEmbedder, DEFAULT_EMBEDDER, type EmbedderMeans, embedderNamed, ON_BOARD } from "./index.ts";

export interface EmbedderIdentity {
  readonly name: string;
  readonly dimension: number;
}

/** What the deployment gives embedders. */
export type EmbedderEnvironment = EmbedderVariables & { readonly ASSETS?: Pick<Fetcher, "fetch"> };

/** The platform's own. */
const PORTS = { now: () => Date.now(), chance: () => Math.random() };

export class Embedders {
  readonly #means: EmbedderMeans;
  readonly #chosen: string | undefined;
  /** What is wrong with the deployment's variables; new memories can't begin before it is right. */
  readonly #flaw: Refusal | undefined;
  readonly #noteOf: (name: string) => FailureNote;
  readonly #made = new Map<string, GuardedEmbedder>();
  readonly #counters: CountedEmbedder[] = [];

  /** `own`: what the object adds to its deployment, such as where spending is kept. */
  constructor(
    environment: EmbedderEnvironment,
    noteOf: (name: string) => FailureNote,
    own: Pick<EmbedderMeans, "kernel" | "ports"> = {},
  ) {
    const configuration = configurationOf(environment);
    this.#flaw = configuration instanceof Refusal ? configuration : undefined;
    const known = configuration instanceof Refusal ? undefined : configuration;
    this.#chosen = known?.chosen;
    this.#means = {
      assets: workerAssets(environment.ASSETS),
      ai: environment.AI as AiBinding | undefined,
      configuration: known,
      ...own,
    };
    this.#noteOf = noteOf;
  }

  /** The embedder that a new memory takes. Refuses while the deployment's variables are wrong. */
  async beginning(profile: ProfileName): Promise<EmbedderIdentity> {
    if (this.#flaw) throw this.#flaw;
    const name = await beginningEmbedder(
      this.defaultNameOf(profile),
      this.#means.assets ?? (async () => null),
    );
    const embedder = this.named(name);
    if (!embedder) throw new Error(`the default embedder ${name} does not exist`);
    return { name: embedder.name, dimension: embedder.dimension };
  }

  /** Name of what a new memory embeds with, where the assets for it are there. */
  defaultNameOf(profile: ProfileName): string {
    return this.#chosen ?? DEFAULT_EMBEDDER[profile];
  }

  /** The embedder with this name, or undefined where this server has none. */
  named(name: string): GuardedEmbedder | undefined {
    const known = this.#made.get(name);
    if (known) return known;
    const embedder = this.make(name, this.#means);
    if (!embedder) return undefined;
    const guarded = this.#guarded(embedder);
    this.#made.set(name, guarded);
    return guarded;
  }

  /** The embedder that vectors were made with; a stand-in that always fails where this server has none. */
  identified({ name, dimension }: EmbedderIdentity): GuardedEmbedder {
    const embedder = this.named(name);
    if (embedder?.dimension === dimension) return embedder;
    const key = JSON.stringify([name, dimension]);
    const known = this.#made.get(key);
    if (known) return known;
    console.error("embedder missing", name, dimension);
    const standIn = new GuardedEmbedder(missingEmbedder(name, dimension), this.#noteOf(name), PORTS);
    this.#made.set(key, standIn);
    return standIn;
  }

  /** Characters that were embedded since this was asked last. */
  takeCount(): number {
    return this.#counters.reduce((sum, counter) => sum + counter.take(), 0);
  }

  /** One that is made anew, neither guarded nor counted. */
  make(name: string, means: EmbedderMeans): Embedder | undefined {
    return embedderNamed(name, means);
  }

  #guarded(embedder: Embedder): GuardedEmbedder {
    const counter = new CountedEmbedder(embedder);
    this.#counters.push(counter);
    return new GuardedEmbedder(counter, this.#noteOf(embedder.name), PORTS);
  }
}

function configurationOf(environment: EmbedderEnvironment): EmbedderConfiguration | Refusal {
  try {
    return embedderConfigurationOf(environment, ON_BOARD);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error("embedder not configured:", error.message);
    return error;
  }
}
