// The words of a text in any script, for vectors and for the full-text index alike.
// Scripts without spaces give their characters and neighbouring pairs; names in code give their parts too.

export interface Word {
  readonly text: string;
  /** Set for a script without spaces: a single character, or a pair of neighbours. */
  readonly script: "spaced" | "character" | "pair";
}

const RUN =
  /(?<unspaced>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}\p{N}])+/gu;

/** Parts of a name: `OOMKilled` is OOM and Killed, `E4471` is E and 4471. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{L}\p{M}]+?(?=\p{N}|\p{Lu}|\p{Ll}|$)/gu;

/** Words that say how a sentence is built and nothing of what it is about; the tails of don't, we've and the like too. */
const FUNCTION_WORDS = new Set(
  `a an the of to in on is are was were be been being do does did how what which why who whom when where can
  could i me my we our us it its for from and or not that this these those with by at as if after before because
  so than then there here into out up down over under again just about any some each every all will would should
  may might must have has had you your he she his her they them their am t s re ve ll d m`.split(/\s+/),
);

/** All words in order, repeats included, function words left out. Compatible forms are unified first. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const run of text.normalize("NFKC").matchAll(RUN)) {
    if (run.groups?.unspaced) {
      const characters = Array.from(run[0]);
      characters.forEach((character, index) => {
        words.push({ text: character, script: "character" });
        const next = characters[index + 1];
        if (next !== undefined) words.push({ text: character + next, script: "pair" });
      });
    } else {
      for (const text of nameAndParts(run[0])) {
        if (!FUNCTION_WORDS.has(text)) words.push({ text, script: "spaced" });
      }
    }
  }
  return words;
}

function nameAndParts(name: string): string[] {
  const whole = name.toLowerCase();
  const parts = name.match(PART) ?? [];
  return parts.length > 1 ? [whole, ...parts.map((part) => part.toLowerCase())] : [whole];
}
