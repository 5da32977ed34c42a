import { book, bowTies, comb, ring, type SmallMesh, sheet, sphere } from '../../partition/small-meshes.ts';

export const rolled = (): SmallMesh => {
  const { positions, triangles } = sheet(12, 2);
  const bent = positions.slice();
  for (let v = 0; v < positions.length / 3; v++) {
    const angle = (positions[3 * v] / 12) * 5.6;
    bent.set(
      [Math.cos(angle) * (1 + 0.02 * angle), Math.sin(angle) * (1 + 0.02 * angle), 0.3 * positions[3 * v + 1]],
      3 * v,
    );
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

/** Free, touching, non-manifold and degenerate ones. */
export const meshes: Record<string, SmallMesh> = {
  'rolled sheet': rolled(),
  sphere: sphere(3),
  'Möbius strip': ring(10, 2, true),
  book: book(5, 4),
  'bow ties': bowTies(8),
  comb: comb(3, 2),
  'two spheres': join(sphere(2), moved(sphere(2), [2.2, 0.1, 0])),
  'spheres that cross at rest': join(sphere(2), moved(sphere(2), [0.9, 0.1, 0.2])),
  'one triangle': { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
  'degenerate triangles': {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.2, 0.3),
    triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 4, 4, 5, 5, 6, 4, 6, 6, 6, 1, 3, 5),
  },
};
