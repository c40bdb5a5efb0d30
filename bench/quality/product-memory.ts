// The product's memory of one group of documents: written to and asked through its own operations, over its own store.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { perform } from "../../durable/operations/perform.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import type { InjectBatchRequest } from "../../wire/learning.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { QueryReply } from "../../wire/query.ts";
import { awake, benchCall } from "../memory.ts";
import type { EvaluationDocument } from "./evaluation-set.ts";
import type { RememberingEmbedder } from "./remembering-embedder.ts";

type NewNode = InjectBatchRequest["nodes"][number];

/** Fired nodes for each document that is wanted: the walk adds to its seeds. */
const FIRED_PER_WANTED = 5;

export class ProductMemory {
  readonly #database: NodeDatabase;
  readonly #embedder: RememberingEmbedder;
  readonly #settings: Settings;
  readonly #documents: Map<string, string>;
  readonly #nodes: Map<string, string>;
  #memory: Memory;

  constructor(embedder: RememberingEmbedder, settings: Settings = PRODUCT, from?: ProductMemory) {
    this.#embedder = embedder;
    this.#settings = settings;
    this.#database = from ? copyOf(from.#database) : new NodeDatabase();
    this.#documents = new Map(from ? from.#documents : []);
    this.#nodes = new Map(from ? from.#nodes : []);
    this.#memory = this.wake();
  }

  /** Another memory with the same on its disk; what one learns the other does not know. */
  copy(): ProductMemory {
    return new ProductMemory(this.#embedder, this.#settings, this);
  }

  /** What the disk holds, as a memory of its own. */
  wake(): Memory {
    return { ...awake({ database: this.#database, embedder: this.#embedder }), settings: this.#settings };
  }

  /** Goes on with what the disk holds. */
  reload(): void {
    this.#memory = this.wake();
  }

  /** Performs an operation; a refusal is thrown as an error. */
  async perform<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
    const result = await perform(this.#memory, name, request, benchCall());
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }

  /** Takes in documents; those of a session stand together, in their order. */
  async ingest(documents: readonly EvaluationDocument[]): Promise<void> {
    for (const batch of batchesOf(documents)) {
      const nodes = batch.map((document) => {
        const node = `document-${String(this.#documents.size).padStart(6, "0")}`;
        this.#documents.set(node, document.id);
        this.#nodes.set(document.id, node);
        return newNodeOf(node, document);
      });
      await this.perform("injectBatch", { nodes });
    }
  }

  /** Stores documents as memories, one after another; what becomes of each is the product's. */
  async remember(documents: readonly EvaluationDocument[]): Promise<void> {
    for (const { id, text, time } of documents) {
      const stored = await this.perform("storeMemory", { content: text, ...(time && { valid_from: time }) });
      this.#documents.set(stored.id, id);
      this.#nodes.set(id, stored.id);
    }
  }

  /**
   * Asks so that `count` documents may be found, or as a question is asked that names no limits. Throws where the embedder
   * failed: full text alone is another system.
   */
  async query(question: string, count?: number): Promise<QueryReply> {
    const limits = count === undefined ? {} : limitsFor(count);
    const reply = await this.perform("query", { query: question, ...limits });
    if (reply.degraded === undefined) return reply;
    throw new EmbedderFailure("unavailable", "a question was answered by full text alone");
  }

  /** The document that a node was made of; undefined for what was learned. */
  documentOf(node: string): string | undefined {
    return this.#documents.get(node);
  }

  nodeOf(document: string): string {
    const node = this.#nodes.get(document);
    if (node === undefined) throw new Error(`no node was made of ${document}`);
    return node;
  }
}

function limitsFor(count: number) {
  return {
    top_k: count,
    max_fired_nodes: Math.min(count * FIRED_PER_WANTED, LIMITS.firedNodes),
    max_context_chars: LIMITS.contextChars,
  };
}

/** Batches as large as a request may be; a session stays in one as long as it fits. */
function* batchesOf(documents: readonly EvaluationDocument[]): Iterable<readonly EvaluationDocument[]> {
  let batch: EvaluationDocument[] = [];
  for (const session of sessionsOf(documents)) {
    if (batch.length > 0 && batch.length + session.length > LIMITS.nodesPerBatch) {
      yield batch;
      batch = [];
    }
    for (const document of session) {
      if (batch.push(document) < LIMITS.nodesPerBatch) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Neighbours of one session together; documents without a session each for itself. */
function sessionsOf(documents: readonly EvaluationDocument[]): EvaluationDocument[][] {
  const sessions: EvaluationDocument[][] = [];
  for (const document of documents) {
    const last = sessions.at(-1);
    if (last && document.session !== undefined && last[0].session === document.session) last.push(document);
    else sessions.push([document]);
  }
  return sessions;
}

function newNodeOf(id: string, document: EvaluationDocument): NewNode {
  const { text, speaker, time, title, session, turn, caption } = document;
  const known = Object.entries({ speaker, time, title, session, turn, caption }).filter(
    ([, value]) => value !== undefined,
  );
  return { id, content: text, metadata: Object.fromEntries(known) as NewNode["metadata"] };
}

/** By way of a file that is gone once it is open; whether it would outlive a crash is nobody's concern here. */
function copyOf(database: NodeDatabase): NodeDatabase {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-copy-"));
  try {
    const file = path.join(folder, "copy.sqlite");
    database.exec("vacuum into ?", file);
    const copy = new NodeDatabase(file);
    for (const pragma of ["synchronous = off", "journal_mode = memory"]) copy.exec(`pragma ${pragma}`);
    return copy;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
