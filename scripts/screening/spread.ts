// Makes many sentences of one frame, so that no word alone tells what a sentence is.

/** Rows of a frame with its choices: every choice of the first gap, the others in turn. */
export function spread(frame: string, ...choices: readonly (readonly string[])[]): string[] {
  const rounds = Math.max(...choices.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => {
    let gap = 0;
    return frame.replace(/\{\}/g, () => {
      const list = choices[gap];
      const index = round * (gap + 1) + gap;
      gap++;
      return list[index % list.length];
    });
  });
}
