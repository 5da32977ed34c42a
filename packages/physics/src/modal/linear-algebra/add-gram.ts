/**
 * out[i, j] += row i · row j for j ≤ i: `rows` holds `count` rows of `length` numbers, `out` is count × count. Three rows
 * meet three others at a time, so that every number loaded is used three times.
 */
export function addGram(rows: Float64Array, count: number, length: number, out: Float64Array): void {
  const even = count - (count % 3);
  for (let i = 0; i < even; i += 3) {
    for (let j = 0; j <= i; j += 3) addProducts(rows, i, j, length, out, count);
  }
  for (let i = even; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += rows[i * length + k] * rows[j * length + k];
      out[i * count + j] += sum;
    }
  }
}

function addProducts(rows: Float64Array, i: number, j: number, length: number, out: Float64Array, count: number): void {
  const a = i * length;
  const b = j * length;
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  for (let k = 0; k < length; k++) {
    const a0 = rows[a + k];
    const a1 = rows[a + length + k];
    const a2 = rows[a + 2 * length + k];
    const b0 = rows[b + k];
    const b1 = rows[b + length + k];
    const b2 = rows[b + 2 * length + k];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
  }
  const at = i * count + j;
  out[at] += s00;
  out[at + count] += s10;
  out[at + count + 1] += s11;
  out[at + 2 * count] += s20;
  out[at + 2 * count + 1] += s21;
  out[at + 2 * count + 2] += s22;
  if (i === j) return; // above the diagonal
  out[at + 1] += s01;
  out[at + 2] += s02;
  out[at + count + 2] += s12;
}
