import { describe, expect, it } from 'vitest';
import { createSubspaceDetector } from '../src/create-subspace-detector.ts';
import type { Detector } from '../src/detector.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { SubspaceDetector } from '../src/subspace-detector.ts';
import { contactsByDefinition, contactsFound } from './contact-oracle.ts';
import { noiseModes, randomDirection, waveModes } from './find/subspace/modes.ts';
import { book, bowTies, comb, ring, type SmallMesh, sheet, sphere } from './partition/small-meshes.ts';
import { seededRandom } from './predicates/random.ts';

const rolled = (): SmallMesh => {
  const { positions, triangles } = sheet(12, 3);
  const bent = positions.slice();
  for (let v = 0; v < positions.length / 3; v++) {
    const angle = (positions[3 * v] / 12) * 5.6;
    bent.set([Math.cos(angle) * (1 + 0.02 * angle), Math.sin(angle) * (1 + 0.02 * angle), 0.3 * positions[3 * v + 1]], 3 * v);
  }
  return { positions: bent, triangles };
};

const join = (...meshes: SmallMesh[]): SmallMesh => {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    triangles.push(...Array.from(mesh.triangles, (v) => v + first));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
};

const moved = ({ positions, triangles }: SmallMesh, by: readonly number[]): SmallMesh => ({
  positions: positions.map((x, i) => x + by[i % 3]),
  triangles,
});

const meshes: Record<string, SmallMesh> = {
  'rolled sheet': rolled(),
  sphere: sphere(4),
  'Möbius strip': ring(16, 2, true),
  book: book(5, 4),
  'bow ties': bowTies(8),
  comb: comb(4, 3),
  'two spheres': join(sphere(2), moved(sphere(2), [2.2, 0.1, 0])),
  'spheres that cross at rest': join(sphere(2), moved(sphere(2), [0.9, 0.1, 0.2])),
  'one triangle': { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
  'degenerate triangles': {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.2, 0.3),
    triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 4, 4, 5, 5, 6, 4, 6, 6, 6, 1, 3, 5),
  },
};

/** The oracle's welding is that of the pose it gets; modes that move all vertices differently keep it that of the rest pose. */
function check(detector: SubspaceDetector, mesh: TriangleMesh, q: ArrayLike<number>): number {
  const single = mesh.positions instanceof Float32Array;
  const positions = single ? new Float32Array(mesh.positions.length) : new Float64Array(mesh.positions.length);
  detector.update(q);
  detector.deform(q, positions);
  const expected = contactsByDefinition({ positions, triangles: mesh.triangles }, false);
  if (detector.certified && detector.restPairCount === 0) expect(expected).toEqual([]);
  expect(detector.selfIntersects()).toBe(expected.length > 0);
  expect(contactsFound(detector as unknown as Detector)).toEqual(expected);
  return expected.length;
}

const kinds = { waves: waveModes, noise: noiseModes } as const;

describe('createSubspaceDetector finds what brute force finds', () => {
  for (const [name, mesh] of Object.entries(meshes)) {
    for (const kind of ['waves', 'noise'] as const) {
      for (const single of [false, true]) {
        it(`${name}, ${kind}, ${single ? 32 : 64} bits`, () => {
          const random = seededRandom(5);
          for (const rank of [1, 2, 7]) {
            const vectors = kinds[kind](mesh, rank, 17 * rank);
            const positions = single ? Float32Array.from(mesh.positions) : mesh.positions;
            const given = { positions, triangles: mesh.triangles };
            const detector = createSubspaceDetector(given, { vectors }, { weld: false });
            const unit = detector.radius > 0 ? detector.radius : 0.1;
            for (const factor of [0, 0.5, 0.999, 1.5, 3]) {
              for (let pose = 0; pose < 3; pose++) {
                check(detector, given, randomDirection(rank, random).map((x) => x * factor * unit));
              }
            }
          }
        });
      }
    }
  }
});
