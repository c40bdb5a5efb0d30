// What the teacher says of texts: Universal Sentence Encoder Lite as the project runs it, kept in a file,
// so that a run that was broken off goes on where it stopped. Deleting the file starts anew.

import fs from "node:fs";
import path from "node:path";
import { readModelFile } from "../../durable/embed/use-lite/model-file.ts";
import { simdPanels } from "../../durable/embed/use-lite/panels.ts";
import { ENCODED, Transformer } from "../../durable/embed/use-lite/transformer.ts";
import { USE_LITE_ASSET } from "../../durable/embed/use-lite.ts";
import { panelKernel } from "../../golden/panel-kernel.ts";
import { type Rows, rowsOf } from "./matrices.ts";

const BATCH = 500;

/** The teacher on the built weights (`npm run build:embedder`) in the project's assets. */
export function openTeacher(): (text: string) => ArrayLike<number> {
  const file = fs.readFileSync(path.join(import.meta.dirname, "../../assets", USE_LITE_ASSET));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  const kernel = panelKernel();
  const transformer = new Transformer(readModelFile(bytes), (size) => simdPanels(kernel, size));
  return (text) => transformer.encode(transformer.piecesOf(text));
}

/** A row a text. `cache` names the file that rows are added to. */
export function teach(
  texts: readonly string[],
  cache: string,
  teacher: (text: string) => ArrayLike<number>,
): Rows {
  const rowBytes = 4 * ENCODED;
  const known = fs.existsSync(cache) ? Math.floor(fs.statSync(cache).size / rowBytes) : 0;
  const output = fs.openSync(cache, "a");
  fs.ftruncateSync(output, known * rowBytes);
  for (let start = known; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    const rows = rowsOf(batch.length, ENCODED);
    batch.forEach((text, index) => {
      rows.values.set(teacher(text), index * ENCODED);
    });
    fs.writeSync(output, new Uint8Array(rows.values.buffer));
    if (start % (20 * BATCH) === 0) console.log(`${path.basename(cache)}: ${start} of ${texts.length}`);
  }
  fs.closeSync(output);
  const result = rowsOf(texts.length, ENCODED);
  const input = fs.openSync(cache, "r");
  fs.readSync(input, new Uint8Array(result.values.buffer));
  fs.closeSync(input);
  return result;
}
