// What a correction leaves alone although it suppresses it for other questions: a fact that says the same about something
// narrower, or denies it, where the question asks for just that. "The nurse works on Sundays" is wrong; whether "the night nurse
// works on Sundays" is wrong too, nobody said: it is suppressed for questions about nurses, and none about the night nurse.

import { questionsOf } from "../graph/correcting.ts";
import type { Spares } from "../graph/walk.ts";
import { denies } from "../text/negation.ts";
import { termsOf } from "../text/terms.ts";
import type { Work } from "./memory.ts";

/** Stands among the terms of a text that denies; no term holds a space. */
const DENIAL = " not";

type Terms = ReadonlySet<string>;

/** For the suppressions of one question. Texts are read only where a correction suppresses several nodes. */
export function sparing({ graph, draft }: Work, question: string): Spares {
  const asked = whatSays(question);
  const told = new Map<string, Terms>();
  const terms = (id: string) => {
    const known = told.get(id) ?? whatSays(draft.node(id)?.text ?? "");
    told.set(id, known);
    return known;
  };
  const targetsOf = (position: number) =>
    Array.from(graph.out.list(position))
      .filter((edge) => graph.weights[edge] < 0 && graph.isNode[graph.targets[edge]])
      .map((edge) => graph.targets[edge]);
  return (source, target) => {
    const isOfCorrection = graph.kindAt(source) === "correction" && graph.kindAt(target) !== "correction";
    const others = isOfCorrection ? targetsOf(source).filter((other) => other !== target) : [];
    if (others.length === 0) return false;
    const [id, own] = [graph.idAt(source), terms(graph.idAt(target))];
    const taught = questionsOf(draft, id).map(({ asked }) => whatSays(asked?.text ?? ""));
    const named = [...asked.intersection(own)].filter(
      (term) => !terms(id).has(term) && !taught.some((question) => question.has(term)),
    );
    return named.some((term) =>
      others
        .map((other) => terms(graph.idAt(other)))
        .some((other) => !other.has(term) && (term === DENIAL || other.isSubsetOf(own))),
    );
  };
}

function whatSays(text: string): Terms {
  const terms = new Set(termsOf(text).keys());
  return denies(text) ? terms.add(DENIAL) : terms;
}
