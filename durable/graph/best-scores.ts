// The best few of many scores as they come, in numbers alone: a heap with the least of them on top.

export class BestScores {
  private readonly heap: Float64Array;
  private size = 0;

  /** `count`: how many are kept, at least one. */
  constructor(count: number) {
    this.heap = new Float64Array(count);
  }

  /** The least of the best, which a score has to beat; −∞ while there are fewer than `count`. */
  get floor(): number {
    return this.size < this.heap.length ? Number.NEGATIVE_INFINITY : this.heap[0];
  }

  /** Takes a score, which is above the floor. */
  add(score: number): void {
    if (this.size < this.heap.length) this.rise(this.size++, score);
    else this.sink(score);
  }

  private rise(place: number, score: number): void {
    const { heap } = this;
    let at = place;
    for (let above = (at - 1) >> 1; at > 0 && heap[above] > score; above = (at - 1) >> 1) {
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = score;
  }

  private sink(score: number): void {
    const { heap, size } = this;
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && heap[below + 1] < heap[below]) below++;
      if (heap[below] >= score) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = score;
  }
}
