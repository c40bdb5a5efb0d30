// Which chunk of a file's new text is which chunk of its old text.
// By text first: what moved inside its file stays itself. What is left over on both sides between the same
// neighbours was edited in place. Each old chunk answers to at most one new chunk.

export interface OldChunk {
  readonly id: string;
  readonly hash: string;
  /** First line of the text. */
  readonly summary: string;
  /** Nodes that stand for this chunk since it was merged or split; empty while it is a node itself. */
  readonly standIns: readonly string[];
  /** True: protected, and kept though its file holds it no longer. */
  readonly kept: boolean;
}

export interface NewChunk {
  readonly id: string;
  /** Its place in the file, 0…. */
  readonly chunk: number;
  readonly text: string;
  readonly summary: string;
  readonly hash: string;
}

/** For each new chunk the old one with the same id, or null. What was replaced counts only with the same text. */
export function matchByPlace<Old extends OldChunk>(
  old: readonly Old[],
  fresh: readonly NewChunk[],
): (Old | null)[] {
  const nodes = new Map(old.filter(isNode).map((chunk) => [chunk.id, chunk]));
  const replaced = new Map(old.filter((chunk) => !isNode(chunk)).map((chunk) => [chunk.id, chunk]));
  return fresh.map(({ id, hash }) => {
    const covered = replaced.get(id);
    return nodes.get(id) ?? (covered?.hash === hash ? covered : null);
  });
}

/** True for a chunk that is still a node. */
export function isNode({ standIns }: OldChunk): boolean {
  return standIns.length === 0;
}

/** For each new chunk the old one that it continues, or null. Both lists in file order. */
export function matchByText<Old extends OldChunk>(
  old: readonly Old[],
  fresh: readonly NewChunk[],
): (Old | null)[] {
  const held = old.filter(({ kept }) => !kept);
  const matches = unmoved(held, fresh);
  const known = new Set(matches);
  const others = [...held, ...old.filter(({ kept }) => kept)].filter((chunk) => !known.has(chunk));
  const next = firstOfEach(others, ({ hash }) => hash);
  fresh.forEach(({ hash }, index) => {
    matches[index] ??= next(hash);
  });
  matchEdited(held, fresh, matches);
  return matches;
}

/** Matches of the equal beginning and the equal end, so that repeated texts don't swap places for nothing. */
function unmoved<Old extends OldChunk>(old: readonly Old[], fresh: readonly NewChunk[]): (Old | null)[] {
  const matches = fresh.map((): Old | null => null);
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  for (; head < shorter && old[head].hash === fresh[head].hash; head++) matches[head] = old[head];
  for (let tail = 1; tail <= shorter - head; tail++) {
    const [before, now] = [old.length - tail, fresh.length - tail];
    if (old[before].hash !== fresh[now].hash) break;
    matches[now] = old[before];
  }
  return matches;
}

/** Pairs what is left after the same neighbour: under the same first line, then in order. */
function matchEdited<Old extends OldChunk>(
  old: readonly Old[],
  fresh: readonly NewChunk[],
  matches: (Old | null)[],
): void {
  const known = new Set(matches);
  const gaps = new Map<Old | null, Old[]>();
  let neighbour: Old | null = null;
  for (const chunk of old) {
    if (known.has(chunk)) neighbour = chunk;
    else if (isNode(chunk)) append(gaps, neighbour, chunk);
  }
  const openings = new Map<Old | null, number[]>();
  neighbour = null;
  matches.forEach((match, index) => {
    if (match === null) append(openings, neighbour, index);
    else if (!match.kept) neighbour = match;
  });
  for (const [gap, indexes] of openings) {
    const left = gaps.get(gap) ?? [];
    const nextTitled = firstOfEach(left, ({ summary }) => summary);
    for (const index of indexes) matches[index] = nextTitled(fresh[index].summary);
    const taken = new Set(indexes.map((index) => matches[index]));
    const next = firstOfEach(
      left.filter((chunk) => !taken.has(chunk)),
      () => "",
    );
    for (const index of indexes) matches[index] ??= next("");
  }
}

/** A function that hands out the items with a key, in order, each once. */
function firstOfEach<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): (key: string) => Item | null {
  const groups = Map.groupBy(items.toReversed(), keyOf);
  return (key) => groups.get(key)?.pop() ?? null;
}

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
