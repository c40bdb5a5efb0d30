// Moving a memory: an export of everything, its import into an empty agent, and how long each thousand nodes take.
// Operations on Node's SQLite, the same store as in the object; what a network adds is left out.

import assert from "node:assert/strict";
import { statePages } from "../client/state-lines.ts";
import { NgramHashEmbedder } from "../durable/embed/ngram-hash.ts";
import { perform } from "../durable/operations/perform.ts";
import { SqliteStore } from "../durable/store/store.ts";
import { NodeDatabase } from "../golden/node-database.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { awake, benchCall, storedMemory } from "./memory.ts";
import type { Bench, BenchOptions, Row } from "./rows.ts";
import { figure, table } from "./table.ts";
import { sentences } from "./texts.ts";

const SIZES = { full: [1_200, 10_000, 50_000], quick: [1_200, 10_000] } as const;
/** The audit chain wants a key. */
const KEY = new Uint8Array(32).fill(7);
const PART_CHARS = 2_000_000;
const MEGABYTE = 2 ** 20;
/** Together about 60 MB. */
const STATE_NODES = 1_900;
const STATE_DIMENSION = 1_536;
const STATE_SEED = 13;

type Memory = ReturnType<typeof awake>;

export const move: Bench = {
  about: "export and import by number of nodes",

  async run(options) {
    const rows: Row[] = [];
    for (const nodes of SIZES[options.quick ? "quick" : "full"]) rows.push(...(await moved(nodes, options)));
    rows.push(...(await stateMoved(options)));
    return rows;
  },

  show(rows) {
    const lines = rows.map(({ metric, value, unit, params }) => {
      const perThousand = unit === "s" ? figure((value / Number(params.nodes)) * 1_000) : "";
      return [metric, figure(Number(params.nodes)), figure(value), unit, perThousand];
    });
    return [
      table(["metric", "nodes", "value", "unit", "s / 1,000 nodes"], lines),
      "",
      "export, import_parts, import_finish: an export and its import, operations on Node's SQLite.",
      "state: a state.json with vectors of 1,536 numbers, read as a stream, embedded anew.",
    ].join("\n");
  },
};

async function moved(nodes: number, { quick, say }: BenchOptions): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (metric: string, unit: string, value: number) =>
    rows.push({ bench: "move", metric, unit, value, params: { nodes, quick } });
  const progress = progressOf(nodes, say);

  say(`move: ${nodes} nodes …`);
  const stored = await storedMemory(nodes);
  const source = withAudit(awake(stored), stored.database);
  const database = new NodeDatabase();
  const target = withAudit(awake({ ...stored, database }), database);

  const parts: string[] = [];
  add(
    "export",
    "s",
    await seconds(async () => parts.push(...(await exported(source, progress("exported"))))),
  );
  add("file", "MB", parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) / MEGABYTE);

  const id = "move";
  const header = JSON.parse(parts[0].slice(0, parts[0].indexOf("\n")));
  await done(target, "importBegin", { id, header });
  const imported = progress("checked");
  add(
    "import_parts",
    "s",
    await seconds(async () => {
      for (const [n, lines] of parts.entries()) {
        const { rows } = await done(target, "importPart", { id, n, lines });
        imported(rows.nodes ?? 0);
      }
    }),
  );
  add("import_finish", "s", await seconds(() => done(target, "importFinish", { id })));
  const again = (await exported(target, () => undefined)).join("");
  assert.deepEqual(rowsIn(again), rowsIn(parts.join("")), "the second export holds the same rows");
  return rows;
}

