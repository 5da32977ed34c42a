import { cross, dot } from './draw-mesh.mjs';

/** Directions of an 18-DOP: axes, and diagonals of two. */
const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
];

/** The 18-DOP of points, grown by an offset, as a mesh: every corner is where three of its planes meet inside all others. */
export function dopMesh(points, offset) {
  const planes = DIRECTIONS.flatMap((n) => {
    const heights = points.map((p) => dot(n, p));
    const grow = offset * Math.hypot(...n);
    return [
      { n, h: Math.max(...heights) + grow },
      { n: n.map((x) => -x), h: grow - Math.min(...heights) },
    ];
  });
  const size = Math.max(...planes.map(({ h }) => Math.abs(h)), offset);
  const positions = [];
  const triangles = [];
  for (const plane of planes) {
    const corners = [];
    for (let i = 0; i < planes.length; i++) {
      for (let j = 0; j < i; j++) {
        const p = meet(plane, planes[i], planes[j]);
        if (!p || planes.some(({ n, h }) => dot(n, p) > h + 1e-9 * size)) continue;
        if (!corners.some((c) => Math.hypot(...c.map((x, k) => x - p[k])) < 1e-9 * size)) corners.push(p);
      }
    }
    if (corners.length < 3) continue;
    const middle = [0, 1, 2].map((k) => corners.reduce((sum, c) => sum + c[k], 0) / corners.length);
    const u = corners[0].map((x, k) => x - middle[k]);
    const v = cross(plane.n, u);
    const angle = (c) => {
      const d = c.map((x, k) => x - middle[k]);
      return Math.atan2(dot(d, v) / Math.hypot(...v), dot(d, u) / Math.hypot(...u));
    };
    corners.sort((a, b) => angle(a) - angle(b));
    const first = positions.length / 3;
    positions.push(...corners.flat());
    for (let k = 2; k < corners.length; k++) triangles.push(first, first + k - 1, first + k);
  }
  return { positions, triangles };
}

/** A thin rod with three sides between two points. */
export function rodMesh(from, to, radius) {
  const along = to.map((x, k) => x - from[k]);
  const u = cross(along, Math.abs(along[0]) > Math.abs(along[1]) ? [0, 1, 0] : [1, 0, 0]);
  const v = cross(along, u);
  const unit = (w) => w.map((x) => (Math.hypot(...w) > 0 ? x / Math.hypot(...w) : 0));
  const [a, b] = [unit(u), unit(v)];
  const ring = (p) =>
    [0, 1, 2].flatMap((i) => {
      const [c, s] = [Math.cos((2 * Math.PI * i) / 3), Math.sin((2 * Math.PI * i) / 3)];
      return p.map((x, k) => x + radius * (c * a[k] + s * b[k]));
    });
  return {
    positions: [...ring(from), ...ring(to)],
    triangles: [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5],
  };
}

/** The point of three planes n · p = h, if there is one. */
function meet(a, b, c) {
  const bc = cross(b.n, c.n);
  const det = dot(a.n, bc);
  if (Math.abs(det) < 1e-9) return undefined;
  const ca = cross(c.n, a.n);
  const ab = cross(a.n, b.n);
  return [0, 1, 2].map((k) => (a.h * bc[k] + b.h * ca[k] + c.h * ab[k]) / det);
}
