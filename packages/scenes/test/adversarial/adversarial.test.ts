import { makeScene, type Scene, type SceneMesh, twistedSheet } from '@selfcollide/scenes';
import { createDetector, type DetectorOptions } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { FAR_OFFSET } from '../../src/adversarial/bodies.ts';
import { contactCounts, edgeUse } from '../mesh-facts.ts';

/** Contacts of the five default frames: t = 0, ¼, ½, ¾, 1. */
const counts = async (name: string): Promise<number[]> => contactCounts(await makeScene(name));

function pose(scene: Scene, i: number): Float64Array {
  const out = new Float64Array(scene.mesh.positions.length);
  scene.frame(i, out);
  return out;
}

/** Contacts of one pose as text, for comparing sets. */
function contactSet(mesh: SceneMesh, options: DetectorOptions = {}): string[] {
  const { count, edgeA, edgeB, triangle } = createDetector(mesh, options).findIntersections();
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [edgeA[i]!, edgeB[i]!];
    return `${Math.min(a, b)}-${Math.max(a, b)}:${triangle[i]}`;
  }).sort();
}

function normalZ(positions: Float64Array, triangles: Uint32Array, t: number): number {
  const [a, b, c] = [3 * triangles[3 * t]!, 3 * triangles[3 * t + 1]!, 3 * triangles[3 * t + 2]!];
  return (
    (positions[b]! - positions[a]!) * (positions[c + 1]! - positions[a + 1]!) -
    (positions[b + 1]! - positions[a + 1]!) * (positions[c]! - positions[a]!)
  );
}

const allFaceUp = (positions: Float64Array, triangles: Uint32Array): boolean =>
  Array.from({ length: triangles.length / 3 }, (_, t) => normalZ(positions, triangles, t)).every((z) => z > 0);

it('methods agree on the hardest, as sets', async () => {
  for (const name of ['helical-ramp', 'zero-area-triangles', 'lattice-soup', 'coincident-sheets', 'extreme-scales']) {
    const scene = await makeScene(name);
    for (let i = 0; i < scene.frameCount; i++) {
      const mesh = { positions: pose(scene, i), triangles: scene.mesh.triangles };
      const options = { weld: false } as const;
      const expected = contactSet(mesh, { ...options, method: 'brute-force' });
      expect(contactSet(mesh, { ...options, method: 'box-tree' }), `${name}, frame ${i}`).toEqual(expected);
    }
  }
});

describe('few triangles', () => {
  it('have no contact in themselves, also when flat', async () => {
    expect(await counts('single-triangle')).toEqual([0, 0, 0, 0, 0]);
    expect(await counts('tetrahedron')).toEqual([0, 0, 0, 0, 0]);
    expect(edgeUse((await makeScene('tetrahedron')).mesh)).toEqual({ border: 0, crowded: 0, repeated: 0, euler: 2 });
  });

  it('touch exactly in the middle frame', async () => {
    // the vertex belongs to two edges; both touch in that one point
    expect(await counts('two-triangles')).toEqual([0, 0, 2, 2, 2]);
  });
});

describe('folds', () => {
  it('end exactly on themselves, whatever the winding and the indexing', async () => {
    const [plain, flipped, copied] = await Promise.all(
      ['folded-sheet', 'flipped-windings', 'duplicated-vertices'].map((name) => makeScene(name)),
    );
    const expected = contactCounts(plain!);
    expect(expected.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(expected[4]).toBeGreaterThan(1000);
    expect(contactCounts(flipped!)).toEqual(expected);
    expect(contactCounts(copied!)).toEqual(expected);
    expect(edgeUse(plain!.mesh).repeated).toBe(0);
    expect(edgeUse(flipped!.mesh).repeated).toBeGreaterThan(30);
    expect(copied!.mesh.positions.length / 3).toBe(copied!.mesh.triangles.length);
  });
});

describe('strips', () => {
  it('mobius-strip has one border and no consistent winding', async () => {
    const scene = await makeScene('mobius-strip');
    const use = edgeUse(scene.mesh);
    expect(use).toMatchObject({ crowded: 0, euler: 0 });
    expect(use.repeated, 'the edges where it closes').toBeGreaterThan(0);
    const found = contactCounts(scene);
    expect(found.slice(0, 3)).toEqual([0, 0, 0]);
    expect(found[4]).toBeGreaterThan(10);
  });

  it('annulus faces up, has two borders, and closes exactly in the middle frame', async () => {
    const scene = await makeScene('annulus');
    expect(edgeUse(scene.mesh)).toMatchObject({ crowded: 0, repeated: 0, euler: 0 });
    expect(allFaceUp(scene.mesh.positions, scene.mesh.triangles)).toBe(true);
    const found = contactCounts(scene);
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found[2]).toBeGreaterThan(100);
  });

  it('helical-ramp faces up and covers itself, free at first, then through itself', async () => {
    const scene = await makeScene('helical-ramp');
    for (let i = 0; i < 5; i++) expect(allFaceUp(pose(scene, i), scene.mesh.triangles)).toBe(true);
    expect(edgeUse(scene.mesh)).toMatchObject({ crowded: 0, repeated: 0, euler: 1 });
    const found = contactCounts(scene);
    expect(found[0]).toBe(0);
    expect(found[3]).toBeGreaterThan(10);
    expect(found[4]).toBeGreaterThan(1000);
  });

  it('unwelded-seam is open by index and closes by position', async () => {
    const scene = await makeScene('unwelded-seam');
    const { positions, triangles } = scene.mesh;
    const places = new Set<string>();
    for (let v = 0; v < positions.length; v += 3) places.add(positions.slice(v, v + 3).join());
    expect(places.size).toBeLessThan(positions.length / 3);
    expect(edgeUse({ triangles }).euler).toBe(1);
    expect(createDetector(scene.mesh, { weld: true }).selfIntersects()).toBe(false);
    expect(createDetector(scene.mesh, { weld: false }).selfIntersects()).toBe(true);
    const found = contactCounts(scene);
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found[2]).toBeGreaterThan(found[3]!); // the waist is flat: coplanar contacts
    expect(found[4]).toBeGreaterThan(0);
  });
});

