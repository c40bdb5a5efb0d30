// A valid request for every endpoint of an agent that holds the node `SAMPLE_NODE`.

import type { MemoryClient } from "../../client/memory-client.ts";
import { ENDPOINTS, type EndpointName, type RequestOf, takesBody } from "../../wire/endpoints.ts";
import { send, type Told } from "./story.ts";

export const SAMPLE_NODE = "notes/deploy.md::0";

export const SAMPLES: { readonly [Name in EndpointName]: RequestOf<Name> } = {
  query: { query: "how do we deploy?" },
  learn: { fired_ids: [SAMPLE_NODE], outcome: 1 },
  correction: { content: "deploys need an approval" },
  selfLearn: { content: "deploys run on weekdays only", outcome: 0.5, node_type: "TEACHING" },
  inject: { content: "the pager rotates on mondays" },
  injectBatch: {
    nodes: [{ content: "backups run at night" }, { content: "restores are rehearsed monthly" }],
  },
  sync: { files: [{ path: "notes/oncall.md", text: "# On call\n\nAnswer within five minutes.\n" }] },
  maintain: {},
  anchors: {},
  audit: {},
  verifyAudit: {},
  anchor: { node_id: SAMPLE_NODE, authority: "canonical" },
  merge: { dry_run: true },
  split: { dry_run: true },
  connect: { dry_run: true },
  restore: {},
  node: { id: SAMPLE_NODE },
  edit: { id: SAMPLE_NODE, summary: "how deploys go" },
  events: {},
  journal: {},
  info: {},
  health: {},
  rpc: { id: 1, method: "health", params: {} },
};

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** Gives an agent what the samples speak of. */
export async function prepare(memory: MemoryClient): Promise<void> {
  await memory.inject({ id: SAMPLE_NODE, content: "deploy with the release script" });
}

/** Sends an endpoint's sample as anybody to any agent. */
export function sendSample(
  name: EndpointName,
  agent: string,
  token: string | null,
  headers: Record<string, string> = {},
): Promise<Told> {
  const { method, path } = ENDPOINTS[name];
  const body: Record<string, unknown> = { ...(SAMPLES[name] as object) };
  if (path.includes("{id}")) delete body.id;
  const place = `/v1/agents/${agent}${path.replace("{id}", encodeURIComponent(SAMPLE_NODE))}`;
  return send(method.toUpperCase(), place, {
    token,
    headers: { Accept: "application/json", ...headers },
    body: takesBody(method) ? body : undefined,
  });
}
