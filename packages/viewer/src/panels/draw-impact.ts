import type { StepImpact } from '../messages.ts';
import { fitFrame, node, SIZE } from './draw-sketch.ts';

/** Of the two features that meet. */
const COLORS = ['#e0457b', '#1f8fe0'] as const;

type Point = readonly number[];

/**
 * The pair of an impact and the triangles around it, as the mesh is given, seen along the normal from one side (`front`) or from the other. What is nearer is drawn last.
 */
export function drawImpact(
  impact: StepImpact,
  positions: Float32Array,
  triangles: Uint32Array,
  front: boolean,
): SVGSVGElement {
  const { kind, vertices, sides } = impact;
  const project = across(impact.normal, front);
  const at = (v: number) => project([...positions.subarray(3 * v, 3 * v + 3)]);
  const flat = (list: readonly number[]) => Float64Array.from(list.flatMap((v) => [...at(v)]));
  const corners = sides.map((side) => side.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
  const frame = fitFrame([flat(vertices), ...corners.map(flat)]);
  const svg = node('svg', {
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    class: 'sketch',
    role: 'img',
    'aria-label': `The pair from ${front ? 'one side' : 'the other side'}`,
  });
  // the normal points to the first feature, so from the front it is the nearer one
  for (const side of front ? [1, 0] : [0, 1]) {
    const points = flat(corners[side]);
    let d = '';
    for (let i = 0; i < points.length; i += 6) {
      d += `M${frame.at(points, i)}L${frame.at(points, i + 2)}L${frame.at(points, i + 4)}Z`;
    }
    const look = { fill: COLORS[side], 'fill-opacity': 0.25, stroke: COLORS[side], 'stroke-opacity': 0.5 };
    svg.append(node('path', { d, ...look, class: `side-${side}` }));
    const isVertex = kind === 'vertex-triangle';
    const own = isVertex ? (side === 0 ? [0] : [1, 2, 3]) : side === 0 ? [0, 1] : [2, 3];
    const feature = flat(own.map((k) => vertices[k]));
    if (own.length === 1)
      svg.append(node('circle', { ...frame.center(feature, 0), r: 6, fill: COLORS[side], class: 'feature' }));
    else {
      const line = own.map((_, i) => frame.at(feature, 2 * i)).join(' ');
      svg.append(
        node('polygon', { points: line, fill: 'none', stroke: COLORS[side], 'stroke-width': 4, class: 'feature' }),
      );
    }
  }
  return svg;
}

/** Seen against the normal: right, up. From the other side right is left. */
function across(normal: Point, front: boolean): (point: Point) => Point {
  const length = Math.hypot(...normal);
  const n = length > 0 ? normal.map((x) => x / length) : [0, 0, 1];
  const helper = Math.abs(n[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const right = unit(cross(helper, n));
  const up = cross(n, right);
  const dot = (u: Point, v: Point) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  return (point) => [(front ? 1 : -1) * dot(right, point), dot(up, point)];
}

function cross(u: Point, v: Point): Point {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function unit(u: Point): Point {
  const length = Math.hypot(...u);
  return u.map((x) => x / length);
}
