// Resources: memories by their ids, a page at a time, and how the agent is. Names and descriptions hold no text of a memory.

import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { ClientError } from "../client/client-error.ts";
import { controlsShown } from "../durable/text/control-signs.ts";
import type { Memory } from "../wire/memories.ts";
import { entry, fenced } from "./fence.ts";
import { valueAt } from "./schemas.ts";
import type { Service } from "./service.ts";
import { TOOLS } from "./tools/index.ts";

const MEMORY = "edgebrain://memories/";
const HEALTH = "edgebrain://health";
/** Memories of a page. */
const PAGE = 50;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${MEMORY}{id}`,
    name: "memory",
    title: "A memory",
    description: "One memory by its id: its text, fenced as untrusted data.",
    mimeType: "text/plain",
  },
];

export async function listResources(
  service: Service,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<ListResourcesResult> {
  const { memories, next_cursor } = await asked(HEALTH, () =>
    service.call("memories", { limit: PAGE, ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  return {
    resources: [...(cursor === undefined ? [health] : []), ...memories.map(resourceOf)],
    ...(next_cursor !== null && { nextCursor: next_cursor }),
  };
}

export async function readResource(
  service: Service,
  uri: string,
  signal?: AbortSignal,
): Promise<ReadResourceResult> {
  if (uri === HEALTH) {
    const { places } = TOOLS.find(({ name }) => name === "stats")!;
    const numbers = valueAt(await asked(uri, () => service.call("health", {}, { signal })), places);
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(numbers, null, 2) }] };
  }
  const id = idIn(uri);
  if (id === null) throw new ResourceNotFoundError(uri, "no such resource: resources/list has them all");
  const memory = await asked(uri, () => service.call("memory", { id }, { signal }));
  const { text } = fenced([entry(memory.id, memory.type, memory.content)]);
  return { contents: [{ uri, mimeType: "text/plain", text: controlsShown(text) }] };
}

const health = {
  uri: HEALTH,
  name: "health",
  title: "How memory is",
  description: "Numbers about this memory.",
  mimeType: "application/json",
};

function resourceOf({ id, type, updated_at }: Memory) {
  return {
    uri: MEMORY + encodeURIComponent(id),
    name: id.replace(/[^\w:.~-]+/gu, encodeURIComponent),
    description: `A memory of type ${encodeURIComponent(type)}.`,
    mimeType: "text/plain",
    annotations: { lastModified: new Date(updated_at).toISOString() },
  };
}

function idIn(uri: string): string | null {
  if (!uri.startsWith(MEMORY)) return null;
  try {
    const id = decodeURIComponent(uri.slice(MEMORY.length));
    return ["", ".", ".."].includes(id) ? null : id;
  } catch {
    return null;
  }
}

/** Protocol errors, since resources have no others; in our own words, which quote nothing. */
async function asked<T>(uri: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const { code = error.kind } = error;
    if (code === "not_found") throw new ResourceNotFoundError(uri, "not_found: no such resource");
    if (code === "invalid_request")
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "invalid_request: send the cursor of the page before",
      );
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `${code}: the service did not answer this; try again`,
    );
  }
}
