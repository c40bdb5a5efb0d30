// [GV12] The golden cases of time, versions and likeness once more, over HTTP against the real object, and again after it was lost and
// came back from D1. A case becomes requests: rows are stored in their order, a row that another takes the place of is superseded by
// it, one that ends otherwise has a planned end. Not expressed: a cycle of versions, since a version can only name what is there.

import { afterEach, describe, expect, it } from "vitest";
import type { Embedder } from "../../durable/embed/embedder.ts";
import type { Vector } from "../../durable/graph/vectors.ts";
import dedup from "../../golden/cases/semantic-memory/dedup.json" with { type: "json" };
import temporal from "../../golden/cases/semantic-memory/temporal.json" with { type: "json" };
import type { RequestOf } from "../../wire/endpoints.ts";
import { begin, refused } from "../support/remembering.ts";
import { deploy } from "../support/scripted-embedder.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows of cases hold what their operation documents
type Row = any;
type Memories = Awaited<ReturnType<typeof begin>>;

const DIMENSION = 64;
/** Texts of cases are shorter than a memory may be. */
const LEAST = 10;

const casesOf = (cases: readonly Row[], op: string) =>
  cases.filter(({ input }) => input.op === op).map((one) => [one.name, one] as const);

/** The vectors of a case for its texts; any other text is like none of them. */
class TellingEmbedder implements Embedder {
  readonly name = "telling-v1";
  readonly dimension = DIMENSION;
  readonly slow = false;
  readonly vectors = new Map<string, readonly number[]>();

  async embed(texts: readonly string[]): Promise<Vector[]> {
    return texts.map((text) => {
      const vector = new Float64Array(DIMENSION);
      vector.set(this.vectors.get(text) ?? [0, 0, 0, 1]);
      return vector;
    });
  }
}

/** Both homes answer alike: the object as it is, and what comes back from D1. */
async function inBothHomes(memories: Memories, check: () => Promise<void>): Promise<void> {
  await check();
  await memories.object.drained();
  await memories.object.lose();
  await check();
}

/** Stores rows in order of time; their names by the ids of their memories. */
async function stored({ store }: Memories, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  for (const row of rows) {
    const older =
      row.supersedes_id ?? rows.find((other) => other.valid_to && other.valid_to === row.valid_from)?.id;
    const next = rows.some((other) => other.valid_from === row.valid_to || other.supersedes_id === row.id);
    const { id } = await store(`This memory says ${row.content}`, {
      ...{ type: row.type, scope: row.scope, visibility: row.visibility, skip_dedup: true },
      valid_from: row.valid_from ?? row.created_at,
      ...(row.tags && { tags: row.tags }),
      ...(row.project && { project: row.project }),
      ...(row.user_id && { user_id: row.user_id }),
      ...(row.valid_to && !next && { valid_until: row.valid_to }),
      ...(older && { supersedes: ids.get(older) ?? older }),
    } as Partial<RequestOf<"storeMemory">>);
    ids.set(row.id, id);
    names.set(id, row.id);
  }
  return names;
}

afterEach(() => {
  deploy();
});

describe("golden cases of memories over HTTP", () => {
  it("[GV12] are all of these files but one", () => {
    const played = ["filter", "chain"].flatMap((op) => casesOf(temporal, op));
    expect(played).toHaveLength(temporal.length);
    expect(["store", "validate"].flatMap((op) => casesOf(dedup, op))).toHaveLength(dedup.length);
    expect(played.filter(([name]) => name.includes("cycle"))).toHaveLength(1);
  });

  it.each(casesOf(temporal, "filter"))("[GV12] temporal/filter: %s", async (_name, { input, expected }) => {
    const memories = await begin();
    const names = await stored(memories, input.memories);
    const { tags, include_invalidated: ended, ...filters } = input.filters;
    await inBothHomes(memories, async () => {
      const found = await memories.memory.memories({
        ...filters,
        ...(tags && { tags: tags.join(",") }),
        ...(ended && { include_invalidated: "true" }),
      });
      expect(found.memories.map(({ id }) => names.get(id)).sort()).toEqual(expected.ids);
    });
  });

  it.each(casesOf(temporal, "chain").filter(([name]) => !name.includes("cycle")))(
    "[GV12] temporal/chain: %s",
    async (name, { input, expected }) => {
      const memories = await begin();
      const { memory } = memories;
      // A link is lost where the version that it leads to is erased.
      const isLost = name.includes("lost");
      const lost = { ...input.memories[0], id: "gone", content: "gone", supersedes_id: undefined };
      const names = await stored(memories, isLost ? [lost, ...input.memories] : input.memories);
      const idOf = new Map([...names].map(([id, row]) => [row, id]));
      if (isLost) await memory.erase({ node_ids: [idOf.get("gone") as string] });
      await inBothHomes(memories, async () => {
        const { versions } = await memory.memoryHistory(idOf.get(input.id) as string);
        const chain = versions.map(({ id }) => names.get(id));
        // The history has the newer ones too; a chain begins at the one that is named.
        expect(chain.slice(chain.indexOf(input.id))).toEqual(expected.chain);
      });
    },
  );

  it.each(casesOf(dedup, "store"))("[GV12] dedup/store: %s", async (_name, { input, expected }) => {
    const [embedder] = deploy(new TellingEmbedder());
    const texts = [input.content, ...input.existing.map(({ content }: Row) => content)];
    const isShort = texts.some((text: string) => [...text].length < LEAST);
    const said = (text: string) => (isShort ? `This says: ${text}` : text);
    const memories = await begin();
    const { store, memory } = memories;
    const names = new Map<string, string>();
    for (const { id, content, vector, confidence, type, scope } of input.existing) {
      embedder.vectors.set(said(content), vector);
      const kept = await store(said(content), { confidence, type, scope, skip_dedup: true });
      names.set(kept.id, id);
    }
    embedder.vectors.set(said(input.content), input.vector);
    const before = names.size;
    const reply = await store(said(input.content), { dedup_threshold: input.threshold });
    const decisions: Row = { created: "store", duplicate: "skip", updated: "update" };
    expect(decisions[reply.status]).toBe(expected.decision);
    const known = reply.status === "duplicate" ? reply.id : (reply.supersedes ?? "");
    expect(names.get(known) ?? "").toBe(expected.existing_id);
    await inBothHomes(memories, async () => {
      const found = await memory.memories();
      expect(found.memories).toHaveLength(before + Number(expected.decision === "store"));
      expect((await memory.memory(reply.id)).content).toBe(
        expected.decision === "skip"
          ? said(input.existing.find(({ id }: Row) => id === expected.existing_id).content)
          : said(expected.content_after ?? input.content),
      );
    });
  });

  it.each(casesOf(dedup, "validate"))("[GV12] dedup/validate: %s", async (_name, { input, expected }) => {
    const { store, memory } = await begin();
    const { content = "Orders close at five", dedup_threshold: threshold } = input;
    const storing = store(content, threshold === undefined ? {} : { dedup_threshold: threshold });
    if (expected.accepted) expect((await storing).status).toBe("created");
    else await expect(storing).rejects.toEqual(refused("invalid_request"));
    expect((await memory.memories()).memories).toHaveLength(Number(expected.accepted));
  });
});
