// Two statements laid beside each other: what both say in the same order, and what only one of them says in between.

import type { Part } from "./statement.ts";

export interface Aligned {
  readonly shared: readonly Part[];
  /** What only one of them has, before the first shared part, between the next, … and after the last. */
  readonly left: readonly Part[][];
  readonly right: readonly Part[][];
}

/** The longest parts that both have in the same order. */
export function aligned(a: readonly Part[], b: readonly Part[]): Aligned {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = isSame(a[i], b[j])
        ? longest[(i + 1) * width + j + 1] + 1
        : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const shared: Part[] = [];
  const left: Part[][] = [[]];
  const right: Part[][] = [[]];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && isSame(a[i], b[j])) {
      shared.push(a[i]);
      left.push([]);
      right.push([]);
      i++;
      j++;
    } else if (
      j >= b.length ||
      (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
    ) {
      left[left.length - 1].push(a[i++]);
    } else right[right.length - 1].push(b[j++]);
  }
  return { shared, left, right };
}

export function isSame(a: Part, b: Part): boolean {
  return a.says === b.says && a.kind === b.kind;
}
