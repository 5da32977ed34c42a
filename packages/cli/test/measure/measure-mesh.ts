import type { Model } from '@selfcollide/io';
import { findPlaces } from '../../src/detect/find-places.ts';
import { findFindings } from '../../src/detect/frame-findings.ts';
import { prepareMesh } from '../../src/detect/prepared-mesh.ts';
import { createWelder, diagonalOf } from '../../src/detect/weld.ts';
import { measurePlaces } from '../../src/measure/measure-places.ts';
import type { PlaceMeasure } from '../../src/measure/place-measure.ts';
import type { TestMesh } from '../meshes.ts';

const OPTIONS = {
  method: 'box-tree',
  plain: true,
  kinds: ['intersection'],
  betweenFrames: false,
  pairs: 'edge-triangle',
  scope: 'all',
  ignoreRest: false,
  places: 'all',
  listLimit: 0,
  spareContacts: 0,
} as const;

export interface MeasuredTestPlace {
  readonly findings: number;
  readonly measure: PlaceMeasure;
  /** Ends of the edge and corners of the triangle of every contact. */
  readonly contacts: readonly (readonly number[])[];
}

/** Every place of a mesh with its measure, by the same functions as the command, without a file. */
export function measureMesh(objects: readonly TestMesh[]): { positions: Float64Array; places: MeasuredTestPlace[] } {
  const positions = Float64Array.from(objects.flatMap((object) => object.positions));
  let [vertices, first] = [0, 0];
  const triangles: number[] = [];
  const ranges = objects.map((object, i) => {
    const range = { name: `object ${i}`, firstTriangle: first, triangleCount: object.triangles.length / 3 };
    for (const v of object.triangles) triangles.push(v + vertices);
    vertices += object.positions.length / 3;
    first += range.triangleCount;
    return { ...range, firstVertex: vertices - object.positions.length / 3, vertexCount: object.positions.length / 3 };
  });
  const model = {
    name: 'test',
    positions,
    triangles: Uint32Array.from(triangles),
    objects: ranges,
  } as unknown as Model;
  const mesh = prepareMesh(model, positions, createWelder(0).weld(model, positions), OPTIONS);
  mesh.detector.update(positions);
  const findings = findFindings(mesh, positions, undefined, OPTIONS);
  const { places, placeOf } = findPlaces(mesh, findings);
  const diagonal = diagonalOf(positions, model.triangles);
  const measured = measurePlaces(mesh, positions, findings, placeOf, Number.POSITIVE_INFINITY, diagonal);
  const contacts = places.map((): number[][] => []);
  for (let i = 0; i < findings.count; i++) {
    const h = findings.halfEdge[i];
    const ends = [mesh.triangles[h], mesh.triangles[h % 3 === 2 ? h - 2 : h + 1]];
    const t = findings.triangle[i];
    contacts[placeOf[i]].push([...ends, ...mesh.triangles.subarray(3 * t, 3 * t + 3)]);
  }
  return {
    positions,
    places: places.map((place, i) => ({
      findings: place.contacts,
      measure: measured[i]!.measure,
      contacts: contacts[i],
    })),
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = (Math.imul(seed, 48271) >>> 0) % 2147483646;
  state++;
  for (let i = 0; i < 5; i++) state = (state * 48271) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export function box([x, y, z]: readonly number[], [w, d, h]: readonly number[]): TestMesh {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push(x + (i & 1 ? w : 0), y + (i & 2 ? d : 0), z + (i & 4 ? h : 0));
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles: number[] = [];
  for (let q = 0; q < 24; q += 4) {
    const [a, b, c, e] = quads.slice(q, q + 4);
    triangles.push(a, b, c, a, c, e);
  }
  return { positions, triangles };
}

/** Corners in any order; its faces look outwards. */
export function tetrahedron(corners: readonly (readonly number[])[]): TestMesh {
  const [a, b, c, d] = corners;
  const [u, v, w] = [b, c, d].map((p) => p.map((x, k) => x - a[k]));
  const volume =
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  const triangles = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
  return { positions: corners.flat(), triangles: volume > 0 ? triangles : [...triangles].reverse() };
}

/** A sheet of n × n cells over [0, 1]², at heights of its own. */
export function sheet(n: number, height: (x: number, y: number) => number): TestMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i / n, j / n, height(i / n, j / n));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      triangles.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
    }
  }
  return { positions, triangles };
}
