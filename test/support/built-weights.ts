// Set up once for all tests: the weights of the transformer are built where they are missing, and the tests in the
// Workers runtime are told which vectors Node gets from them.

import type { TestProject } from "vitest/node";
import { UseLiteEmbedder } from "../../durable/embed/use-lite.ts";
import { folderAssets } from "../../golden/folder-assets.ts";
import { panelKernel } from "../../golden/panel-kernel.ts";
import { buildWeights } from "../../scripts/use-lite/weights.ts";

export const SAMPLES = [
  "Why was paying so slow first thing in the day?",
  "Checkout latency spikes every weekday around 09:00: the export held a lock on the orders table.",
  "Wer erneuert das Zertifikat von api.staging?",
  "部署到生产环境之前先检查监控面板",
  "deploy_service(HTTPServer2Go) → OOMKilled 🚀",
];

declare module "vitest" {
  interface ProvidedContext {
    /** Texts, and their vectors as documents. */
    encodedByNode: { readonly texts: string[]; readonly vectors: number[][] };
  }
}

export default async function setup(project: TestProject): Promise<void> {
  buildWeights();
  const vectors = await new UseLiteEmbedder(folderAssets(), panelKernel()).embed(SAMPLES, "document");
  project.provide("encodedByNode", {
    texts: SAMPLES,
    vectors: vectors.map((vector) => Array.from(vector)),
  });
}
