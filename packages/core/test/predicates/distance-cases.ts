import type { Point } from './exact-oracle.ts';
import { nudged, type RandomPoints } from './random.ts';

export type Six = readonly [Point, Point, Point, Point, Point, Point];

/** Two triangles, of a kind that `random` chooses: general, lattice, without area, in parallel planes, nearly touching, piercing. */
export function randomTriangles(random: RandomPoints): Six {
  const gap = 10 ** (-9 * random.random());
  const six = (make: (corner: number) => Point) => [0, 1, 2, 3, 4, 5].map(make) as unknown as Six;
  const moved = (point: Point, by: number): Point => [point[0], point[1], point[2] + by];
  switch (random.below(9)) {
    case 0:
      return six(() => random.inCube());
    case 1:
      return six(() => random.onLattice(1 + random.below(3)));
    case 2: // two flat sheets
      return six((i) => {
        const [x, y] = random.onLattice(2);
        return [x, y, i < 3 ? 0 : gap];
      });
    case 3: // nearly parallel
      return six((i) => {
        const [x, y, z] = random.inCube();
        return [x, y, (i < 3 ? 0 : gap) + 1e-3 * gap * z];
      });
    case 4: {
      // a corner close above, or in, the other triangle
      const points = six(() => random.inCube()).slice() as Point[];
      points[3] = moved(random.nearPlane(points.slice(0, 3), 2), random.below(2) * gap);
      return points as unknown as Six;
    }
    case 5: {
      // slivers, segments and points
      const points = six(() => (random.below(2) ? random.inCube() : random.onLattice(1))).slice() as Point[];
      for (const first of [0, 3]) {
        const kind = random.below(4);
        if (kind === 0) points[first + 2] = points[first + random.below(2)];
        if (kind === 1) points[first + 1] = points[first + 2] = points[first];
        if (kind === 2) {
          const middle = (axis: number) =>
            nudged((points[first][axis] + points[first + 1][axis]) / 2, random.below(3) - 1);
          points[first + 2] = [middle(0), middle(1), middle(2)];
        }
      }
      return points as unknown as Six;
    }
    case 6: {
      // edges that are parallel or nearly so
      const points = six(() => random.inCube()).slice() as Point[];
      const turn = random.below(2) * 10 ** (-17 * random.random());
      const at = (axis: number) => points[3][axis] + (points[1][axis] - points[0][axis]) * (1 + turn * (axis - 1));
      points[4] = [at(0), at(1), at(2)];
      return points as unknown as Six;
    }
    case 7: {
      // far from the origin
      const origin = random.inCube();
      return six(() => {
        const [x, y, z] = random.inCube();
        return [1000 * origin[0] + x, 1000 * origin[1] + y, 1000 * origin[2] + z];
      });
    }
    default: // a corner in common
      return six((i) => (i % 3 === 0 ? [0.25, 0.5, -0.125] : random.onLattice(2)));
  }
}
