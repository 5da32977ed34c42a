import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import type { RandomPoints } from '../predicates/random.ts';

export interface MovingScene {
  readonly mesh: TriangleMesh;
  readonly next: Float64Array;
  readonly weld?: boolean;
}

const flat = (corners: readonly Point[]) => Float64Array.from(corners.flat());
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** A grid whose vertices were thrown about by `mess` cells. */
export function sheet(
  random: RandomPoints,
  side: number,
  mess: number,
): { positions: Float64Array; triangles: Uint32Array } {
  const corners: Point[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      const [dx, dy, dz] = random.inCube();
      corners.push([x + mess * dx, y + mess * dy, mess * dz]);
    }
  }
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const a = y * (side + 1) + x;
      triangles.push(a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1);
    }
  }
  return { positions: flat(corners), triangles: Uint32Array.from(triangles) };
}

/** A sheet with a flap that is folded back onto it, and through it. */
function folded(side: number): MovingScene {
  const { positions, triangles } = sheet({ inCube: () => [0, 0, 0] } as unknown as RandomPoints, side, 0);
  const turn = (angle: number) => {
    const turned = positions.slice();
    for (let i = 0; i < turned.length; i += 3) {
      const x = positions[i] - side / 2 - 0.1;
      if (x <= 0) continue;
      turned[i] = side / 2 + 0.1 + x * Math.cos(angle);
      turned[i + 1] += 0.3 * x;
      turned[i + 2] = x * Math.sin(angle);
    }
    return turned;
  };
  return { mesh: { positions: turn(2.5), triangles }, next: turn(3.5) };
}

/** Small meshes over one step, each with impacts. */
export const movingScenes: Record<string, (random: RandomPoints) => MovingScene> = {
  'a soup': (random) => ({
    mesh: { positions: flat(many(48, () => random.inCube())) },
    next: flat(many(48, () => random.inCube())),
  }),
  'a soup on a lattice': (random) => ({
    mesh: { positions: flat(many(36, () => random.onLattice(2))) },
    next: flat(many(36, () => random.onLattice(2))),
    weld: false,
  }),
  'a sheet that is crumpled': (random) => {
    const mesh = sheet(random, 5, 0);
    return { mesh, next: sheet(random, 5, 1.2).positions };
  },
  'a crumpled sheet that is smoothed, on a lattice': (random) => {
    const mesh = sheet(random, 4, 1.2);
    return {
      mesh: { positions: mesh.positions.map(Math.round), triangles: mesh.triangles },
      next: sheet(random, 4, 0).positions,
      weld: false,
    };
  },
  'a folded sheet': () => folded(5),
  'any triangles among few vertices': (random) => ({
    mesh: {
      positions: flat(many(14, () => random.inCube())),
      triangles: Uint32Array.from(many(60, () => random.below(14))),
    },
    next: flat(many(14, () => random.inCube())),
  }),
  'doubled and flat triangles on a lattice': (random) => ({
    mesh: {
      positions: flat(many(10, () => random.onLattice(1))),
      triangles: Uint32Array.from(many(45, (i) => (i < 9 ? i % 3 : random.below(10)))),
    },
    next: flat(many(10, () => random.onLattice(1))),
    weld: false,
  }),
};
