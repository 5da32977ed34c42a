import { MeshError } from 'selfcollide';
import { describe, expect, test } from 'vitest';
import { createElasticTets, type ElasticTets } from '../../src/modal/elastic-tets.ts';
import { countModesBelow, findModes, type Modes } from '../../src/modal/find-modes.ts';
import { multiply } from '../../src/modal/linear-algebra/block-matrix.ts';
import { massDot } from '../../src/modal/linear-algebra/mass-product.ts';
import { symmetricEigen } from '../../src/modal/linear-algebra/symmetric-eigen.ts';
import { basisColumn } from '../../src/modal/mode-basis.ts';
import { denseMatrix } from './dense-matrix.ts';
import { RUBBER, seeded, tetBlock } from './tet-block.ts';

/** |Kx − ω²Mx| / |ω²Mx|, Euclidean, from what the caller sees. */
function residual(body: ElasticTets, modes: Modes, k: number): number {
  const { vertices, stiffness, masses } = body.system;
  const column = basisColumn(modes, k);
  const x = new Float64Array(body.unknownCount).map((_, i) => column[3 * vertices[Math.floor(i / 3)] + (i % 3)]);
  const force = new Float64Array(x.length);
  multiply(stiffness, x, force);
  const inertia = x.map((value, i) => modes.eigenvalues[k] * masses[Math.floor(i / 3)] * value);
  return Math.hypot(...force.map((f, i) => f - inertia[i])) / Math.hypot(...inertia);
}

function expectModes(body: ElasticTets, modes: Modes): void {
  for (let k = 0; k < modes.count; k++) {
    expect(modes.residuals[k]).toBeLessThan(1e-8);
    expect(residual(body, modes, k)).toBeLessThan(1e-8);
    for (let j = 0; j <= k; j++) {
      const product = massDot(body.masses, basisColumn(modes, j), basisColumn(modes, k));
      expect(Math.abs(product - Number(j === k))).toBeLessThan(1e-12);
    }
  }
}

/** Eigenvalues of the dense matrix, rigid motions left out. */
function denseEigenvalues(body: ElasticTets): Float64Array {
  return symmetricEigen(denseMatrix(body), body.unknownCount).values.subarray(body.held.motions);
}

