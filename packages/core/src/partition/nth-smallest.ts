/** From so many keys on, those that cannot be it are set aside by counting first. */
const LEAST_COUNTED = 256;
const BUCKETS = 256;

/** The key that sorting keys[first … end − 1] would put n places behind the first. `scratch` must have room for as many; keys stay as they are. */
export function nthSmallest(keys: Float64Array, first: number, end: number, n: number, scratch: Float64Array): number {
  if (end - first < LEAST_COUNTED) {
    for (let i = first; i < end; i++) scratch[i - first] = keys[i];
    return select(scratch, end - first, n);
  }
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = first; i < end; i++) {
    const key = keys[i];
    if (key < low) low = key;
    if (key > high) high = key;
  }
  // monotone in the key, so buckets are in order; a width that under- or overflows puts all keys into one of the first two
  const perBucket = BUCKETS / (high - low);
  const counts = new Uint32Array(BUCKETS + 1);
  for (let i = first; i < end; i++) counts[((keys[i] - low) * perBucket) | 0]++;
  let bucket = 0;
  let before = 0;
  while (before + counts[bucket] <= n) before += counts[bucket++];
  let count = 0;
  for (let i = first; i < end; i++) {
    if ((((keys[i] - low) * perBucket) | 0) === bucket) scratch[count++] = keys[i];
  }
  return select(scratch, count, n - before);
}

/** Hoare's selection among the first `count`; equal keys are split evenly, so repeated keys cost nothing extra. */
function select(values: Float64Array, count: number, n: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = medianOfThree(values[low], values[(low + high) >> 1], values[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swap = values[i];
        values[i++] = values[j];
        values[j--] = swap;
      }
    }
    if (n <= j) high = j;
    else if (n >= i) low = i;
    else break;
  }
  return values[n];
}

export function medianOfThree(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}
