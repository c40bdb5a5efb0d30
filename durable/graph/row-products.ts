// Products of one row of bytes with many: what a search of packed vectors spends its time on.
// This is the plain way; a runtime that has a faster one hands it in, with the same numbers.

/** Sums of `query[i] · row[i]` for rows of as many entries, one after the other in `rows`; one sum a row, within 32 bits. */
export type RowProducts = (rows: Int8Array, query: Int8Array) => Int32Array;

/** Two rows share each entry of the query that is read. */
export const plainProducts: RowProducts = (rows, query) => {
  const width = query.length;
  const sums = new Int32Array(rows.length / width);
  const wide = Int32Array.from(query);
  let row = 0;
  for (; row + 1 < sums.length; row += 2) {
    const one = row * width;
    const other = one + width;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let index = 0;
    for (; index + 1 < width; index += 2) {
      const x = wide[index];
      const y = wide[index + 1];
      a = (a + Math.imul(rows[one + index], x)) | 0;
      b = (b + Math.imul(rows[other + index], x)) | 0;
      c = (c + Math.imul(rows[one + index + 1], y)) | 0;
      d = (d + Math.imul(rows[other + index + 1], y)) | 0;
    }
    if (index < width) {
      a = (a + Math.imul(rows[one + index], wide[index])) | 0;
      b = (b + Math.imul(rows[other + index], wide[index])) | 0;
    }
    sums[row] = a + c;
    sums[row + 1] = b + d;
  }
  if (row < sums.length) {
    for (let index = 0; index < width; index++) sums[row] += rows[row * width + index] * query[index];
  }
  return sums;
};
