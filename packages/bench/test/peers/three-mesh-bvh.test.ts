import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { createChoices } from '../../src/fuzz/choices.ts';
import { threeMeshBvh, threeMeshBvhTuned } from '../../src/peers/three-mesh-bvh.ts';

/** A soup in general position: no touching, so that rounding has nothing to decide. */
function soup(seed: number): Float32Array {
  const choices = createChoices(seed);
  const positions = new Float32Array(9 * 400);
  for (let t = 0; t < 400; t++) {
    const centre = [choices.signed(), choices.signed(), choices.signed()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = centre[i % 3] + 0.25 * choices.signed();
  }
  return positions;
}

describe.each([threeMeshBvh, threeMeshBvhTuned])('$name', (peer) => {
  it('counts each intersecting pair once, also after the mesh moved', () => {
    const mesh = { positions: soup(1) };
    const prepared = peer.prepare(mesh);
    const detector = createDetector(mesh);
    const expected = detector.findIntersectingTriangles().count;
    expect(expected).toBeGreaterThan(100);
    expect(prepared.query()).toBe(expected);

    const moved = soup(2);
    prepared.update(moved);
    detector.update(moved);
    const then = detector.findIntersectingTriangles().count;
    expect(then).not.toBe(expected);
    expect(prepared.query()).toBe(then);
    expect(prepared.memoryBytes()).toBeGreaterThan(400 * 48);
  });

  it('skips pairs that share a vertex, by number or by place', () => {
    // a folded strip; in the second mesh every triangle has its own vertices
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5);
    expect(peer.prepare({ positions, triangles: Uint32Array.of(0, 1, 2, 2, 1, 3) }).query()).toBe(0);
    const split = Float32Array.from([0, 1, 2, 2, 1, 3].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
    expect(peer.prepare({ positions: split }).query()).toBe(0);
  });
});
