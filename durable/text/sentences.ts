// The sentences of a text as it is typed in a chat: lines that only wrap are joined, points of a list stand alone,
// code between fences is no sentence.

const CODE = /(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\1[^\n]*|$)/g;
const POINT = /^\s*(?:[-*•‣–—]|\(?\d{1,3}[.)]|#{1,6})\s+/;
const ENDED = /[.!?…:;。！？：；]["'”’»)\]」』]*\s*$/;
const CONTINUES = /^\s*[\p{Ll}(]/u;
/** Where a full stop ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s("'“„«])(?:dr|mr|mrs|ms|prof|st|sr|jr|no|nr|vs|etc|approx|e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|usw|inkl|ggf|vgl|bspw|evtl|p\.\s?ex|sra|dra|т\.\s?е|т\.\s?д|напр)\.\s*$/iu;

/** Made when first asked for: making it takes milliseconds of every start. */
let made: Intl.Segmenter | undefined;

/** In order, trimmed, none empty. */
export function sentencesOf(text: string): string[] {
  return paragraphs(text.replace(CODE, "\n\n")).flatMap(sentencesIn);
}

function paragraphs(text: string): string[] {
  const result: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n|\u2028|\u2029/)) {
    const words = line.replace(POINT, "").trim();
    const joins = isOpen && words === line.trim() && CONTINUES.test(words);
    if (joins) result[result.length - 1] += ` ${words}`;
    else if (words !== "") result.push(words);
    isOpen = words !== "" && !ENDED.test(words);
  }
  return result;
}

function sentencesIn(paragraph: string): string[] {
  const result: string[] = [];
  let isAbbreviated = false;
  made ??= new Intl.Segmenter("en", { granularity: "sentence" });
  for (const { segment } of made.segment(paragraph)) {
    if (isAbbreviated) result[result.length - 1] += segment;
    else result.push(segment);
    isAbbreviated = ABBREVIATED.test(result[result.length - 1]);
  }
  return result.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}
