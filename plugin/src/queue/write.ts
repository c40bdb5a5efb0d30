// A write that waits to be delivered: which endpoint, on whose behalf, what is sent, and the key under which the service
// does it once. It holds no token and no address, and texts only after secrets were taken out.

import * as z from "zod";
import { ENDPOINTS, type EndpointName, type RequestOf } from "../../../wire/endpoints.ts";

export interface Write<Name extends EndpointName = EndpointName> {
  /** Agent of the host. */
  readonly agentId: string;
  readonly name: Name;
  readonly request: RequestOf<Name>;
  readonly key: string;
}

/**
 * What the service recognises by itself however late it comes again: the same text is the same memory or proposal.
 * Everything else it knows again by the key alone, and that for some days only.
 */
const KNOWN_BY_CONTENT: ReadonlySet<string> = new Set(["propose", "inject"] satisfies EndpointName[]);

const Stored = z.strictObject({
  version: z.literal(1),
  agentId: z.string(),
  name: z.string().refine((name) => Object.hasOwn(ENDPOINTS, name) && ENDPOINTS[name as EndpointName].writes),
  key: z.string(),
  request: z.record(z.string(), z.json()),
});

export function isKnownByContent({ name }: Write): boolean {
  return KNOWN_BY_CONTENT.has(name);
}

export function textOf({ agentId, name, key, request }: Write): string {
  return JSON.stringify({ version: 1, agentId, name, key, request });
}

/** Null for a text that is no write. */
export function writeIn(text: string): Write | null {
  try {
    const { agentId, name, key, request } = Stored.parse(JSON.parse(text));
    return { agentId, name: name as EndpointName, key, request: request as RequestOf<EndpointName> };
  } catch {
    return null;
  }
}
