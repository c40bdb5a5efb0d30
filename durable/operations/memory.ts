// What an operation works with: the agent's memory, and who calls.

import type { Role } from "../../wire/directory.ts";
import type { Refusal } from "../../wire/errors.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { Draft } from "../graph/draft.ts";
import type { ProfileName } from "../graph/profiles.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { RowProducts } from "../graph/row-products.ts";
import type { Settings } from "../graph/settings.ts";
import type { VectorIndex } from "../graph/vectors.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { Replica, Store } from "../store/ports.ts";
import type { Sealer } from "../text/seal.ts";
import type { FarVectors } from "../vectorize/far-vectors.ts";

export interface Memory {
  readonly agent: string;
  readonly profile: ProfileName;
  readonly settings: Settings;
  readonly graph: RouteGraph;
  readonly vectors: VectorIndex;
  readonly store: Store;
  readonly embedder: Embedder;
  /** The other embedders of this server; absent where there is no choice. */
  readonly embedders?: EmbedderChoice;
  /** The language model; null where the deployment has none, refused while its variables are wrong. */
  readonly model?: () => LanguageModel | null;
  /** Seals receipts; absent where there is no secret to do it with. */
  readonly seal?: Sealer;
  /** Vectorize; absent where there is no index. */
  readonly far?: FarVectors;
  /** Products of vectors; absent: the plain ones. */
  readonly products?: RowProducts;
  /** D1; absent where a memory has no other home. */
  readonly replica?: Replica;
}

export interface EmbedderChoice {
  /** Undefined where this server has none of that name. */
  named(name: string): Embedder | undefined;
  /** One that vectors were made with; a stand-in that always fails where this server has none. */
  identified(identity: { readonly name: string; readonly dimension: number }): Embedder;
  /** What a new memory embeds with. */
  defaultNameOf(profile: ProfileName): string;
}

/** One call from outside. Clock and chance come in here, so that operations are repeatable. */
export interface Call {
  /** Token or program that calls; stamped on what it writes. */
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Unique to this call: 32 hex digits, unguessable. */
  readonly id: string;
  readonly idempotencyKey: string | null;
  /** Tags of states that a write is meant for; absent: any. */
  readonly ifMatch?: readonly string[] | null;
  /** Whose signed token it is, as a hash; null or absent for any other token. */
  readonly person?: string | null;
  /** Of the token; absent: the least one. */
  readonly role?: Role;
  /** What its lessons come from, beside who teaches; an undo can name it. */
  readonly source?: string;
  /** A stopwatch in milliseconds, for timings only. */
  readonly elapsed: () => number;
}

/** What an operation acts on, in one breath. Changes go through the draft, never to the graph directly. */
export interface Work extends Memory {
  readonly draft: Draft;
  readonly call: Call;
}

/**
 * One verb. `wait` may await the outside world (embedding) and must not change anything;
 * `act` is synchronous, runs in one transaction, and throws a `Refusal` to leave everything as it was.
 */
export interface Operation<Request, Reply, Awaited = undefined> {
  /**
   * True: `wait` does the work, in breaths of its own. It asks for the state that it is meant for and remembers its reply
   * itself; `act` only answers.
   */
  readonly inSlices?: boolean;
  /** The one node that a request is about: its tag may stand in `ifMatch` too. */
  readonly about?: (request: Request) => string;
  /** True: what it adds was reviewed, so it may add where others have to propose. */
  readonly decides?: true;
  /** True: what it adds stands in a log and is nobody's word, so an attack in it is kept back and the rest is taken. */
  readonly quotes?: true;
  readonly wait?: (memory: Memory, request: Request, call: Call) => Promise<Awaited>;
  readonly act: (work: Work, request: Request, awaited: Awaited) => Reply;
  /** The reply to a refused request, where replies carry refusals themselves. */
  readonly refused?: (request: Request, refusal: Refusal) => Reply;
}
