// Finds passages of given texts inside other texts. A passage is a line, stripped; short ones say too little to be told
// apart from anybody's words. Looking costs in proportion to the text, however many passages there are.

import { linesOf, strip } from "./lines.ts";

/** Code units of the shortest passage. */
const SHORTEST = 12;

export class Passages {
  /** Passages by how they begin. */
  private readonly byStart = new Map<string, Set<string>>();

  add(text: string): void {
    for (const line of linesOf(text)) {
      const passage = strip(line);
      if (passage.length < SHORTEST) continue;
      const start = passage.slice(0, SHORTEST);
      const known = this.byStart.get(start);
      if (known) known.add(passage);
      else this.byStart.set(start, new Set([passage]));
    }
  }

  /** True when a text holds one of the passages. */
  isIn(text: string): boolean {
    if (this.byStart.size === 0) return false;
    for (let at = 0; at + SHORTEST <= text.length; at++) {
      const passages = this.byStart.get(text.slice(at, at + SHORTEST));
      if (passages && [...passages].some((passage) => text.startsWith(passage, at))) return true;
    }
    return false;
  }
}
