// Finds passages of given texts inside other texts. A passage is a line, stripped, or a text that is short as a whole;
// short lines of longer texts say too little to be told apart from anybody's words. However many passages there are,
// looking costs about the same.

import { linesOf, strip } from "./lines.ts";

/** Code units of the shortest line that counts, and of the shortest text. */
const SHORTEST = 12;
const SHORTEST_TEXT = 5;

export class Passages {
  /** Passages by how they begin. */
  private readonly byStart = new Map<string, Set<string>>();
  private readonly short = new Set<string>();

  add(text: string): void {
    const whole = strip(text);
    if (whole.length >= SHORTEST_TEXT && whole.length < SHORTEST) this.short.add(whole);
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
    for (const passage of this.short) if (text.includes(passage)) return true;
    if (this.byStart.size === 0) return false;
    for (let at = 0; at + SHORTEST <= text.length; at++) {
      const passages = this.byStart.get(text.slice(at, at + SHORTEST));
      if (passages && [...passages].some((passage) => text.startsWith(passage, at))) return true;
    }
    return false;
  }
}