describe('non-manifold', () => {
  it('bow-ties hold together by vertices alone, and touch exactly in the middle frame', async () => {
    const scene = await makeScene('bow-ties');
    const { triangles } = scene.mesh;
    expect(edgeUse(scene.mesh).border).toBe(triangles.length);
    expect(new Set(triangles).size).toBeLessThan(triangles.length);
    const found = contactCounts(scene);
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found[2]).toBeGreaterThan(20);
  });

  it('book has five triangles on each edge of its spine', async () => {
    const scene = await makeScene('book');
    const use = edgeUse(scene.mesh);
    expect(use.crowded).toBeGreaterThan(0);
    const found = contactCounts(await makeScene('book', { frames: 9 }));
    expect(found.map((n) => n > 0)).toEqual([false, false, false, false, true, false, true, false, true]);
  });

  it('double-cover-fan faces up and goes twice around its centre', async () => {
    const scene = await makeScene('double-cover-fan');
    const { positions, triangles } = scene.mesh;
    expect(allFaceUp(positions, triangles)).toBe(true);
    let turned = 0;
    for (let i = 0; i < triangles.length; i += 3) {
      expect(triangles[i]).toBe(0);
      const angle = (vertex: number): number => Math.atan2(positions[3 * vertex + 1]!, positions[3 * vertex]!);
      const step = angle(triangles[i + 2]!) - angle(triangles[i + 1]!);
      turned += step < 0 ? step + 2 * Math.PI : step;
    }
    expect(turned).toBeCloseTo(4 * Math.PI, 10);
    const found = contactCounts(scene);
    expect(Math.min(...found)).toBeGreaterThan(0);
    expect(found[4]).toBeGreaterThan(50);
  });
});

describe('degenerate triangles', () => {
  it('zero-area-triangles have repeated and collinear corners', async () => {
    const { mesh } = await makeScene('zero-area-triangles');
    let repeated = 0;
    for (let i = 0; i < mesh.triangles.length; i += 3) {
      if (new Set(mesh.triangles.slice(i, i + 3)).size < 3) repeated++;
    }
    expect(repeated).toBeGreaterThan(10);
    const found = await counts('zero-area-triangles');
    expect(found[1]).toBe(found[0]); // the loose ones are still above the grid
    expect(found[2]).toBeGreaterThan(found[1]!);
  });

  it('needle-triangles are a billion times longer than wide', async () => {
    const scene = await makeScene('needle-triangles');
    const { positions, triangles } = scene.mesh;
    const [a, b, c] = [...triangles.slice(-3)].map((v) => [...positions.slice(3 * v, 3 * v + 3)] as number[]);
    const width = Math.hypot(...a!.map((x, k) => x - b![k]!));
    const length = Math.hypot(...a!.map((x, k) => x - c![k]!));
    expect(length / width).toBeGreaterThan(1e9);
    expect((await counts('needle-triangles')).slice(1).every((n) => n > 0)).toBe(true);
  });

  it('zero-length-edges vanish in the middle frame, some for good', async () => {
    const scene = await makeScene('zero-length-edges');
    const { triangles } = scene.mesh;
    const vanishing = [0, 1, 2].map((frame) => {
      const at = pose(scene, frame);
      let count = 0;
      for (let i = 0; i < triangles.length; i++) {
        const [p, q] = [3 * triangles[i]!, 3 * triangles[i - (i % 3) + ((i + 1) % 3)]!];
        if (at[p] === at[q] && at[p + 1] === at[q + 1] && at[p + 2] === at[q + 2]) count++;
      }
      return count;
    });
    expect(vanishing[0]).toBeGreaterThan(0);
    expect(vanishing[1]).toBe(vanishing[0]);
    expect(vanishing[2]).toBeGreaterThan(2 * vanishing[0]!);
  });
});

