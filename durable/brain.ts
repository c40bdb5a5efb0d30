// The object of one agent: wakes its memory once, passes requests to operations, drains changes to D1.
// One method is open to callers; everything else is private.

import { DurableObject } from "cloudflare:workers";
import { auditKeyFrom } from "../audit/key.ts";
import type { Role } from "../wire/directory.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { errorOf, Refusal, type Result } from "../wire/errors.ts";
import { LIMITS } from "../wire/limits.ts";
import type { Spent } from "../wire/usage.ts";
import { Archive } from "./archive/archive.ts";
import { rehydrate } from "./archive/rehydrate.ts";
import { D1Replica } from "./archive/replica.ts";
import { type AssetSource, workerAssets } from "./embed/asset-source.ts";
import { CountedEmbedder } from "./embed/counted-embedder.ts";
import type { Embedder } from "./embed/embedder.ts";
import { beginningEmbedder, DEFAULT_EMBEDDER, embedderNamed } from "./embed/index.ts";
import { PROFILES, type ProfileName } from "./graph/profiles.ts";
import { RECEIPTS } from "./operations/erase-receipt.ts";
import type { Call, Memory } from "./operations/memory.ts";
import { mindOf } from "./operations/mind.ts";
import { NotRead, perform } from "./operations/perform.ts";
import { ObjectDatabase } from "./store/object-database.ts";
import { SqliteStore } from "./store/store.ts";
import { sealerOf } from "./text/seal.ts";

/** After a commit, changes go to D1 within this time, together with those that follow until then. */
const DRAIN_AFTER_MS = 1_000;

export interface Caller {
  /** Token or program that calls. */
  readonly author: string;
  readonly role: Role;
  readonly idempotencyKey: string | null;
  /** Tags of the states that a write is meant for; null: any. */
  readonly ifMatch: readonly string[] | null;
  readonly agent: { readonly id: string; readonly profile: ProfileName };
}

type EmbedderIdentity = Pick<Embedder, "name" | "dimension">;

export class Brain extends DurableObject<Cloudflare.Env> {
  readonly #store: SqliteStore;
  readonly #archive: Archive;
  readonly #replica: D1Replica;
  /** The memory, or the attempt to wake it; undefined before the first call and after a failed attempt. */
  #waking: Promise<Memory> | undefined;
  /** What is awake. */
  #memory: Memory | undefined;
  #drainIsDue = false;
  /** The revision that listeners know of. */
  #told: number;
  #embedder: CountedEmbedder | undefined;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.#store = new SqliteStore(
      new ObjectDatabase(ctx.storage),
      auditKeyFrom(env.AUDIT_KEY, env.OPERATOR_TOKEN),
    );
    this.#archive = new Archive(env.DB);
    this.#replica = new D1Replica(this.#store, this.#archive);
    this.#told = this.#store.revision;
    ctx.blockConcurrencyWhile(async () => {
      this.#drainIsDue = (await ctx.storage.getAlarm()) !== null;
      await this.#drainSoon();
    });
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
    const embedded = this.#embedder?.take() ?? 0;
    return { ...result, spent: { embedded_characters: embedded, model_calls: 0 } };
  }

  async #perform<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    caller: Caller,
  ): Promise<Result<ReplyOf<Name>>> {
    const call = callOf(caller);
    try {
      const memory = await this.#awake(caller.agent);
      const result = await perform(memory, name, request, call);
      await this.#conclude();
      return result;
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, error: errorOf(error) };
      console.error("operation failed", name, call.id, whereOf(error));
      this.#reload();
      const outcome = error instanceof NotRead ? "but what you sent was kept" : "and nothing was changed";
      const message = `something went wrong here, ${outcome}; quote ${call.id} when you report it`;
      return { ok: false, error: { code: "internal", message } };
    }
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
      await this.#drainSoon();
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

  override async alarm(): Promise<void> {
    this.#drainIsDue = false;
    const pause = await this.#replica.drain(Math.random());
    if (pause !== null) await this.#drainIn(pause);
  }

  async #drainSoon(): Promise<void> {
    if (!this.#drainIsDue && !this.#store.outbox.isEmpty) await this.#drainIn(DRAIN_AFTER_MS);
  }

  async #drainIn(pauseMs: number): Promise<void> {
    this.#drainIsDue = true;
    await this.ctx.storage.setAlarm(Date.now() + pauseMs);
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
    if (store.state.get("agent") === undefined) await rehydrate(store, this.#archive, id, profile);
    const lived = store.state.get("profile") as ProfileName;
    const settings = PROFILES[lived];
    const embedder = new CountedEmbedder(await embedderOf(store, lived, workerAssets(this.env.ASSETS)));
    this.#embedder = embedder;
    const mind = mindOf({ store, settings, embedder });
    const agent = store.state.get("agent") as string;
    const secret = this.env.OPERATOR_TOKEN;
    const seal = secret === undefined ? undefined : sealerOf(secret, RECEIPTS);
    const memory = {
      agent,
      profile: lived,
      settings,
      store,
      embedder,
      replica: this.#replica,
      seal,
      ...mind,
    };
    this.#memory = memory;
    return memory;
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

/** The embedder that the agent began with; a new agent takes the default of its profile. */
async function embedderOf(
  store: Memory["store"],
  profile: ProfileName,
  assets: AssetSource,
): Promise<Embedder> {
  const stored = store.setting("embedder") as EmbedderIdentity | undefined;
  const name = stored?.name ?? (await beginningEmbedder(DEFAULT_EMBEDDER[profile], assets));
  const embedder = embedderNamed(name, { assets });
  if (stored && embedder?.dimension !== stored.dimension) return refusingEmbedder(stored);
  if (!embedder) throw new Error(`the default embedder ${name} does not exist`);
  if (!stored) store.setSetting("embedder", { name: embedder.name, dimension: embedder.dimension });
  return embedder;
}

/** Stands for an embedder that this program lacks: what needs no vector still works. */
function refusingEmbedder({ name, dimension }: EmbedderIdentity): Embedder {
  return {
    name,
    dimension,
    slow: false,
    async embed() {
      throw new Refusal(
        "embedder_mismatch",
        `this memory was made with the embedder ${name} of ${dimension} dimensions, which this server does not have: ` +
          "run a server that has it, or bring the contents into a new agent",
      );
    },
  };
}

/** Kind and place of an error. Its message may hold what a user wrote, so no log gets it. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frame = error.stack?.split("\n").find((line) => /^\s+at /.test(line));
  return `${error.name} ${frame?.trim() ?? "at an unknown place"}`;
}

function callOf({ agent: _, ...caller }: Caller): Call {
  const start = performance.now();
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return { ...caller, now: Date.now(), id, elapsed: () => performance.now() - start };
}
