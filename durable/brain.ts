// The object of one agent: wakes its memory once, passes requests to operations, drains changes to D1.
// Callers perform operations, listen, and end grants; everything else is private.

import { DurableObject } from "cloudflare:workers";
import { auditKeyFrom } from "../audit/key.ts";
import type { Role } from "../wire/directory.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { errorOf, notLetIn, Refusal, type Result } from "../wire/errors.ts";
import { LIMITS } from "../wire/limits.ts";
import type { Spent } from "../wire/usage.ts";
import { AlarmClock } from "./alarm-clock.ts";
import { Archive } from "./archive/archive.ts";
import { rehydrate } from "./archive/rehydrate.ts";
import { D1Replica } from "./archive/replica.ts";
import { type Chore, Chores } from "./chores.ts";
import { type EmbedderIdentity, Embedders } from "./embed/embedders.ts";
import productsKernel from "./embed/products/products.wasm";
import { simdProducts } from "./embed/products/simd-products.ts";
import kernel from "./embed/use-lite/panel.wasm";
import { whereOf } from "./error-place.ts";
import { PROFILES, type ProfileName } from "./graph/profiles.ts";
import { plainProducts } from "./graph/row-products.ts";
import { Models } from "./model/models.ts";
import { findMissingVectors } from "./operations/awaiting-vectors.ts";
import { RECEIPTS } from "./operations/erase-receipt.ts";
import type { Call, Memory } from "./operations/memory.ts";
import { holdsTooMuch, mindOf } from "./operations/mind.ts";
import { Kept, perform } from "./operations/perform.ts";
import { platformPorts } from "./remote/ports.ts";
import { DailySpending } from "./store/daily-spending.ts";
import { EndedGrants } from "./store/ended-grants.ts";
import { ObjectDatabase } from "./store/object-database.ts";
import { SqliteStore } from "./store/store.ts";
import { sealerOf } from "./text/seal.ts";
import { indexesIn } from "./vectorize/deployment.ts";
import { VectorDrain } from "./vectorize/drain.ts";
import { AgentVectors } from "./vectorize/far-vectors.ts";

export interface Caller {
  /** Token or program that calls. */
  readonly author: string;
  /** Of its grant: an object that was told of a later one refuses it. */
  readonly version: number;
  /** Whose signed token it is, as a hash; null for any other token. */
  readonly person: string | null;
  readonly role: Role;
  readonly idempotencyKey: string | null;
  /** Tags of the states that a write is meant for; null: any. */
  readonly ifMatch: readonly string[] | null;
  readonly agent: { readonly id: string; readonly profile: ProfileName };
}

