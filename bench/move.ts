// Moving a memory: an export of everything, its import into an empty agent, and how long each thousand nodes take.
// Operations on Node's SQLite, the same store as in the object; what a network adds is left out.

import assert from "node:assert/strict";
import { perform } from "../durable/operations/perform.ts";
import { SqliteStore } from "../durable/store/store.ts";
import { NodeDatabase } from "../golden/node-database.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { awake, benchCall, storedMemory } from "./memory.ts";
import type { Bench, BenchOptions, Row } from "./rows.ts";
import { figure, table } from "./table.ts";

const SIZES = { full: [1_200, 10_000, 50_000], quick: [1_200, 10_000] } as const;
/** The audit chain wants a key. */
const KEY = new Uint8Array(32).fill(7);
const PART_CHARS = 2_000_000;
const MEGABYTE = 2 ** 20;

type Memory = ReturnType<typeof awake>;

export const move: Bench = {
  about: "export and import by number of nodes",

  async run(options) {
    const rows: Row[] = [];
    for (const nodes of SIZES[options.quick ? "quick" : "full"]) rows.push(...(await moved(nodes, options)));
    return rows;
  },

  show(rows) {
    const lines = rows.map(({ metric, value, unit, params }) => {
      const perThousand = unit === "s" ? figure((value / Number(params.nodes)) * 1_000) : "";
      return [metric, figure(Number(params.nodes)), figure(value), unit, perThousand];
    });
    return table(["metric", "nodes", "value", "unit", "s / 1,000 nodes"], lines);
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