describe('findModes', () => {
  const corner = (x: number, y: number, z: number) => (x * 4 + y) * 4 + z; // of the block below
  test.each([
    ['free', [], 6],
    ['held at a point', [corner(2, 1, 1)], 3],
    ['held along a line', [corner(0, 0, 0), corner(0, 0, 2), corner(0, 0, 3)], 1],
    ['held by three vertices', [corner(0, 0, 0), corner(0, 0, 3), corner(0, 3, 0)], 0],
    ['held by a face', Array.from({ length: 16 }, (_, k) => k), 0],
  ])('%s: the lowest modes of a dense solver', (_, fixed, rigid) => {
    // a line of fixed vertices must stay one, so this block is not shaken
    const body = createElasticTets(tetBlock([5, 3, 3], { size: 0.3 }), { ...RUBBER, fixed });
    const modes = findModes(body, { count: 25 });
    expectModes(body, modes);
    expect(modes.rigidCount).toBe(rigid);
    const expected = denseEigenvalues(body);
    for (let k = 0; k < 25; k++) expect(Math.abs(modes.eigenvalues[k] / expected[k] - 1)).toBeLessThan(1e-8);
    for (const v of fixed) {
      for (let k = 0; k < 25; k++) expect([...basisColumn(modes, k).subarray(3 * v, 3 * v + 3)]).toEqual([0, 0, 0]);
    }
  });

  test('random blocks, shaken and held at random: none missed, none invented', () => {
    const random = seeded(21);
    for (let round = 0; round < 12; round++) {
      const counts = [1, 2, 3].map((k) => 1 + Math.floor((5 - k) * random()));
      const mesh = tetBlock(counts, { size: 10 ** (4 * random() - 2), jitter: 0.2, seed: round + 1 });
      const vertexCount = mesh.positions.length / 3;
      const fixed = Array.from({ length: Math.floor(5 * random()) }, () => Math.floor(vertexCount * random()));
      const body = createElasticTets(mesh, { ...RUBBER, poissonRatio: 0.49 * random(), fixed });
      const most = body.unknownCount - body.held.motions;
      const count = 1 + Math.floor(Math.min(most, 40) * random());
      const modes = findModes(body, { count, verify: true });
      expectModes(body, modes);
      const expected = denseEigenvalues(body);
      for (let k = 0; k < count; k++) {
        // the dense solver's error is relative to the largest
        const error = Math.abs(modes.eigenvalues[k] - expected[k]);
        expect(error).toBeLessThan(1e-9 * expected[k] + 1e-14 * expected[most - 1]);
      }
    }
  });

  test('equal eigenvalues are all found', () => {
    // three equal sides: the block has a threefold axis, its modes come alone and in pairs
    const body = createElasticTets(tetBlock([4, 4, 4]), RUBBER);
    const modes = findModes(body, { count: 40, verify: true });
    expectModes(body, modes);
    const { eigenvalues } = modes;
    const expected = denseEigenvalues(body);
    let pairs = 0;
    for (let k = 0; k < 40; k++) {
      expect(Math.abs(eigenvalues[k] / expected[k] - 1)).toBeLessThan(1e-8);
      if (k > 0 && eigenvalues[k] < eigenvalues[k - 1] * (1 + 1e-9)) pairs++;
    }
    expect(pairs).toBeGreaterThan(5);
  });

  test('all modes there are, of one tet and of a small block', () => {
    const tet = {
      positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
      tets: Uint32Array.of(0, 1, 2, 3),
    };
    for (const mesh of [tet, tetBlock([2, 1, 1], { jitter: 0.1 })]) {
      const body = createElasticTets(mesh, RUBBER);
      const most = body.unknownCount - 6;
      const modes = findModes(body, { count: most });
      expectModes(body, modes);
      const expected = denseEigenvalues(body);
      for (let k = 0; k < most; k++) expect(Math.abs(modes.eigenvalues[k] / expected[k] - 1)).toBeLessThan(1e-9);
      expect(() => findModes(body, { count: most + 1 })).toThrow(
        `findModes: count must be at most ${most} (${body.unknownCount} unknowns less 6 rigid motions), got ${most + 1}.`,
      );
    }
  });

  test('a slender beam, whose lowest mode is far below the highest', () => {
    const body = createElasticTets(tetBlock([150, 1, 1]), RUBBER);
    const modes = findModes(body, { count: 6, verify: true });
    expectModes(body, modes);
    expect(countModesBelow(body, modes.eigenvalues[5] * 1.001)).toBe(12); // six rigid motions with them
  });

  test('frequencies go with √E, 1/√ρ and 1/length; orientation and numbering do not matter', () => {
    const mesh = tetBlock([3, 2, 2], { jitter: 0.1 });
    const frequencies = (m: typeof mesh, material = RUBBER) =>
      findModes(createElasticTets(m, material), { count: 5 }).frequencies;
    const base = frequencies(mesh);
    const close = (found: Float64Array, factor: number) =>
      found.forEach((f, k) => {
        expect(f / base[k]).toBeCloseTo(factor, 9);
      });
    close(frequencies(mesh, { ...RUBBER, youngsModulus: 4e5 }), 2);
    close(frequencies(mesh, { ...RUBBER, density: 4000 }), 0.5);
    close(frequencies({ ...mesh, positions: mesh.positions.map((x) => 10 * x) }), 0.1);
    const turned = mesh.tets.map((_, i) => mesh.tets[4 * (i >> 2) + [1, 0, 2, 3][i % 4]]);
    close(frequencies({ ...mesh, tets: turned }), 1);
    const last = mesh.positions.length / 3 - 1;
    const reversed = mesh.positions.map((_, i) => mesh.positions[3 * (last - Math.floor(i / 3)) + (i % 3)]);
    close(frequencies({ positions: reversed, tets: mesh.tets.map((v) => last - v) }), 1);
  });

  test('the same input gives the same bits', () => {
    const run = () => findModes(createElasticTets(tetBlock([4, 3, 2], { jitter: 0.2 }), RUBBER), { count: 8 }).vectors;
    expect(run()).toEqual(run());
  });

  test('energy of an even strain is exact', () => {
    const mesh = tetBlock([3, 3, 3], { jitter: 0.2 });
    const body = createElasticTets(mesh, RUBBER);
    const { vertices, stiffness } = body.system;
    const gradient = [0.01, 0.02, -0.03, 0.005, -0.01, 0.04, 0.03, 0.01, 0.02];
    const u = new Float64Array(body.unknownCount).map((_, i) =>
      [0, 1, 2].reduce(
        (sum, k) => sum + gradient[3 * (i % 3) + k] * body.positions[3 * vertices[Math.floor(i / 3)] + k],
        0,
      ),
    );
    const force = new Float64Array(u.length);
    multiply(stiffness, u, force);
    const energy = 0.5 * u.reduce((sum, x, i) => sum + x * force[i], 0);
    const trace = gradient[0] + gradient[4] + gradient[8];
    let squares = 0;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) squares += (0.5 * (gradient[3 * i + j] + gradient[3 * j + i])) ** 2;
    const volume = body.volumes.reduce((sum, v) => sum + v, 0);
    expect(energy / (volume * (0.5 * body.lambda * trace ** 2 + body.mu * squares))).toBeCloseTo(1, 12);
  });
});

