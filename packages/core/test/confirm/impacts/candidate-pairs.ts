/** All pairs of triangles whose boxes are not apart on one axis at both ends of the step, by sorting along the longest axis: two numbers a pair. */
export function candidatePairs(triangles: Uint32Array, from: Float64Array, to: Float64Array, reach = 0): Uint32Array {
  const count = triangles.length / 3;
  const boxes = [from, to].map((positions) => {
    const box = new Float64Array(6 * count);
    for (let t = 0; t < count; t++) {
      for (let k = 0; k < 3; k++) {
        const at = [0, 1, 2].map((corner) => positions[3 * triangles[3 * t + corner] + k]);
        box[6 * t + k] = Math.min(...at);
        box[6 * t + 3 + k] = Math.max(...at);
      }
    }
    return box;
  });
  const [box0, box1] = boxes;
  const extent = (k: number) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < count; t++) {
      low = Math.min(low, box0[6 * t + k]);
      high = Math.max(high, box0[6 * t + 3 + k]);
    }
    return high - low;
  };
  const axis = [0, 1, 2].reduce((best, k) => (extent(k) > extent(best) ? k : best), 0);
  const low = new Float64Array(count);
  const high = new Float64Array(count);
  for (let t = 0; t < count; t++) {
    low[t] = Math.min(box0[6 * t + axis], box1[6 * t + axis]);
    high[t] = Math.max(box0[6 * t + 3 + axis], box1[6 * t + 3 + axis]);
  }
  const order = Uint32Array.from({ length: count }, (_, t) => t).sort((s, t) => low[s] - low[t]);
  let pairs = new Uint32Array(1 << 16);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const s = order[i];
    for (let j = i + 1; j < count; j++) {
      const t = order[j];
      if (low[t] - high[s] > reach) break;
      let apart = false;
      for (let k = 0; k < 3 && !apart; k++) {
        const a = 6 * s + k;
        const b = 6 * t + k;
        apart =
          (box0[b] - box0[a + 3] > reach && box1[b] - box1[a + 3] > reach) ||
          (box0[a] - box0[b + 3] > reach && box1[a] - box1[b + 3] > reach);
      }
      if (apart) continue;
      if (length === pairs.length) {
        const grown = new Uint32Array(2 * length);
        grown.set(pairs);
        pairs = grown;
      }
      pairs[length++] = s;
      pairs[length++] = t;
    }
  }
  return pairs.subarray(0, length);
}
