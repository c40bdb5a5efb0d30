// Whether a result is what a golden case expects, and where they part first.
// Numbers may differ by the tolerance, placeholders stand for what changes from run to run, all else is exact;
// lists of edges are compared by their ends, since their order is no promise.

export interface Difference {
  /** Where: `edges[a → b].weight`. Empty for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface Comparison {
  readonly tolerance: number;
  /** True: objects may hold more than what is expected. */
  readonly open?: boolean;
}

const PLACEHOLDERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  "<number>": (value) => typeof value === "number" && Number.isFinite(value),
  "<any string>": (value) => typeof value === "string",
  "<now>": (value) => typeof value === "number" && value > 0,
  "<iso timestamp>": (value) => typeof value === "string" && isIsoTime(value),
  "<path>": (value) => typeof value === "string" && value !== "",
};

/** The first difference in reading order, or null when the result is as expected. */
export function firstDifference(
  expected: unknown,
  actual: unknown,
  comparison: Comparison,
): Difference | null {
  return differ(expected, actual, "", comparison);
}

function differ(expected: unknown, actual: unknown, path: string, comparison: Comparison): Difference | null {
  const difference = { path, expected, actual };
  if (typeof expected === "number") {
    const close = typeof actual === "number" && Math.abs(expected - actual) <= comparison.tolerance;
    return close ? null : difference;
  }
  if (typeof expected === "string" && Object.hasOwn(PLACEHOLDERS, expected)) {
    return PLACEHOLDERS[expected](actual) ? null : difference;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return difference;
    const keyed = /(^|\.)edges[^.]*$/.test(path) ? byEnds(expected, actual) : undefined;
    return keyed
      ? differInFields(...keyed, path, comparison)
      : differInItems(expected, actual, path, comparison);
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return difference;
    return differInFields(expected, actual, path, comparison);
  }
  return expected === actual ? null : difference;
}

function differInItems(
  expected: readonly unknown[],
  actual: readonly unknown[],
  path: string,
  comparison: Comparison,
): Difference | null {
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const found = differ(expected[index], actual[index], `${path}[${index}]`, comparison);
    if (found) return found;
  }
  return null;
}

function differInFields(
  expected: Fields,
  actual: Fields,
  path: string,
  comparison: Comparison,
): Difference | null {
  const inner = (key: string) => (key.startsWith("[") || path === "" ? path + key : `${path}.${key}`);
  for (const key of Object.keys(expected)) {
    const found = differ(expected[key], actual[key], inner(key), comparison);
    if (found) return found;
  }
  if (comparison.open) return null;
  const extra = Object.keys(actual).find((key) => actual[key] !== undefined && !Object.hasOwn(expected, key));
  return extra === undefined ? null : { path: inner(extra), expected: undefined, actual: actual[extra] };
}

type Fields = Readonly<Record<string, unknown>>;

/** Both lists keyed by source and target, or undefined when one of them is no list of distinct edges. */
function byEnds(expected: readonly unknown[], actual: readonly unknown[]): [Fields, Fields] | undefined {
  const lists = [expected, actual].map((list) => {
    const keyed: Record<string, unknown> = {};
    for (const edge of list) {
      const [source, target] = Array.isArray(edge) ? edge : isObject(edge) ? [edge.source, edge.target] : [];
      if (typeof source !== "string" || typeof target !== "string") return undefined;
      keyed[`[${source} → ${target}]`] = edge;
    }
    return Object.keys(keyed).length === list.length ? keyed : undefined;
  });
  return lists[0] && lists[1] ? [lists[0], lists[1]] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isIsoTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}