describe('bad input', () => {
  const mesh = tetBlock([2, 1, 1]);
  const create = (change: Partial<typeof mesh>, options = {}) =>
    createElasticTets({ ...mesh, ...change }, { ...RUBBER, ...options });
  /** Two blocks, the second moved and joined to the first where `joined` says [vertex of second, vertex of first]. */
  const two = (joined: readonly (readonly [number, number])[], move: readonly number[]) => {
    const block = tetBlock([1, 1, 1]);
    const name = (v: number) =>
      joined.find(([second]) => second === v)?.[1] ?? 8 + v - joined.filter(([second]) => second < v).length;
    const kept = [0, 1, 2, 3, 4, 5, 6, 7].filter((v) => !joined.some(([second]) => second === v));
    const moved = kept.flatMap((v) => [0, 1, 2].map((k) => block.positions[3 * v + k] + move[k]));
    return {
      positions: Float64Array.from([...block.positions, ...moved]),
      tets: Uint32Array.from([...block.tets, ...Array.from(block.tets, name)]),
    };
  };
  const failure = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return error instanceof MeshError
        ? `${error.code} ${error.message}`
        : `${(error as Error).name} ${(error as Error).message}`;
    }
    return 'nothing';
  };

  test.each([
    ['not an array', () => create({ positions: [] as never }), 'POSITIONS_TYPE createElasticTets: positions must be a'],
    [
      'short',
      () => create({ positions: new Float64Array(4) }),
      'POSITIONS_LENGTH createElasticTets: positions must hold three numbers a vertex, got length 4.',
    ],
    [
      'no tets',
      () => create({ tets: new Uint32Array(0) }),
      'EMPTY_MESH createElasticTets: tets must not be empty, got length 0.',
    ],
    [
      'three corners',
      () => create({ tets: new Uint32Array(7) }),
      'TETS_LENGTH createElasticTets: tets must hold four vertex numbers each, got length 7.',
    ],
    [
      'far vertex',
      () => create({ tets: Uint32Array.of(0, 1, 2, 12) }),
      'INDEX_OUT_OF_RANGE createElasticTets: vertex numbers must be below 12, got 12 in tet 0.',
    ],
    [
      'NaN',
      () => create({ positions: mesh.positions.with(7, Number.NaN) }),
      'NOT_FINITE createElasticTets: positions must be finite, got NaN at vertex 2.',
    ],
    [
      'lonely vertex',
      () => create({ positions: Float64Array.from([...mesh.positions, 5, 5, 5]) }),
      'VERTEX_WITHOUT_TET createElasticTets: every vertex must belong to a tet, got vertex 12.',
    ],
    [
      'flat',
      () => create({ positions: mesh.positions.map((x, i) => (i % 3 === 2 ? 0 : x)) }),
      'TET_FLAT createElasticTets: tets must not be flat, got volume 0 in tet 0.',
    ],
    [
      'corner twice',
      () => create({ tets: Uint32Array.from([...mesh.tets, 0, 1, 2, 2]) }),
      'TET_FLAT createElasticTets: tets must not be flat, got volume 0 in tet 12.',
    ],
    [
      'inverted',
      () => create({ tets: mesh.tets.with(20, mesh.tets[21]).with(21, mesh.tets[20]) }),
      'TET_INVERTED createElasticTets: tets must all have the orientation of the others, got tet 5 inverted (volume -0.16',
    ],
    [
      'fixed beyond',
      () => create({}, { fixed: [3, 12] }),
      'RangeError createElasticTets: fixed must hold vertex numbers from 0 to 11, got 12 at place 1.',
    ],
    [
      'fixed below',
      () => create({}, { fixed: [-1] }),
      'RangeError createElasticTets: fixed must hold vertex numbers from 0 to 11, got -1 at place 0.',
    ],
    [
      'all fixed',
      () => create({}, { fixed: Array.from({ length: 12 }, (_, v) => v) }),
      'RangeError createElasticTets: fixed must leave a vertex that moves, got all 12.',
    ],
    [
      'stiffness',
      () => create({}, { youngsModulus: 0 }),
      'RangeError createElasticTets: youngsModulus must be a finite number above 0, got 0.',
    ],
    [
      'ratio',
      () => create({}, { poissonRatio: 0.5 }),
      'RangeError createElasticTets: poissonRatio must be above -1 and below 0.5, got 0.5.',
    ],
    [
      'density',
      () => create({}, { density: Number.NaN }),
      'RangeError createElasticTets: density must be a finite number above 0, got NaN.',
    ],
    [
      'unknown option',
      () => create({}, { young: 1 }),
      "RangeError createElasticTets: options are youngsModulus, poissonRatio, density, fixed, got 'young'.",
    ],
    [
      'no count',
      () => findModes(create({}), {} as never),
      'RangeError findModes: count must be a whole number from 1, got undefined.',
    ],
    [
      'half a mode',
      () => findModes(create({}), { count: 1.5 }),
      'RangeError findModes: count must be a whole number from 1, got 1.5.',
    ],
    [
      'unknown option of findModes',
      () => findModes(create({}), { count: 1, tol: 1 } as never),
      "RangeError findModes: options are count, verify, got 'tol'.",
    ],
  ])('%s', (_, run, message) => {
    expect(failure(run)).toContain(message);
  });

  test('loose pieces are counted; held ones are allowed', () => {
    const apart = two([], [3, 0, 0]);
    expect(failure(() => createElasticTets(apart, RUBBER))).toContain('got 2 pieces, 2 of them loose.');
    expect(failure(() => createElasticTets(apart, { ...RUBBER, fixed: [0, 1, 2] }))).toContain(
      'got 2 pieces, 1 of them loose.',
    );
    const body = createElasticTets(apart, { ...RUBBER, fixed: [0, 1, 2, 8, 9, 10] });
    expect(findModes(body, { count: 4, verify: true }).rigidCount).toBe(0);
  });

  test('pieces that swing about a vertex or an edge are counted', () => {
    // corner 0 of the second sits on corner 7 of the first; or edge 0–1 on edge 6–7
    const byVertex = createElasticTets(two([[0, 7]], [1, 1, 1]), RUBBER);
    expect(failure(() => findModes(byVertex, { count: 5 }))).toContain(
      'got 9 zero modes instead of 6: 2 pieces without a common face.',
    );
    const byEdge = createElasticTets(
      two(
        [
          [0, 6],
          [1, 7],
        ],
        [1, 1, 0],
      ),
      RUBBER,
    );
    expect(failure(() => findModes(byEdge, { count: 5 }))).toContain(
      'got 7 zero modes instead of 6: 2 pieces without a common face.',
    );
  });
});
