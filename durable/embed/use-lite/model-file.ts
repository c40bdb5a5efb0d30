// The file of weights that the build writes and the transformer reads.
//   "USEL" | length of the header, uint32 | header, JSON | sections, each at a multiple of 16 bytes. Little endian.

const MAGIC = "USEL";
const ALIGNED = 16;

/**
 * How a section's numbers lie: `panels` are int8 weights in panels of 8 columns, row after row within a panel;
 * `rows` are int8 weights row after row; `floats` are float32; `text` is UTF-8.
 */
export type SectionKind = "panels" | "rows" | "floats" | "text";

export interface Section {
  readonly name: string;
  readonly kind: SectionKind;
  readonly rows: number;
  readonly columns: number;
  /** Bytes from the start of the body. */
  readonly offset: number;
  readonly bytes: number;
}

export interface ModelFile {
  readonly sections: ReadonlyMap<string, Section>;
  /** All sections, at the offsets that they name. */
  readonly body: Uint8Array;
}

export type NewSection = Omit<Section, "offset" | "bytes"> & { readonly content: Uint8Array };

export function writeModelFile(contents: readonly NewSection[]): Uint8Array<ArrayBuffer> {
  let end = 0;
  const sections = contents.map(({ content, ...section }): Section => {
    const offset = end;
    end = aligned(offset + content.length);
    return { ...section, offset, bytes: content.length };
  });
  const header = new TextEncoder().encode(JSON.stringify(sections));
  const start = aligned(8 + header.length);
  const file = new Uint8Array(start + end);
  file.set(new TextEncoder().encode(MAGIC));
  new DataView(file.buffer).setUint32(4, header.length, true);
  file.set(header, 8);
  for (const [index, { content }] of contents.entries()) file.set(content, start + sections[index].offset);
  return file;
}

/** Reads a file; throws where it is none, or was cut short. The body shares the memory of `file`. */
export function readModelFile(file: ArrayBuffer): ModelFile {
  const bytes = new Uint8Array(file);
  if (file.byteLength < 8 || new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) {
    throw new RangeError(`it does not begin with ${MAGIC}`);
  }
  const length = new DataView(file).getUint32(4, true);
  const body = bytes.subarray(aligned(8 + length));
  const sections: Section[] = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const { offset, bytes: last } = sections[sections.length - 1];
  if (offset + last > body.length) throw new RangeError("it ends before its last section");
  return { sections: new Map(sections.map((section) => [section.name, section])), body };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNED) * ALIGNED;
}
