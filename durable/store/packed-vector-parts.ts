// Vectors as parts of a packed memory: rows of the same length, as many as a part holds.

import type { Json, VectorRecord } from "../graph/records.ts";
import { PART } from "./packed-graph.ts";
import type { PackedPart } from "./packed-part.ts";

/** Bytes of one part, names not counted. */
const PART_BYTES = 900_000;

export class PackedVectorParts {
  /** Vectors so far. */
  count = 0;
  private readonly write: (part: Omit<PackedPart, "packing">) => void;
  private rows: VectorRecord[] = [];

  constructor(write: (part: Omit<PackedPart, "packing">) => void) {
    this.write = write;
  }

  add(record: VectorRecord): void {
    const { length } = record.bytes;
    const isFull = this.rows.length * length > PART_BYTES;
    if (isFull || (this.rows.length > 0 && this.rows[0].bytes.length !== length)) this.end();
    this.rows.push(record);
    this.count++;
  }

  /** Writes what is left. */
  end(): void {
    const { rows } = this;
    if (rows.length === 0) return;
    const { length } = rows[0].bytes;
    const bytes = new Uint8Array(rows.length * length);
    for (const [index, row] of rows.entries()) bytes.set(row.bytes, index * length);
    const columns = [
      Uint8Array.from(rows, ({ route }) => route),
      Float64Array.from(rows, ({ scale }) => scale),
      Float64Array.from(rows, ({ ordinal }) => ordinal ?? Number.NaN),
      bytes,
    ];
    this.write({ kind: PART.vectors, words: rows.map(({ id }) => id) as Json, columns });
    this.rows = [];
  }

  /** The rows of a part; their bytes are the part's own. */
  static *recordsOf({ words, columns }: PackedPart): Iterable<VectorRecord> {
    const ids = words as string[];
    const [routes, scales, ordinals, bytes] = columns;
    const length = bytes.length / Math.max(1, ids.length);
    for (const [index, id] of ids.entries()) {
      const ordinal = Number.isNaN(ordinals[index]) ? undefined : ordinals[index];
      const own = (bytes as Uint8Array).subarray(index * length, (index + 1) * length);
      yield { id, route: routes[index], scale: scales[index], bytes: own, ordinal };
    }
  }
}
