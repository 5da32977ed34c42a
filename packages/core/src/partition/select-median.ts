import { medianOfThree } from './nth-smallest.ts';

/**
 * Reorders items[first … end − 1] so that the one at `middle` is where sorting by key would put it, smaller keys before it and
 * larger ones behind. Hoare's selection; equal keys are split evenly, so repeated keys cost nothing extra.
 */
export function selectMedian(items: Uint32Array, keys: Float64Array, first: number, middle: number, end: number): void {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const pivot = medianOfThree(keys[items[low]], keys[items[(low + high) >> 1]], keys[items[high]]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[items[i]] < pivot) i++;
      while (keys[items[j]] > pivot) j--;
      if (i <= j) {
        const swap = items[i];
        items[i++] = items[j];
        items[j--] = swap;
      }
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
