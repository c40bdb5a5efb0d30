// The text of an export: pages of bounded size, and cursors that say where one ended.

import { ExportPlace } from "../../wire/moving.ts";
import type { Snapshot } from "../store/ports.ts";

/** A page ends with the row that reaches so many bytes. */
const PAGE_BYTES = 700_000;

export interface Begun {
  readonly snapshot: Snapshot;
  readonly place: ExportPlace;
  readonly isFirst: boolean;
}

const encoder = new TextEncoder();

/** Lines of a page, up to its size. */
export class PageText {
  whole = "";
  private bytes = 0;

  get isFull(): boolean {
    return this.bytes >= PAGE_BYTES;
  }

  add(line: string, end = "\n"): void {
    this.whole += line + end;
    this.bytes += encoder.encode(line).length + 1;
  }
}

/** A place as the text of a cursor. */
export function cursorOf(place: ExportPlace): string {
  return btoa(String.fromCharCode(...encoder.encode(JSON.stringify(place))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The place that a cursor means; undefined when it is none. */
export function placeOf(cursor: string): ExportPlace | undefined {
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const json = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    return ExportPlace.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
