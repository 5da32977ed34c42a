import { PROXIMITY } from './finding-kinds.ts';
import type { FrameFindings } from './frame-findings.ts';
import type { FramePose } from './frame-result.ts';
import type { TrianglePairs } from './triangle-pairs.ts';

/** Triangles that belong to a finding, ascending, and how near others come to each of those that are merely close. */
export function paintedTriangles(
  pairs: TrianglePairs,
  findings: FrameFindings,
  withLines = false,
): Pick<FramePose, 'painted' | 'gaps' | 'gapLines'> {
  const { kind, value, proximities } = findings;
  const painted = Uint32Array.from(new Set([...pairs.a, ...pairs.b])).sort();
  if (proximities === 0) return { painted };
  const least = new Map<number, number>();
  for (let i = 0; i < pairs.count; i++) {
    const finding = pairs.finding[i];
    // what touches in any other way is no matter of distance
    const gap = kind[finding] === PROXIMITY ? value[finding] : Number.NEGATIVE_INFINITY;
    for (const t of [pairs.a[i], pairs.b[i]]) least.set(t, Math.min(gap, least.get(t) ?? gap));
  }
  const gaps = Float32Array.from(painted, (t) => Math.fround(least.get(t)!)).map((gap) => (gap < 0 ? Number.NaN : gap));
  return { painted, gaps, ...(withLines && { gapLines: gapLines(findings) }) };
}

function gapLines({ kind, ...findings }: FrameFindings): Float32Array {
  const [first, second] = [findings.points(), findings.secondPoints()];
  const lines: number[] = [];
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] !== PROXIMITY) continue;
    for (const points of [first, second]) for (let k = 3 * i; k < 3 * i + 3; k++) lines.push(points[k]);
  }
  return Float32Array.from(lines);
}
