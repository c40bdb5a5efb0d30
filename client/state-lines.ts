// openclawbrain's state.json as the lines of an import, without ever holding the whole file: its nodes, edges and
// vectors one by one, as they stand. What they mean is the server's to say.

import { STATE_FORMAT, type StateHeader } from "../wire/moving.ts";
import { ClientError } from "./client-error.ts";
import { itemsOf, type Path } from "./json-items.ts";
import { PageWriter } from "./pages.ts";

/** Characters after which a page ends. */
const PAGE_CHARS = 700_000;

/**
 * Pages of a state.json. The file is read twice, since it says last what its vectors were made with: `open` begins it
 * anew. Vectors of a server's other embedder need not be sent: `vectors: false` leaves them out. Throws `ClientError`.
 */
export async function* statePages(
  open: () => AsyncIterable<string | Uint8Array>,
  { vectors = true }: { readonly vectors?: boolean } = {},
): AsyncGenerator<string, void, undefined> {
  const writer = new PageWriter();
  writer.head(headerOf(await metaIn(open()), vectors));
  const isWanted = (path: Path) => {
    const kind = kindAt(path);
    return kind !== undefined && (vectors || kind !== "vector");
  };
  for await (const { path, text } of itemsOf(open(), isWanted)) {
    const kind = kindAt(path) as string;
    // A line holds no line end; JSON has them only between its values.
    const line = text.replaceAll(/[\r\n]+\s*/g, " ");
    if (kind === "vector") writer.row(kind, JSON.stringify(path[path.length - 1]), line);
    else writer.row(kind, line);
    if (writer.length >= PAGE_CHARS) yield await writer.checkpoint();
  }
  yield await writer.footer();
}

/** What a value of the file is; undefined for those that hold others. A file may be the graph itself. */
function kindAt(path: Path): "node" | "edge" | "vector" | undefined {
  const inGraph = path[0] === "graph" ? path.slice(1) : path;
  if (inGraph.length === 2 && inGraph[0] === "nodes") return "node";
  if (inGraph.length === 2 && inGraph[0] === "edges") return "edge";
  return path.length === 2 && path[0] === "index" ? "vector" : undefined;
}

async function metaIn(pieces: AsyncIterable<string | Uint8Array>): Promise<Record<string, unknown>> {
  let meta: unknown = {};
  for await (const { text } of itemsOf(pieces, (path) => path.length === 1 && path[0] === "meta")) {
    meta = JSON.parse(text);
  }
  if (typeof meta === "object" && meta !== null && !Array.isArray(meta))
    return meta as Record<string, unknown>;
  throw new ClientError(
    "malformed",
    "meta of the file must be an object: send a state.json as openclawbrain writes it",
  );
}

function headerOf(meta: Record<string, unknown>, vectors: boolean): StateHeader {
  const { schema_version: version, embedder_name: name, embedder_dim: dimension } = meta;
  const isKnown = vectors && typeof name === "string" && typeof dimension === "number";
  return {
    format: STATE_FORMAT,
    version: typeof version === "number" ? version : 1,
    embedder: isKnown ? { name, dimension } : null,
    meta: meta as StateHeader["meta"],
  };
}
