import { makeScene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import type { Contender } from '../../src/contender.ts';
import { createChoices } from '../../src/fuzz/choices.ts';
import { buildNative, nativePrograms } from '../../src/native/build-native.ts';
import { findNativePeers, nativePeerNames } from '../../src/native/native-peers.ts';
import { startSyncChild } from '../../src/native/sync-child.ts';

const { peers, missing } = findNativePeers();
for (const reason of missing) console.warn(`Not tested: ${reason}`);
const table: [name: string, peer: Contender | undefined][] = nativePeerNames.map((name) => [
  name,
  peers.find((peer) => peer.name === name),
]);

/** Triangles in general position: no touching, so that rounding has nothing to decide. */
function soup(seed: number): Float32Array {
  const choices = createChoices(seed);
  const positions = new Float32Array(9 * 400);
  for (let t = 0; t < 400; t++) {
    const centre = [choices.signed(), choices.signed(), choices.signed()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = centre[i % 3] + 0.25 * choices.signed();
  }
  return positions;
}

function hasArea([a, b, c, d, e, f, g, h, i]: number[]): boolean {
  const u = [d - a, e - b, f - c];
  const v = [g - a, h - b, i - c];
  return u[1] * v[2] !== u[2] * v[1] || u[2] * v[0] !== u[0] * v[2] || u[0] * v[1] !== u[1] * v[0];
}

describe.each(table)('%s (skipped where it cannot be built)', (name, peer) => {
  it.skipIf(!peer)('counts the pairs of a soup, also after it moved', () => {
    const mesh = { positions: soup(1) };
    const prepared = peer!.prepare(mesh);
    const detector = createDetector(mesh);
    const counts = [1, 2, 1].map((seed) => {
      const positions = soup(seed);
      prepared.update(positions);
      detector.update(positions);
      expect(prepared.query()).toBe(detector.findIntersectingTriangles().count);
      expect(prepared.ownTimes!().query).toBeGreaterThan(0);
      return prepared.countTrianglePairs();
    });
    prepared.close!();
    expect(counts[0]).toBeGreaterThan(100);
    expect(counts[1]).not.toBe(counts[0]);
    expect(counts[2]).toBe(counts[0]);
  });

  // pmp: a Surface_mesh must be a manifold, which corners on so few points are not
  it.skipIf(!peer || name === 'cgal-pmp')('counts pairs that only touch or lie in one plane', () => {
    const choices = createChoices(4);
    // few whole numbers; a third in one plane
    const triangles = Array.from({ length: 400 }, (_, t) =>
      Array.from({ length: 9 }, (_, i) => (t % 3 === 0 && i % 3 === 2 ? 5 : choices.whole(0, 12))),
    );
    // CGAL takes no triangle without area
    const positions = Float64Array.from(triangles.filter((t) => name !== 'cgal-boxes' || hasArea(t)).flat());
    const detector = createDetector({ positions });
    const prepared = peer!.prepare({ positions });
    prepared.update(positions);
    const expected = detector.findIntersectingTriangles().count;
    expect(prepared.query()).toBe(expected);
    prepared.close!();
  });

  it.skipIf(!peer)('counts no pair that shares a vertex, by number or by place', async () => {
    const scene = await makeScene('twisted-sheet', { triangles: 2000 });
    const positions = new Float64Array(scene.mesh.positions.length);
    scene.frame(scene.frameCount - 1, positions);
    // a twist is symmetric, and triangles that just touch are for rounding to decide
    const choices = createChoices(3);
    for (let i = 0; i < positions.length; i++) positions[i] += 1e-3 * choices.signed();
    const expected = createDetector({ ...scene.mesh, positions }).findIntersectingTriangles().count;
    expect(expected).toBeGreaterThan(100);
    const whole = peer!.prepare(scene.mesh);
    whole.update(positions);
    expect(whole.query()).toBe(expected);
    whole.close!();
    // every triangle with vertices of its own
    const split = Float64Array.from(
      [...scene.mesh.triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
    );
    const apart = peer!.prepare({ positions: split });
    apart.update(split);
    expect(apart.query()).toBe(expected);
    apart.close!();
  });
});

describe('building', () => {
  it('says what is missing instead of failing', () => {
    const [program] = nativePrograms;
    const gone = { ...program, name: 'gone' };
    expect(buildNative(gone, 'no-such-compiler')).toEqual({
      missing: 'gone: there is no C++ compiler (no-such-compiler).',
    });
  });
});

describe.skipIf(process.platform === 'win32')('startSyncChild (needs named pipes)', () => {
  it('takes turns with a child', () => {
    const child = startSyncChild('cat', []);
    const sent = Float64Array.of(1, -2.5, 1e300);
    child.send(sent);
    expect(child.receive(3)).toEqual(sent);
    child.close();
  });

  it('throws when the child ends or does not start', () => {
    expect(() => startSyncChild('true', []).receive(1)).toThrow(/true .*ended before it had answered/);
    expect(() => startSyncChild('/no/such/program', []).receive(1)).toThrow(/ended before/);
  });
});
