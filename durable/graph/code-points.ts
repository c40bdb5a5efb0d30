// Lengths count code points: the unit of every text length in this project.

/** Number of code points of a text; a lone surrogate counts as one. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index + 1 < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    length--;
    index++;
  }
  return length;
}

/** Orders strings by code point, where JavaScript's `<` compares UTF-16 units. */
export function compareIds(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    // A surrogate stands for a code point above every other unit, U+E000…U+FFFF included.
    const leftIsSurrogate = (left & 0xf800) === 0xd800;
    const rightIsSurrogate = (right & 0xf800) === 0xd800;
    if (leftIsSurrogate !== rightIsSurrogate) return leftIsSurrogate ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}
