// Whether a turn says what a model made of it: each number and date of a statement stands in the turn, each name in it or in
// what was said before, and some word in the turn itself. Numbers and names are what a model makes up, and what misleads.
// A statement in the words of a clause says it as that does: it neither drops a denial nor adds one.

import { englishShareOf } from "./english-words.ts";
import { denies } from "./negation.ts";
import { sentencesOf } from "./sentences.ts";
import { isValue, partsOf } from "./statement.ts";
import { valuesOf } from "./value-tokens.ts";

/** Share of a statement's words from which on a clause is what it was made of. */
const SAME_WORDS = 0.6;
/** One clause may deny what the next one says. */
const CLAUSE = /[,;:，；：、]\s*|\s[–—-]\s/u;
/** What asks to keep in mind denies nothing. */
const KEEP_IN_MIND =
  /(?:don[’']?t|do not|never|nicht|vergiss|vergesst|n[’']|no|não|не)\s*(?:forget|vergessen|nicht|oublie[rz]?|olvides|te olvides|olvide|se esqueça|esqueças?|забудь(?:те)?|забывай(?:те)?)(?!\p{L})|[别別]忘了?|忘れない(?:で|ように)/giu;
/** Share of English words from which a capital at the beginning of a sentence tells nothing, and those elsewhere tell names. */
const ENGLISH = 0.12;
/** Words of a piece that is compared as one; longer sentences are cut. */
const PIECE = 60;
const CAPITAL = /^\p{Lu}/u;
const ACRONYM = /^\p{Lu}{2,}$/u;
/** Words in which every noun has a capital. */
const GERMAN = /(?<!\p{L})(?:der|die|das|dem|den|und|ist|wird|nicht|ein|eine)(?!\p{L})/iu;
/** At its beginning a word has its capital anyway; one of which this is said is somebody. */
const SOMEBODY =
  /^(?!(?:The|This|That|User|He|She|It|They|We|I|Who|Nobody|Everybody|Everyone|Someone)['’\s])\p{Lu}[\p{L}-]+(?:['’]s|\s+(?:\p{Lu}[\p{L}-]+\s+)?(?:works|worked|lives|lived|prefers|likes|loves|hates|wants|owns|leads|manages|said|says|told|joined|married|reports|knows|speaks))(?![\p{L}])/u;

interface Source {
  readonly words: ReadonlySet<string>;
  readonly clause: string;
}

/** What tells whether a statement is supported. `turn`: what was said in it; `background`: what was said before. */
export function supportedBy(turn: string, background: string): (statement: string) => boolean {
  const said = wordsOf(turn);
  const before = wordsOf(background);
  const sources = sentencesOf(turn)
    .flatMap((sentence) => sentence.split(CLAUSE))
    .map((clause) => ({ words: wordsOf(clause), clause }));
  return (statement) => {
    const isGerman = GERMAN.test(statement) && englishShareOf(statement) < ENGLISH;
    let sharesAWord = false;
    for (const sentence of sentencesOf(statement)) {
      const first = SOMEBODY.test(sentence) ? 0 : 1;
      for (const [at, part] of partsOf(sentence).entries()) {
        if (said.has(part.says)) sharesAWord = true;
        else if (isValue(part)) return false;
        else if (part.kind !== "word" || before.has(part.says)) continue;
        else if (ACRONYM.test(part.written)) return false;
        else if (!isGerman && at >= first && CAPITAL.test(part.written)) return false;
      }
    }
    return sharesAWord && sentencesOf(statement).every((sentence) => deniesAs(sources, sentence));
  };
}

/** Whether a statement denies where the clause does that it was made of; true where it was made of none. */
function deniesAs(sources: readonly Source[], statement: string): boolean {
  const words = [...wordsOf(statement)];
  const shares = sources.map(
    ({ words: said }) => words.filter((word) => said.has(word)).length / words.length,
  );
  const most = Math.max(0, ...shares);
  if (most < SAME_WORDS) return true;
  const closest = sources.filter((_, place) => shares[place] === most);
  return closest.some(({ clause }) => denying(clause) === denying(statement));
}

function denying(text: string): boolean {
  return denies(text.replaceAll(KEEP_IN_MIND, " "));
}

function wordsOf(text: string): Set<string> {
  const pieces = sentencesOf(text).flatMap((sentence) => {
    const words = sentence.split(/\s+/);
    return Array.from({ length: Math.ceil(words.length / PIECE) }, (_, place) =>
      words.slice(place * PIECE, (place + 1) * PIECE).join(" "),
    );
  });
  return new Set(pieces.flatMap((piece) => [...valuesOf(piece).words]));
}
