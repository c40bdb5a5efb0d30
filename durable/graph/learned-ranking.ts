// What kind of node answers here: learned from judged answers, acting on all questions, those about other things too.
// Traits say something of a node in view of a question. Where an answer helped and others misled, their contrast is
//   δ = traits(answer) − mean traits(misled)
// and the weights of the traits are those for which w · δ comes closest to 1 over all contrasts:
//   w = (A + ridge · 1)⁻¹ b,   A = Σ share · δδᵀ,   b = Σ share · δ,   share = min(1, perAuthor / contrasts of the author)
// A candidate is worth `gain · w · (traits − mean traits of all candidates)` more, in −most … most, and `again` more where it
// answered before.
// Traits and contrasts are whole steps, so the sums of an author are exact: what was put and removed leaves the weights of a
// memory that never had it, to the last bit, in whatever order it came. Without a contrast nothing is worth more or less.

/** In steps, 0 … `STEPS`: how much of its title and speaker the question says, and how long the text is. */
export type Traits = readonly [named: number, length: number];
/** In steps, −`STEPS` … `STEPS`. */
export type Contrast = readonly [named: number, length: number];

export interface RankingSettings {
  /** What the weighed traits count beside words and meaning. */
  readonly gain: number;
  /** So many contrasts speak for weights of 0. */
  readonly ridge: number;
  /** No author counts for more contrasts than these. */
  readonly perAuthor: number;
  /** The most that a node gains or loses by it. */
  readonly most: number;
  /** What a node gains that answered before. */
  readonly again: number;
}

export const STEPS = 256;
/** Terms of a text that is half as long as any can be. */
const MIDDLING = 20;

/** Traits of a node: `said` is the share of its byline that the question says, `terms` the length of its text. */
export function traitsOf(said: number, terms: number): Traits {
  return [Math.round(said * STEPS), Math.round((terms / (terms + MIDDLING)) * STEPS)];
}

/** Null where nothing misled: then the answer stands out from nothing. */
export function contrastOf([named, length]: Traits, misled: readonly Traits[]): Contrast | null {
  if (misled.length === 0) return null;
  const mean = (trait: 0 | 1) => misled.reduce((sum, traits) => sum + traits[trait], 0) / misled.length;
  return [Math.round(named - mean(0)), Math.round(length - mean(1))];
}

/** Whether a value can have come from `contrastOf`. */
export function isContrast(value: unknown): value is Contrast {
  const isStep = (steps: unknown) => Number.isInteger(steps) && Math.abs(steps as number) <= STEPS;
  return Array.isArray(value) && value.length === 2 && value.every(isStep);
}

/** Σ 1, Σ δ and Σ δδᵀ over the contrasts of one author. */
type Sums = [count: number, n: number, l: number, nn: number, nl: number, ll: number];

interface Judged {
  readonly author: string;
  readonly contrast: Contrast;
}

export class LearnedRanking {
  /** By node and route of the question that it answered. */
  private readonly judged = new Map<string, Map<number, Judged>>();
  private readonly sums = new Map<string, Sums>();

  /** Adds or replaces the contrast of a node for the question of a route. */
  put(id: string, route: number, author: string, contrast: Contrast): void {
    this.remove(id, route);
    const ofNode = this.judged.get(id) ?? new Map<number, Judged>();
    this.judged.set(id, ofNode.set(route, { author, contrast }));
    this.count(author, contrast, 1);
  }

  remove(id: string, route: number): void {
    const ofNode = this.judged.get(id);
    const known = ofNode?.get(route);
    if (!ofNode || !known) return;
    ofNode.delete(route);
    if (ofNode.size === 0) this.judged.delete(id);
    this.count(known.author, known.contrast, -1);
  }

  hasAnswered(id: string): boolean {
    return this.judged.has(id);
  }

  /** What the traits weigh; null while nothing was learned. */
  weights({ ridge, perAuthor }: RankingSettings): readonly [named: number, length: number] | null {
    if (this.judged.size === 0) return null;
    let [n, l, nn, nl, ll] = [0, 0, ridge, 0, ridge];
    // Shares are no whole numbers: their order counts.
    for (const [, own] of [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const share = Math.min(1, perAuthor / own[0]);
      n += (share * own[1]) / STEPS;
      l += (share * own[2]) / STEPS;
      nn += (share * own[3]) / STEPS ** 2;
      nl += (share * own[4]) / STEPS ** 2;
      ll += (share * own[5]) / STEPS ** 2;
    }
    const determinant = nn * ll - nl * nl;
    return [(ll * n - nl * l) / determinant, (nn * l - nl * n) / determinant];
  }

  /** What each of these candidates is worth more, or less; null while nothing was learned. */
  leanings(candidates: readonly Candidate[], settings: RankingSettings): number[] | null {
    const weights = this.weights(settings);
    if (!weights) return null;
    const worth = candidates.map(
      ({ traits }) => (settings.gain * (weights[0] * traits[0] + weights[1] * traits[1])) / STEPS,
    );
    const mean = worth.reduce((sum, one) => sum + one, 0) / Math.max(1, worth.length);
    const { most, again } = settings;
    return candidates.map(({ id }, place) => {
      const own = Math.min(most, Math.max(-most, worth[place] - mean));
      return own + (this.hasAnswered(id) ? again : 0);
    });
  }

  private count(author: string, [n, l]: Contrast, times: 1 | -1): void {
    const sums = this.sums.get(author) ?? [0, 0, 0, 0, 0, 0];
    const added = [1, n, l, n * n, n * l, l * l].map((one, place) => sums[place] + times * one) as Sums;
    if (added[0] > 0) this.sums.set(author, added);
    else this.sums.delete(author);
  }
}

export interface Candidate {
  readonly id: string;
  readonly traits: Traits;
}
