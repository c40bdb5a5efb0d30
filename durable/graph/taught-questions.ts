// Questions that were taught to lead to nodes, by their words: a new question finds those that it resembles.
//   resemblance(q, t) = 2 · Σ idf of shared terms / (Σ idf of q's terms + Σ idf of t's terms)        0 … 1
//   idf(term) = ln(1 + (N − n + 1/2) / (n + 1/2))   over the N taught questions, of which n hold the term
// Words that everybody asks with weigh little, so "when did she …" resembles nothing by itself.
// About 150 bytes a question; a question costs a look at the taught ones that share a term with it.

import { compareIds } from "./code-points.ts";
import { MOST_ROUTES } from "./vectors.ts";

/** Who taught a question, and when, where that is known. */
export interface TaughtBy {
  readonly by: string;
  readonly at: number | null;
}

const NOBODY: TaughtBy = { by: "", at: null };

interface Taught extends TaughtBy {
  readonly id: string;
  readonly route: number;
  readonly terms: readonly string[];
}

/** The taught question of a node that comes closest. */
export interface Likeness extends TaughtBy {
  readonly id: string;
  readonly route: number;
  /** 0 … 1; 1 for the same terms. */
  readonly resemblance: number;
}

export class TaughtQuestions {
  private readonly questions = new Map<string, Taught>();
  private readonly byTerm = new Map<string, Set<Taught>>();

  get size(): number {
    return this.questions.size;
  }

  /** Adds or replaces the question of a route; `terms`: each once. */
  put(id: string, route: number, terms: readonly string[], { by, at } = NOBODY): void {
    this.remove(id, route);
    const taught = { id, route, terms, by, at };
    this.questions.set(keyOf(id, route), taught);
    for (const term of terms) {
      const others = this.byTerm.get(term);
      if (others) others.add(taught);
      else this.byTerm.set(term, new Set([taught]));
    }
  }

  remove(id: string, route: number): void {
    const taught = this.questions.get(keyOf(id, route));
    if (!taught) return;
    this.questions.delete(keyOf(id, route));
    for (const term of taught.terms) {
      const others = this.byTerm.get(term) as Set<Taught>;
      others.delete(taught);
      if (others.size === 0) this.byTerm.delete(term);
    }
  }

  /**
   * The closest taught question of each node that has one of at least this resemblance, best first; `apart`: of each token
   * at each node.
   */
  like(terms: readonly string[], least: number, apart = false): Likeness[] {
    const shared = new Map<Taught, number>();
    let asked = 0;
    for (const term of new Set(terms)) {
      const idf = this.idfOf(term);
      asked += idf;
      for (const taught of this.byTerm.get(term) ?? []) shared.set(taught, (shared.get(taught) ?? 0) + idf);
    }
    const best = new Map<string, Likeness>();
    for (const [{ id, route, by, at, terms: own }, common] of shared) {
      const all = own.reduce((sum, term) => sum + this.idfOf(term), asked);
      const like = { id, route, by, at, resemblance: (2 * common) / all };
      const place = apart ? JSON.stringify([id, by]) : id;
      const known = best.get(place);
      if (like.resemblance >= least && (!known || isCloser(like, known))) best.set(place, like);
    }
    return [...best.values()].sort(
      (a, b) => b.resemblance - a.resemblance || compareIds(a.id, b.id) || a.route - b.route,
    );
  }

  private idfOf(term: string): number {
    const holding = this.byTerm.get(term)?.size ?? 0;
    return Math.log(1 + (this.questions.size - holding + 0.5) / (holding + 0.5));
  }
}

/** The taught questions of both sides, by the rows that hold them. */
export class QuestionSides {
  private readonly leading = new TaughtQuestions();
  private readonly misleading = new TaughtQuestions();

  /** Those that lead to nodes, or those for which nodes misled. */
  side(misled: boolean): TaughtQuestions {
    return misled ? this.misleading : this.leading;
  }

  /** The side of a row. */
  of(route: number): TaughtQuestions {
    return this.side(route >= MOST_ROUTES);
  }
}

/** Of two questions that are as close, the older route: what is learned must not depend on the order of reading. */
function isCloser(one: Likeness, other: Likeness): boolean {
  if (one.resemblance !== other.resemblance) return one.resemblance > other.resemblance;
  return one.route < other.route;
}

function keyOf(id: string, route: number): string {
  return `${route} ${id}`;
}
