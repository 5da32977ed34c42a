import type { RigChannel } from './rig.ts';

/** Writes the channel's value at `time` to `out`; before the first key and after the last the value holds. */
export function sampleChannel(channel: RigChannel, time: number, out: Float64Array, at: number): void {
  const { times, values, width, interpolation } = channel;
  const cubic = interpolation === 'CUBICSPLINE';
  const stride = cubic ? 3 * width : width;
  const middle = cubic ? width : 0; // the value stands between its two tangents
  const last = times.length - 1;

  if (time <= times[0] || last === 0 || time >= times[last]) {
    const key = time >= times[last] && last > 0 ? last : 0;
    for (let i = 0; i < width; i++) out[at + i] = values[stride * key + middle + i];
    return;
  }

  // the last key that is not later than `time`
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (times[mid] <= time) low = mid;
    else high = mid;
  }
  const a = stride * low + middle;
  const b = stride * high + middle;
  if (interpolation === 'STEP') {
    for (let i = 0; i < width; i++) out[at + i] = values[a + i];
    return;
  }

  const span = times[high] - times[low]; // above 0: times[low] ≤ time < times[high]
  const t = (time - times[low]) / span;
  if (cubic) {
    const t2 = t * t;
    const t3 = t2 * t;
    const fromValue = 2 * t3 - 3 * t2 + 1;
    const fromTangent = (t3 - 2 * t2 + t) * span;
    const toValue = 3 * t2 - 2 * t3;
    const toTangent = (t3 - t2) * span;
    for (let i = 0; i < width; i++) {
      out[at + i] =
        fromValue * values[a + i] +
        fromTangent * values[a + width + i] +
        toValue * values[b + i] +
        toTangent * values[b - width + i];
    }
  } else if (channel.path === 'rotation') {
    slerp(values, a, b, t, out, at);
  } else {
    for (let i = 0; i < width; i++) out[at + i] = values[a + i] + t * (values[b + i] - values[a + i]);
  }
}

/** Along the shorter arc between two quaternions. */
function slerp(values: Float64Array, a: number, b: number, t: number, out: Float64Array, at: number): void {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < 4; i++) {
    dot += values[a + i] * values[b + i];
    lengthA += values[a + i] * values[a + i];
    lengthB += values[b + i] * values[b + i];
  }
  // quantised rotations are not quite of length 1
  const scale = Math.sqrt(lengthA * lengthB);
  let cos = scale > 0 ? dot / scale : 1;
  const sign = cos < 0 ? -1 : 1;
  cos = Math.min(1, Math.abs(cos));
  const sin = Math.sqrt(1 - cos * cos);
  let fromShare = 1 - t;
  let toShare = t;
  // below this angle the chord and the arc agree to the last bit
  if (sin > 1e-8) {
    const angle = Math.atan2(sin, cos);
    fromShare = Math.sin((1 - t) * angle) / sin;
    toShare = Math.sin(t * angle) / sin;
  }
  for (let i = 0; i < 4; i++) out[at + i] = fromShare * values[a + i] + sign * toShare * values[b + i];
}