describe('exact overlaps', () => {
  it('coplanar-overlaps stay in one plane exactly', async () => {
    const scene = await makeScene('coplanar-overlaps');
    for (let i = 0; i < 5; i++) {
      const at = pose(scene, i);
      for (let v = 0; v < at.length; v += 3) expect(at[v + 2]).toBe(at[v]! + 2 * at[v + 1]!);
    }
    expect(Math.min(...contactCounts(scene))).toBeGreaterThan(20);
  });

  it('lattice-soup starts and ends on whole numbers', async () => {
    const scene = await makeScene('lattice-soup');
    expect(pose(scene, 0).every(Number.isInteger)).toBe(true);
    expect(pose(scene, 4).every(Number.isInteger)).toBe(true);
    expect(pose(scene, 1).every((x) => Number.isInteger(4 * x))).toBe(true);
  });

  it('coincident-sheets: two always, three in the middle frame', async () => {
    const scene = await makeScene('coincident-sheets');
    const third = scene.mesh.positions.length / 3;
    for (let i = 0; i < 5; i++) {
      const at = pose(scene, i);
      expect(at.slice(third, 2 * third)).toEqual(at.slice(0, third));
      expect(at.slice(2 * third).every((x, k) => x === at[k])).toBe(i === 2);
    }
    expect(new Set(scene.objects)).toEqual(new Set([0, 1, 2]));
  });
});

describe('bodies', () => {
  it('nested-spheres are apart at first, then meet, always one with the other', async () => {
    const scene = await makeScene('nested-spheres');
    expect(edgeUse(scene.mesh)).toEqual({ border: 0, crowded: 0, repeated: 0, euler: 4 });
    expect(contactCounts(scene).slice(0, 2)).toEqual([0, 0]);
    const mesh = { positions: pose(scene, 4), triangles: scene.mesh.triangles };
    const objects = scene.objects!;
    expect(contactSet(mesh, { objects, pairs: 'same-object' })).toEqual([]);
    expect(contactSet(mesh, { objects, pairs: 'between-objects' }).length).toBeGreaterThan(10);
  });

  it('far-from-origin has the contacts of the sheet at the origin', async () => {
    const scene = await makeScene('far-from-origin');
    const near = twistedSheet({ triangles: 400, frames: 5 });
    expect(near.mesh.triangles).toEqual(scene.mesh.triangles);
    for (const i of [3, 4]) {
      const far = pose(scene, i);
      expect(Math.min(...far.map(Math.abs))).toBeGreaterThan(FAR_OFFSET - 2);
      const back = far.map((x, k) => x - (k % 3 === 1 ? -FAR_OFFSET : FAR_OFFSET));
      const expected = contactSet({ positions: back, triangles: scene.mesh.triangles });
      expect(expected.length).toBeGreaterThan(20);
      expect(contactSet({ positions: far, triangles: scene.mesh.triangles })).toEqual(expected);
    }
  });

  it('extreme-scales has contacts among the huge, among the tiny, and between them', async () => {
    const scene = await makeScene('extreme-scales');
    const sizes = scene.mesh.positions.map(Math.abs).filter((x) => x > 0);
    expect(sizes.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(1e102);
    expect(sizes.reduce((a, b) => Math.min(a, b))).toBeLessThan(1e-102);
    const half = scene.objects!.filter((label) => label === 0).length;
    const found = createDetector(scene.mesh).findIntersections();
    const kinds = new Set<string>();
    for (let i = 0; i < found.count; i++) {
      kinds.add(`${found.edgeTriangle[i]! < half ? 'huge' : 'tiny'} ${found.triangle[i]! < half ? 'huge' : 'tiny'}`);
    }
    expect([...kinds].sort()).toEqual(['huge huge', 'huge tiny', 'tiny huge', 'tiny tiny']);
  });

  it('mixture has all kinds of pieces, apart at first', async () => {
    const scene = await makeScene('mixture');
    const found = contactCounts(scene);
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found[4]).toBeGreaterThan(100);
    expect(new Set(scene.objects).size).toBeGreaterThan(6);
  });
});
