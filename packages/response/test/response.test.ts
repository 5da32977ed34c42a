import { createDetector, type Positions } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { createResponse, exemptRest, type ResponseOptions } from '../src/index.ts';

/** Steps of the fuzz; `RESPONSE_STEPS=5000 npx vitest run packages/response` asks for more. */
const STEPS = Number(process.env.RESPONSE_STEPS ?? 36);

type Kind = typeof Float32Array | typeof Float64Array;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807 + 11) % 2147483647;
    return state / 2147483647;
  };
}

/** Sheets of cells × cells squares over each other, one mesh. */
function sheets(kind: Kind, cells: number, heights: readonly number[], random: () => number) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const height of heights) {
    const first = positions.length / 3;
    for (let y = 0; y <= cells; y++) {
      for (let x = 0; x <= cells; x++) {
        positions.push(x + 0.2 * random() + height / 5, y + 0.2 * random(), height + 0.1 * random());
      }
    }
    for (let y = 0; y < cells; y++) {
      for (let x = 0; x < cells; x++) {
        const a = first + y * (cells + 1) + x;
        triangles.push(a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1);
      }
    }
  }
  return { positions: kind.from(positions) as Positions, triangles: Uint32Array.from(triangles) };
}

/** What brute force finds in a pose, beyond ignored groups. */
function contactsIn(positions: Positions, triangles: Uint32Array, options: Partial<ResponseOptions> = {}): number {
  const { groups, ignore } = options;
  const rules = { ...(groups && { groups }), ...(ignore && { ignore }) };
  return createDetector({ positions, triangles }, { method: 'brute-force', weld: false, ...rules }).findIntersections()
    .count;
}

describe.each([Float32Array, Float64Array])('response, %o', (kind) => {
  it('never passes through itself, whatever is wanted', { timeout: 3_600_000 }, () => {
    let moved = 0;
    let tangled = 0;
    for (let seed = 1, taken = 0; taken < STEPS; seed++) {
      const random = randomOf(seed);
      const mesh = sheets(kind, 3, [0, 0.6, 1.2], random);
      const { triangles } = mesh;
      const response = createResponse(mesh, { gap: 0.02, smooth: seed % 3 });
      expect(response.reset(mesh.positions)).toBe(0);
      let x = mesh.positions.slice();
      const judge = createDetector(mesh, { method: 'brute-force', weld: false });
      let wanted: Positions = mesh.positions.slice();
      for (let step = 0; step < 12; step++, taken++) {
        const third = x.length / 3;
        wanted = wanted.map((c, i) => {
          const push = i % 3 === 2 ? [0.12, 0, -0.12][Math.floor(i / third)] : 0;
          return c + push + 0.3 * (random() - 0.5);
        }) as Positions;
        tangled += contactsIn(wanted, triangles) > 0 ? 1 : 0;
        const { positions, moved: vertices, largest } = response.advance(wanted);
        expect(positions).toBeInstanceOf(kind);
        judge.update(x);
        const way = judge.findImpacts(positions);
        expect(way.vertexCount + way.edgeCount).toBe(0);
        expect(contactsIn(positions, triangles)).toBe(0);
        expect(vertices === 0).toBe(largest === 0);
        moved += vertices;
        x = positions.slice();
      }
      response.dispose();
    }
    expect(moved).toBeGreaterThan(0);
    expect(tangled).toBeGreaterThan(STEPS / 4); // what was wanted did pass through itself
  });

  it('leaves alone what is right, to the last bit', () => {
    const mesh = sheets(kind, 4, [0, 1], randomOf(5));
    const response = createResponse(mesh, { gap: 0.05 });
    response.reset(mesh.positions);
    const wanted = mesh.positions.map((c) => c + 0.25) as Positions;
    expect(response.advance(wanted)).toMatchObject({ moved: 0, largest: 0, pairs: 0, heldBack: 0, positions: wanted });
  });

  it('pushes to the gap, moves what may move, and lets groups through', () => {
    const mesh = sheets(kind, 4, [0, 1], randomOf(5));
    const half = mesh.positions.length / 2;
    const wanted = mesh.positions.map((c, i) => (i >= half && i % 3 === 2 ? c - 1.3 : c)) as Positions;
    const hold = Uint8Array.from({ length: mesh.positions.length / 3 }, (_, v) => (3 * v < half ? 1 : 0));
    const response = createResponse(mesh, { gap: 0.05, hold });
    response.reset(mesh.positions);
    const held = response.advance(wanted).positions;
    expect(held.subarray(0, half)).toEqual(wanted.subarray(0, half));
    expect(contactsIn(held, mesh.triangles)).toBe(0);

    // between two sheets that are held, and come together, there is no room: what is held is not carried back island by island
    const all = createResponse(mesh, { gap: 0.05, hold: hold.map(() => 1) });
    all.reset(mesh.positions);
    const stopped = all.advance(wanted);
    expect(stopped.heldBack).toBe(mesh.positions.length / 3);
    expect(contactsIn(stopped.positions, mesh.triangles)).toBe(0);

    const groups = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => (6 * t < mesh.triangles.length ? 0 : 1));
    const through = createResponse(mesh, { gap: 0.05, groups, ignore: [[0, 1]] });
    through.reset(mesh.positions);
    expect(through.advance(wanted).positions).toEqual(wanted);
    // the control: without the rule the sheets would have swapped sides
    const kept = createResponse(mesh, { gap: 0.05, groups });
    kept.reset(mesh.positions);
    expect(kept.advance(wanted).moved).toBeGreaterThan(0);
    expect(createDetector(mesh).findImpacts(wanted).earliest).toBeLessThan(1);
  });

  it('refuses a start that is not free', () => {
    const mesh = sheets(kind, 3, [0, 0.02], randomOf(9));
    const response = createResponse(mesh, { gap: 0.01 });
    expect(response.reset(mesh.positions)).toBeGreaterThan(0);
    expect(() => response.advance(mesh.positions.map((c) => c + 1) as Positions)).toThrow('must be free of contact');
  });
});