export class Brain extends DurableObject<Cloudflare.Env> {
  readonly #store: SqliteStore;
  readonly #ended: EndedGrants;
  readonly #archive: Archive;
  readonly #replica: D1Replica;
  /** The memory, or the attempt to wake it; undefined before the first call and after a failed attempt. */
  #waking: Promise<Memory> | undefined;
  /** What is awake. */
  #memory: Memory | undefined;
  /** The revision that listeners know of. */
  #told: number;
  readonly #embedders: Embedders;
  readonly #models: Models;
  readonly #far: AgentVectors | undefined;
  readonly #chores: Chores;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.#store = new SqliteStore(
      new ObjectDatabase(ctx.storage),
      auditKeyFrom(env.AUDIT_KEY, env.OPERATOR_TOKEN),
    );
    this.#ended = new EndedGrants(this.#store.state);
    this.#archive = new Archive(env.DB);
    this.#replica = new D1Replica(this.#store, this.#archive);
    this.#told = this.#store.revision;
    const ports = platformPorts(new DailySpending(this.#store.state, "embedder_spent"));
    this.#embedders = new Embedders(env, (name) => this.#store.failures.of(name), { kernel, ports });
    this.#models = new Models(env, platformPorts(new DailySpending(this.#store.state, "model_spent")));
    const vectorize = indexesIn(env);
    this.#store.vectorized.open(vectorize?.generation ?? null);
    this.#far = vectorize && new AgentVectors(vectorize.asked, () => this.#store.state.get("agent"));
    this.#chores = new Chores({
      clock: new AlarmClock<Chore>(ctx.storage),
      store: this.#store,
      replica: this.#replica,
      vectorize: vectorize && new VectorDrain(this.#store, vectorize.told, this.#replica),
      settings: () => {
        const profile = this.#store.state.get("profile") as ProfileName | undefined;
        return profile && PROFILES[profile];
      },
      awake: () => this.#awakeAlone(),
      call: (author) => ({ author, idempotencyKey: null, ...momentOf() }),
      reload: () => this.#reload(),
      lighten: () => {
        if (this.#memory && holdsTooMuch(this.#memory)) this.#reload();
      },
      tell: () => this.#tellListeners(),
    });
    ctx.blockConcurrencyWhile(() => this.#chores.wake());
  }

  /**
   * Performs one operation, and reports what was spent on it. Whatever goes wrong comes back as data: errors lose
   * their code on the way through RPC. Of operations under way together the first to end reports for all.
   */
  async perform<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    caller: Caller,
  ): Promise<Result<ReplyOf<Name>> & { readonly spent: Spent }> {
    const result = await this.#perform(name, request, caller);
    const embedded = this.#embedders.takeCount();
    return { ...result, spent: { embedded_characters: embedded, model_calls: this.#models.takeCount() } };
  }

  async #perform<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    caller: Caller,
  ): Promise<Result<ReplyOf<Name>>> {
    const call = callOf(caller);
    try {
      if (this.#ended.refuses(caller.author, caller.version)) throw notLetIn();
      const memory = await this.#awake(caller.agent);
      const result = await perform(memory, name, request, call);
      await this.#conclude();
      return result;
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, error: errorOf(error) };
      console.error("operation failed", name, call.id, whereOf(error));
      this.#reload();
      if (error instanceof Kept) await this.#conclude();
      const outcome = error instanceof Kept ? "but what you sent was kept" : "and nothing was changed";
      const message = `something went wrong here, ${outcome}; quote ${call.id} when you report it`;
      return { ok: false, error: { code: "internal", message } };
    }
  }

  /** Refuses from now on whoever comes with a version of a grant before this one. */
  endGrant(id: string, before: number): void {
    this.#ended.end(id, before);
  }

  /** Takes a listener: a WebSocket that is told each new revision. While nothing changes the object may sleep. */
  override fetch(): Response {
    if (this.ctx.getWebSockets().length >= LIMITS.listeners) return new Response(null, { status: 429 });
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  /** What follows a change does not put it in doubt: where it fails, the next call or the next waking does it. */
  async #conclude(): Promise<void> {
    try {
      this.#tellListeners();
      await this.#chores.comeSoon();
    } catch (error) {
      console.error("changes will be sent later", whereOf(error));
    }
  }

  /** Says only that something changed: each listener reads what, at its own pace and with its own rights. */
  #tellListeners(): void {
    const { revision } = this.#store;
    if (revision === this.#told) return;
    this.#told = revision;
    for (const listener of this.ctx.getWebSockets()) {
      if (listener.readyState === WebSocket.OPEN) listener.send(String(revision));
    }
  }

  override alarm(): Promise<void> {
    return this.#chores.ring();
  }

  async #awake(agent: Caller["agent"]): Promise<Memory> {
    this.#waking ??= this.#wake(agent).catch((error: unknown) => {
      this.#waking = undefined;
      throw error;
    });
    const memory = await this.#waking;
    if (memory.agent !== agent.id) {
      throw new Refusal("not_found", "this object holds the memory of another agent: check the agent's id");
    }
    if (memory.profile !== agent.profile) {
      throw new Refusal(
        "not_configured",
        `agent ${agent.id} lives with profile ${memory.profile}, not ${agent.profile}: a profile can't be changed`,
      );
    }
    return memory;
  }

  async #wake({ id, profile }: Caller["agent"]): Promise<Memory> {
    const store = this.#store;
    const isNew = store.state.get("agent") === undefined;
    if (isNew) await rehydrate(store, this.#archive, id, profile);
    const lived = store.state.get("profile") as ProfileName;
    const settings = PROFILES[lived];
    if (isNew) store.transaction(() => findMissingVectors({ store, settings }, { now: Date.now() }));
    const embedder = await this.#embedderFor(lived);
    const far = this.#far;
    const products = simdProducts(productsKernel, plainProducts);
    const mind = mindOf({ store, settings, embedder, far, products });
    const agent = store.state.get("agent") as string;
    const secret = this.env.OPERATOR_TOKEN;
    const seal = secret === undefined ? undefined : sealerOf(secret, RECEIPTS);
    const memory = {
      agent,
      profile: lived,
      settings,
      store,
      embedder,
      embedders: this.#embedders,
      model: () => this.#models.current(),
      far,
      products,
      replica: this.#replica,
      seal,
      ...mind,
    };
    this.#memory = memory;
    return memory;
  }

  /** The embedder that the agent began with or was changed to; a new agent takes the default of its profile. */
  async #embedderFor(profile: ProfileName): Promise<Memory["embedder"]> {
    const known = this.#store.setting("embedder") as EmbedderIdentity | undefined;
    const identity = known ?? (await this.#embedders.beginning(profile));
    if (!known) this.#store.setSetting("embedder", { ...identity });
    return this.#embedders.identified(identity);
  }

  /** For what the object does by itself: whose it is stands on its disk. */
  async #awakeAlone(): Promise<Memory | undefined> {
    const { state } = this.#store;
    const id = state.get("agent");
    const profile = state.get("profile") as ProfileName | undefined;
    return id === undefined || profile === undefined ? undefined : this.#awake({ id, profile });
  }

  /** Reads the graph anew at once, for requests under way too: after a defect memory is in doubt, the disk is not. */
  #reload(): void {
    if (!this.#memory) return;
    try {
      Object.assign(this.#memory, mindOf(this.#memory));
    } catch (error) {
      console.error("memory could not be read anew", whereOf(error));
      this.ctx.abort("memory in doubt");
    }
  }
}

function callOf({ agent: _, version: __, ...caller }: Caller): Call {
  return { ...caller, ...momentOf() };
}

/** What is the object's own to say of a call. */
function momentOf(): Pick<Call, "now" | "id" | "elapsed"> {
  const start = performance.now();
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return { now: Date.now(), id, elapsed: () => performance.now() - start };
}
