// What static-v1 says of some texts, as one sum: the same under Node and in a worker, and never another while it has its name.

import type { Embedder } from "../../durable/embed/embedder.ts";

const TEXTS = [
  "The nightly analytics export holds a lock on the orders table (E4471).",
  "Which report job blocked purchases?",
  "Wer erneuert das Zertifikat?",
  "部署到生产环境之前先检查监控面板",
  "\ud800 🚀 OOMKilled",
  "",
];

export const PINNED = "8c4c4c6e2655696ca63863c2e060edf7fd317ca6e8c98f63c1c4420aca1b998f";

/** SHA-256 over the vectors as doubles, as questions and as documents, in hex. */
export async function sumOf(embedder: Embedder): Promise<string> {
  const vectors = [...(await embedder.embed(TEXTS, "query")), ...(await embedder.embed(TEXTS, "document"))];
  const numbers = Float64Array.from(vectors.flatMap((vector) => Array.from(vector)));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", numbers));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
