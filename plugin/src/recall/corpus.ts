// This memory as one more corpus of the host's own memory search, for users who keep that one. Read only, fenced,
// behind the same gate as everything else; on any failure it has nothing.

import { cleanText } from "../clean.ts";
import { fenced } from "../fence.ts";
import type { HostContext, HostCorpusHit, HostCorpusPage, HostCorpusRequest } from "../host.ts";
import { PLUGIN_ID, type Plugin, type Turn } from "../plugin.ts";
import { failureLine } from "../service.ts";
import { ask, keepShown, memoryOf } from "./asking.ts";
import { normalizedQuestion } from "./question.ts";

const PATH = "/memory/";
const MOST_HITS = 20;
const SNIPPET = 240;

export function registerCorpus(plugin: Plugin): void {
  plugin.api.registerMemoryCorpusSupplement?.({
    search: (request) => guarded(plugin, request, [], (turn) => search(plugin, turn, request)),
    get: (request) => guarded(plugin, request, null, (turn) => page(turn, request.lookup)),
  });
}

async function guarded<T>(
  plugin: Plugin,
  request: HostCorpusRequest,
  nothing: T,
  read: (turn: Turn) => Promise<T>,
): Promise<T> {
  try {
    const entry = plugin.enter(contextOf(request));
    return entry.allowed ? await read(entry.turn) : nothing;
  } catch (error) {
    plugin.log.warn(`the memory corpus has nothing: ${failureLine(error)}`);
    return nothing;
  }
}

function contextOf({ agentId, agentSessionKey, sandboxed }: HostCorpusRequest): HostContext {
  return {
    ...(agentId !== undefined && { agentId }),
    ...(agentSessionKey !== undefined && { sessionKey: agentSessionKey }),
    // A sandboxed agent may be anybody's.
    ...(sandboxed && { chatType: "group" }),
  };
}

async function search(
  plugin: Plugin,
  turn: Turn,
  { query, maxResults = 5 }: { readonly query: string; readonly maxResults?: number },
): Promise<HostCorpusHit[]> {
  const question = normalizedQuestion(query, turn.config.recallMaxChars);
  if (question === "") return [];
  const limit = Math.max(1, Math.min(MOST_HITS, Math.trunc(maxResults)));
  const { queryId, hits } = await ask(turn, { query: question, limit });
  keepShown(plugin, turn, queryId, hits);
  return hits.map(({ id, kind, title, content, walkScore }) => ({
    corpus: PLUGIN_ID,
    path: pathOf(id),
    ...(title !== undefined && { title: cleanText(title) }),
    score: walkScore,
    snippet: fenced([cleanText(content).slice(0, SNIPPET).toWellFormed()]),
    id,
    kind,
    source: PLUGIN_ID,
  }));
}

async function page(turn: Turn, lookup: string): Promise<HostCorpusPage | null> {
  const id = idOf(lookup);
  const memory = await memoryOf(turn, id);
  if (memory === null) return null;
  const { text, file } = memory;
  return {
    corpus: PLUGIN_ID,
    path: pathOf(id),
    ...(file !== null && { title: cleanText(file) }),
    content: fenced([text]),
    fromLine: 1,
    lineCount: 1,
  };
}

export function pathOf(id: string): string {
  return PATH + encodeURIComponent(id);
}

/** The id in a path of this corpus; anything else is an id as it is. */
export function idOf(lookup: string): string {
  const at = lookup.lastIndexOf(PATH);
  if (at < 0) return lookup;
  try {
    return decodeURIComponent(lookup.slice(at + PATH.length));
  } catch {
    return lookup;
  }
}
