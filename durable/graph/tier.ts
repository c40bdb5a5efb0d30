// The band of a weight decides how a route is followed. Computed from the weight, never stored.

export type Tier = "reflex" | "habitual" | "dormant" | "inhibitory";

export interface TierBounds {
  /** At or below: the edge suppresses its target. */
  readonly inhibitoryThreshold: number;
  /** From here on the edge is followed by itself. */
  readonly reflexThreshold: number;
  /** [low, high): the edge is weighed against its rivals. */
  readonly habitualRange: readonly [low: number, high: number];
}

/** Tier of a raw weight, before any damping. Checked in the order inhibitory, reflex, habitual. */
export function tierOf(weight: number, bounds: TierBounds): Tier {
  if (weight <= bounds.inhibitoryThreshold) return "inhibitory";
  if (weight >= bounds.reflexThreshold) return "reflex";
  const [low, high] = bounds.habitualRange;
  return weight >= low && weight < high ? "habitual" : "dormant";
}
