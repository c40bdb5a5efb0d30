// A file of short notes with questions about them, as an evaluation set of one group.

import type { EvaluationSet, Stored } from "./evaluation-set.ts";
import { readObject } from "./json-lines.ts";

/** Reads `{ name, notes: [{ id, text, time? }], questions: [{ id, question, note_ids, category? }] }`. */
export function readNotes(file: string, stored: Stored = "nodes"): EvaluationSet {
  const whole = readObject(file);
  const name = whole.text("name");
  const documents = whole.places("notes").map((note) => {
    const time = note.maybeText("time");
    return { id: note.text("id"), text: note.text("text"), ...(time !== undefined && { time }) };
  });
  const ids = new Set(documents.map(({ id }) => id));
  const questions = whole.places("questions").map((place) => {
    const gold = new Set(place.maybeTexts("note_ids"));
    if (!ids.isSupersetOf(gold)) place.fail("names a note that is not there");
    const category = place.maybeText("category");
    return {
      ...{ id: place.text("id"), group: name, text: place.text("question"), gold },
      ...(category !== undefined && { category }),
    };
  });
  const asked = questions.filter(({ gold }) => gold.size > 0);
  return {
    name,
    unit: "document",
    stored,
    groups: new Map([[name, documents]]),
    questions: asked,
    unanswerable: [],
    leftOut: questions.length - asked.length,
  };
}
