import { loopStart, loopVertices, nextPositions, nodeOfPatch, positions } from './layout-mesh';
import { atI, atJ, atMain, ax, ay, bx, by, gain } from './projection';

const VERTEX_BITS: u32 = 0x7fffffff;
/** Passes over both contours in which the line may be turned. */
const TURNS: i32 = 4;
const ERROR: f64 = reinterpret<f64>(<u64>(1023 - 50) << 52); // 2⁻⁵⁰
const TINY: f64 = f64.MIN_VALUE;

/**
 * Whether two patches that share vertex v, both facing the projection's direction, lie strictly on different sides of a line through the projected v, but for v itself (star paper, appendix). Contours suffice: around an inner vertex
 * the triangles cover a whole neighbourhood, so none is extreme. The line starts across the way from one patch to the other and turns away from points on the wrong side.
 */
export function apartAtVertex(a: u32, b: u32, v: u32): bool {
  return apartInPoses(a, b, v, positions, 2);
}

/** The same at all times of a step: the line keeps its direction and moves with v, so on which side a vertex is, is linear in time, and both ends decide. */
export function apartAtVertexThroughout(a: u32, b: u32, v: u32): bool {
  return apartInPoses(a, b, v, nextPositions, 4);
}

/** Both patches in the pose, then in the other. */
function apartInPoses(a: u32, b: u32, v: u32, other: usize, views: i32): bool {
  // normal of the line
  let hx: f64 = 0;
  let hy: f64 = 0;
  for (let turn = 0; turn <= TURNS; turn++) {
    const length = abs(hx) + abs(hy);
    let wrong = false;
    let sumX: f64 = 0;
    let sumY: f64 = 0;
    for (let view = 0; view < views; view++) {
      const which = view & 1;
      const pose = view < 2 ? positions : other;
      const origin = pose + <usize>v * 24;
      const originI = load<f64>(origin + atI);
      const originJ = load<f64>(origin + atJ);
      const originMain = load<f64>(origin + atMain);
      const node = loopStart + (<usize>load<u32>(nodeOfPatch + (<usize>(which == 0 ? a : b) << 2)) << 2);
      const sign: f64 = which == 0 ? 1 : -1;
      const end = loopVertices + (<usize>load<u32>(node, 4) << 2);
      for (let e = loopVertices + (<usize>load<u32>(node) << 2); e < end; e += 4) {
        const w = load<u32>(e) & VERTEX_BITS;
        if (w == v) continue;
        const at = pose + <usize>w * 24;
        const di = load<f64>(at + atI) - originI;
        const dj = load<f64>(at + atJ) - originJ;
        const depth = load<f64>(at + atMain) - originMain;
        const x = sign * (ax * di + bx * depth);
        const y = sign * (ay * dj + by * depth);
        const reach = abs(di) + abs(dj) + abs(depth);
        if (turn > 0 && hx * x + hy * y > ERROR * gain * reach * length) continue;
        wrong = true;
        const scale = 1 / (abs(x) + abs(y) + TINY);
        sumX += x * scale;
        sumY += y * scale;
      }
    }
    if (!wrong) return turn > 0;
    const weight = turn == 0 ? 0 : 1 / (length + TINY);
    const step = 1 / (abs(sumX) + abs(sumY) + TINY);
    hx = hx * weight + sumX * step;
    hy = hy * weight + sumY * step;
  }
  return false;
}