/** A state.json as large as a year of use makes it: read twice as a stream, sent in parts, embedded anew. */
async function stateMoved({ quick, say }: BenchOptions): Promise<Row[]> {
  const nodes = STATE_NODES;
  const rows: Row[] = [];
  const add = (metric: string, unit: string, value: number) =>
    rows.push({ bench: "move", metric, unit, value, params: { nodes, quick } });
  say(`move: a state.json of ${nodes} nodes …`);
  const database = new NodeDatabase();
  const embedder = new NgramHashEmbedder();
  const target = withAudit(awake({ database, embedder }), database);
  let bytes = 0;
  for (const piece of statePieces(nodes)) bytes += piece.length;
  add("state_file", "MB", bytes / MEGABYTE);
  const id = "state";
  let n = 0;
  const taken = await seconds(async () => {
    for await (const lines of statePages(async function* () {
      yield* statePieces(nodes);
    })) {
      if (n === 0) {
        const header = JSON.parse(lines.slice(0, lines.indexOf("\n")));
        await done(target, "importBegin", { id, header, reembed: true });
      }
      await done(target, "importPart", { id, n: n++, lines });
    }
    const { result } = await done(target, "importFinish", { id });
    assert.equal(result?.reembedded, nodes);
  });
  add("state", "s", taken);
  return rows;
}

/** The text of a state.json, piece by piece. */
function* statePieces(nodes: number): Iterable<string> {
  const texts = sentences(STATE_SEED);
  yield '{"graph": {"nodes": [';
  for (let number = 0; number < nodes; number++) {
    const metadata = { file: `notes/${number}.md`, chunk: 0 };
    const content = Array.from({ length: 6 }, () => texts.next().value).join(" ");
    yield `${number > 0 ? "," : ""}\n  ${JSON.stringify({ id: `notes/${number}.md::0`, content, summary: "", metadata })}`;
  }
  yield '\n], "edges": [';
  for (let number = 0; number < nodes; number++) {
    const [source, target] = [number, (number * 7 + 1) % nodes].map((node) => `notes/${node}.md::0`);
    yield `${number > 0 ? "," : ""}\n  ${JSON.stringify({ source, target, weight: 0.5, kind: "sibling", metadata: {} })}`;
  }
  yield '\n]}, "index": {';
  const vector = JSON.stringify(
    Array.from({ length: STATE_DIMENSION }, (_, index) => Math.sin(index * 1.3) / 40),
  );
  for (let number = 0; number < nodes; number++) {
    yield `${number > 0 ? "," : ""}\n  "notes/${number}.md::0": ${vector}`;
  }
  const meta = { schema_version: 1, embedder_name: "text-embedding-3-small", embedder_dim: STATE_DIMENSION };
  yield `\n}, "meta": ${JSON.stringify(meta)}}`;
}

/** The whole export in parts as they are sent. */
async function exported(memory: Memory, progress: (nodes: number) => void): Promise<string[]> {
  const parts = [""];
  for (let cursor: string | undefined; ; ) {
    const page: ReplyOf<"export"> = await done(memory, "export", { cursor });
    if (parts[parts.length - 1].length + page.text.length > PART_CHARS && parts[parts.length - 1] !== "")
      parts.push("");
    parts[parts.length - 1] += page.text;
    progress((page.text.match(/^\["nodes"/gm) ?? []).length);
    if (page.cursor === null) return parts;
    cursor = page.cursor;
  }
}

/** Lines of the memory itself: the chain of who exported and imported is each agent's own. */
function rowsIn(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith("[") && !line.startsWith('["audit'));
}

function withAudit(memory: Memory, database: NodeDatabase): Memory {
  return { ...memory, store: new SqliteStore(database, KEY) };
}

async function done<Name extends EndpointName>(
  memory: Memory,
  name: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  const result = await perform(memory, name, request, benchCall());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** Says every tenth of the nodes. */
function progressOf(nodes: number, say: BenchOptions["say"]) {
  return (what: string) => {
    let [seen, tenths] = [0, 0];
    return (count: number) => {
      seen = what === "checked" ? count : seen + count;
      const now = Math.floor((seen / nodes) * 10);
      if (now > tenths) say(`  ${what} ${now * 10} %`);
      tenths = now;
    };
  };
}
