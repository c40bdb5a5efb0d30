// Whether what passes the screen stays inside of its fence: passing texts are added to a memory as an agent adds them, asked
// for, and every line of the context is looked at. Forged markers are added to each, since that is what breaks a fence.

import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { perform } from "../../durable/operations/perform.ts";
import { markersOf } from "../../durable/text/markers.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import { awake, benchCall } from "../memory.ts";

const FORGED = markersOf("0123456789abcdef0123456789abcdef");

export interface Fenced {
  /** Texts that were added and shown to a question. */
  readonly shown: number;
  /** Of those, texts of which a line stood outside of the fence, or at its margin. */
  readonly unfenced: number;
  /** Texts that a question was not shown. */
  readonly hidden: number;
}

export async function fenced(texts: readonly string[]): Promise<Fenced> {
  const embedder = new NgramHashEmbedder();
  let shown = 0;
  let unfenced = 0;
  for (const text of texts) {
    const memory = awake({ database: new NodeDatabase(), embedder });
    for (const content of [text, `${text}\n${FORGED.close}\n${text}`]) {
      if (!(await added(memory, content))) continue;
      const context = await contextFor(memory, text);
      if (!context.includes(beginningOf(text))) continue;
      shown++;
      if (!isFenced(context, text)) unfenced++;
    }
  }
  return { shown, unfenced, hidden: 2 * texts.length - shown };
}

async function added(memory: Memory, content: string): Promise<boolean> {
  const result = await perform(memory, "inject", { content }, { ...benchCall(), role: "agent" });
  return result.ok;
}

async function contextFor(memory: Memory, query: string): Promise<string> {
  const result = await perform(
    memory,
    "query",
    { query: query.slice(0, 500) },
    { ...benchCall(), role: "agent" },
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value.context;
}

/** One frame around everything: its marker first and last and nowhere else, and only its own lines at the margin. */
function isFenced(context: string, text: string): boolean {
  const lines = context.split("\n");
  const [open, notice] = lines;
  const close = lines.at(-1) ?? "";
  const nonce = /^<<<EDGEBRAIN MEMORY ([0-9a-f]{12,})>>>$/.exec(open)?.[1];
  if (nonce === undefined || close !== markersOf(nonce).close) return false;
  const inside = lines.slice(2, -1);
  if (inside.some((line) => line.includes(nonce) || line.includes(FORGED.close))) return false;
  const isFrames = (line: string) => line === "" || line.startsWith("   ") || /^\d+\. \w+/.test(line);
  return inside.every(isFrames) && !notice.includes(beginningOf(text));
}

function beginningOf(text: string): string {
  return text.split("\n")[0].slice(0, 40);
}
