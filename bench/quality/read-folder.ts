// A folder with `corpus.jsonl` and `queries.jsonl` as an evaluation set.

import path from "node:path";
import { CannotRun } from "../rows.ts";
import type { EvaluationDocument, EvaluationSet, Question } from "./evaluation-set.ts";
import { type Place, readLines } from "./json-lines.ts";

export const CORPUS = "corpus.jsonl";
export const QUERIES = "queries.jsonl";

/** A date with or without a time of day, as evaluation files write them. */
const DATE = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:\D*(\d{2}):(\d{2})(?::(\d{2}))?)?/;

/** Reads the set, named like its folder. Refuses what it can't make out, by file and line. */
export function readFolder(folder: string): EvaluationSet {
  const groups = readCorpus(path.join(folder, CORPUS));
  const asked: Question[] = [];
  const unanswerable: Question[] = [];
  let leftOut = 0;
  let ranksSessions = false;
  for (const place of readLines(path.join(folder, QUERIES))) {
    const group = place.text("group");
    const documents = groups.get(group) ?? place.fail(`asks the group ${group}, which has no documents`);
    const sessions = place.maybeTexts("gold_sessions");
    ranksSessions ||= sessions !== undefined;
    // A corrected label replaces the published one, also where it says that there is no evidence.
    const gold = new Set(sessions ?? place.maybeTexts("gold_fixed") ?? place.maybeTexts("gold"));
    const question: Question = {
      id: place.text("id"),
      group,
      text: place.text("query"),
      gold,
      category: place.maybeText("category"),
    };
    if (place.isTrue("abstain")) unanswerable.push({ ...question, gold: new Set() });
    else if (gold.size > 0 && isKnown(gold, documents, sessions ? "session" : "id")) asked.push(question);
    else leftOut++;
  }
  if (asked.length === 0) throw new CannotRun(`${folder} has no question with usable evidence`);
  return {
    name: path.basename(folder),
    unit: ranksSessions ? "session" : "document",
    groups: new Map(Array.from(groups, ([group, documents]) => [group, [...documents.values()]])),
    questions: asked,
    unanswerable,
    leftOut,
  };
}

type Documents = Map<string, EvaluationDocument>;

/** Documents by group and id; those of a session stand together, in their order. */
function readCorpus(file: string): Map<string, Documents> {
  const sessions = new Map<string, Map<string, EvaluationDocument[]>>();
  const ids = new Set<string>();
  for (const place of readLines(file)) {
    const document = documentOf(place);
    const group = place.text("group");
    if (ids.has(`${group}\n${document.id}`)) place.fail(`has the id ${document.id} of an earlier document`);
    ids.add(`${group}\n${document.id}`);
    const ofGroup = entryOf(sessions, group, () => new Map<string, EvaluationDocument[]>());
    const turns = entryOf(ofGroup, document.session ?? "", (): EvaluationDocument[] => []);
    turns.push(document.session === undefined ? document : { ...document, turn: turns.length });
  }
  const byId = (document: EvaluationDocument) => [document.id, document] as const;
  return new Map(
    Array.from(sessions, ([group, ofGroup]) => [group, new Map([...ofGroup.values()].flat().map(byId))]),
  );
}

function documentOf(place: Place): EvaluationDocument {
  const time = place.maybeText("time");
  return {
    id: place.text("id"),
    text: place.text("text"),
    session: place.maybeText("session"),
    time: time === undefined ? undefined : isoTime(time),
    speaker: place.maybeText("speaker"),
    title: place.maybeText("title"),
    caption: place.maybeText("caption"),
  };
}

function isoTime(time: string): string | undefined {
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = DATE.exec(time) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

function isKnown(gold: ReadonlySet<string>, documents: Documents, field: "id" | "session"): boolean {
  return new Set(Array.from(documents.values(), (document) => document[field])).isSupersetOf(gold);
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, fresh: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = fresh();
  map.set(key, value);
  return value;
}
