// The story of the first minutes, told through the HTTP API: a question, a correction, the same question in other
// words, and one about something else. What is printed is what the API answered; what it promises is checked.

import type { MemoryClient } from "../client/memory-client.ts";
import type { QueryReply } from "../wire/query.ts";

const QUESTION = "On which day do we deploy to production?";
const OTHER_WORDS = "When may I ship a release to production?";
const SOMETHING_ELSE = "How long do we keep the database backups?";
const CORRECTION =
  "The deploy window moved to Tuesday: production deploys go out on Tuesday between 09:00 and 11:00, no longer on Thursday.";
/** Stands in the one chunk of the sample workspace that is out of date. */
const STALE = "on Thursday between 14:00 and 16:00";

const SHOWN = 3;
const COLUMN = 54;
const WIDE = 2 * COLUMN;

type Fired = QueryReply["fired"];
interface BeforeAndAfter {
  readonly before: Fired;
  readonly after: Fired;
}

export interface Story {
  /** Null when an earlier start corrected the memory already: then there is no before. */
  readonly told: {
    readonly asked: Fired;
    readonly suppressed: readonly string[];
    readonly otherWords: BeforeAndAfter;
    readonly somethingElse: BeforeAndAfter;
  } | null;
  readonly otherWords: Fired;
  /** Each promise, and whether it held. */
  readonly promises: readonly { readonly text: string; readonly held: boolean }[];
}

/** Lives the story on an agent that has the sample workspace. Throws `ClientError`. */
export async function liveStory(memory: MemoryClient): Promise<Story> {
  const ask = async (query: string) => memory.query({ query });
  const first = await ask(QUESTION);
  if (first.fired.some(isCorrection)) {
    const { fired } = await ask(OTHER_WORDS);
    return { told: null, otherWords: fired, promises: promisesOf(fired) };
  }
  const [otherWords, somethingElse] = [await ask(OTHER_WORDS), await ask(SOMETHING_ELSE)];
  const correction = await memory.correction({ query_id: first.query_id, content: CORRECTION });
  const [otherWordsAfter, somethingElseAfter] = [await ask(OTHER_WORDS), await ask(SOMETHING_ELSE)];
  const others = { before: somethingElse.fired, after: somethingElseAfter.fired };
  return {
    told: {
      asked: first.fired,
      suppressed: correction.corrected_ids,
      otherWords: { before: otherWords.fired, after: otherWordsAfter.fired },
      somethingElse: others,
    },
    otherWords: otherWordsAfter.fired,
    promises: [
      { text: "before, the answer was out of date", held: otherWords.fired.some(isStale) },
      ...promisesOf(otherWordsAfter.fired),
      {
        text: "another question is answered as before",
        held: others.before.length > 0 && idsOf(others.before) === idsOf(others.after),
      },
    ],
  };
}

/** The story as it is printed. */
export function linesOf({ told, otherWords, promises }: Story): string[] {
  const marks = promises.map(({ text, held }) => `  ${held ? "✓" : "✗"} ${text}`);
  if (!told) {
    return [
      "The correction of an earlier start holds.",
      "",
      `  asked        ${OTHER_WORDS}`,
      ...column(otherWords, WIDE).map((line) => `  ${line}`),
      "",
      ...marks,
    ];
  }
  return [
    "A question, a correction, and the changed answer",
    "",
    `  asked        ${QUESTION}`,
    ...column(told.asked, WIDE).map((line) => `  ${line}`),
    "",
    `  corrected    ${CORRECTION}`,
    `  suppresses   ${told.suppressed.join(", ")}`,
    "",
    `  asked again  ${OTHER_WORDS}`,
    ...sideBySide(told.otherWords),
    "",
    `  asked too    ${SOMETHING_ELSE}`,
    ...sideBySide(told.somethingElse),
    "",
    ...marks,
  ];
}

function promisesOf(fired: Fired): { text: string; held: boolean }[] {
  return [
    { text: "the correction is among the first three", held: fired.slice(0, SHOWN).some(isCorrection) },
    { text: "what it corrects is gone", held: !fired.some(isStale) },
  ];
}

function isCorrection({ text }: Fired[number]): boolean {
  return text === CORRECTION;
}

function isStale({ text }: Fired[number]): boolean {
  return text.includes(STALE);
}

function idsOf(fired: Fired): string {
  return JSON.stringify(fired.map(({ id }) => id));
}

function sideBySide({ before, after }: BeforeAndAfter): string[] {
  const [left, right] = [column(before, COLUMN), column(after, COLUMN)];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [
    left[row] ?? "",
    right[row] ?? "",
  ]);
  return [["before", "after"], ...rows].map(([one, other]) => `  ${one.padEnd(COLUMN)}  ${other}`.trimEnd());
}

/** The best of what fired, a line each: place, score, where it is from, how it begins. */
function column(fired: Fired, width: number): string[] {
  return fired.slice(0, SHOWN).map(({ kind, text, score, provenance }, place) => {
    const origin = provenance.file ?? kind;
    const words = text
      .replace(/^#+ .*\n/, "")
      .replace(/\s+/g, " ")
      .trim();
    const line = `${place + 1}  ${score.toFixed(2)}  ${origin}: ${words}`;
    return line.length <= width ? line : `${line.slice(0, width - 1).trimEnd()}…`;
  });
}
