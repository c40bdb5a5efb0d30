// Checks of a run, printed as they come: what holds, what does not and what was seen instead.

import { pause } from "./device.ts";

const MOST_SHOWN = 3_000;

export class Checks {
  passed = 0;
  failed = 0;
  readonly #started = performance.now();

  readonly note = (line: string): void => {
    console.log(`  · ${line} [${this.#clock()}]`);
  };

  chapter(title: string): void {
    console.log(`\n${title}`);
  }

  that(claim: string, holds: boolean, seen?: unknown): void {
    if (holds) this.passed++;
    else this.failed++;
    console.log(`  ${holds ? "✓" : "✗"} ${claim} [${this.#clock()}]`);
    if (holds || seen === undefined) return;
    const text = typeof seen === "string" ? seen : JSON.stringify(seen, null, 2);
    console.log(text.slice(0, MOST_SHOWN).replaceAll(/^/gm, "      "));
  }

  /** Asks until the answer is something, or the time is over. */
  async until<T>(ask: () => Promise<T | undefined | false>, ms = 20_000): Promise<T | undefined> {
    for (const end = Date.now() + ms; ; await pause(250)) {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      if (Date.now() > end) return undefined;
    }
  }

  /** The exit status. */
  end(): 0 | 1 {
    console.log(`\n${this.passed} hold, ${this.failed} do not [${this.#clock()}]`);
    return this.failed === 0 ? 0 : 1;
  }

  #clock(): string {
    return `${((performance.now() - this.#started) / 1000).toFixed(1)} s`;
  }
}