describe('exemptRest', () => {
  it('lets through what touches at rest, and nothing far from it', () => {
    const random = randomOf(3);
    const mesh = sheets(Float64Array, 30, [0], random);
    // an edge of the sheet goes through another part of it
    mesh.positions.set([5.3, 5.3, 0.8], 3 * (2 * 31 + 2));
    mesh.positions.set([5.3, 5.6, -0.8], 3 * (2 * 31 + 3));
    const before = contactsIn(mesh.positions, mesh.triangles);
    expect(before).toBeGreaterThan(0);
    const exempt = exemptRest(mesh.positions, mesh.triangles);
    expect(exempt.within).toBe(before);
    expect(contactsIn(mesh.positions, mesh.triangles, exempt)).toBe(0);
    expect(exempt.triangles).toBeLessThan(mesh.triangles.length / 3);
    // fold the far corner onto the middle: that is new, and is seen
    const folded = mesh.positions.slice();
    folded.set([25.3, 25.4, -1], folded.length - 3);
    folded.set([25.3, 25.4, 1], folded.length - 6);
    expect(contactsIn(folded, mesh.triangles, exempt)).toBeGreaterThan(0);
  });

  it('exempts two pieces from each other, not from themselves', () => {
    const mesh = sheets(Float64Array, 4, [0, 0.02], randomOf(9));
    const exempt = exemptRest(mesh.positions, mesh.triangles);
    expect(exempt).toMatchObject({ within: 0, triangles: 0, ignore: [[0, 1]] });
    expect(exempt.between).toBe(contactsIn(mesh.positions, mesh.triangles));
  });
});

describe('createResponse', () => {
  const mesh = sheets(Float64Array, 2, [0], randomOf(1));
  it.each([
    [{ gap: -1 }, 'createResponse: gap must be a finite number from 0, got -1.'],
    [{ gap: 0.1, smooth: Number.NaN }, 'createResponse: smooth must be a finite number from 0, got NaN.'],
    [{ gap: 0.1, hold: [1] }, 'createResponse: hold must have 9 entries, got 1.'],
    [
      { gap: 0.1, gaps: 1 },
      "createResponse: options are gap, thickness, groups, ignore, hold, masses, friction, smooth, links, got 'gaps'.",
    ],
  ])('refuses %o', (options, message) => {
    expect(() => createResponse(mesh, options)).toThrow(message);
  });
});
