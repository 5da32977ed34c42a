import { bumpySphere, elbow, knee, type Scene, torusKnot } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { contactCounts, edgeUse, signedVolume } from '../mesh-facts.ts';

const CLOSED = { border: 0, crowded: 0, repeated: 0 };

describe.each([
  ['bumpySphere', bumpySphere, 2],
  ['torusKnot', torusKnot, 0],
  ['knee', knee, 2],
  ['elbow', elbow, 2],
] as const)('%s', (_, make, euler) => {
  it.each([200, 3000])('is closed and faces outwards with %i triangles', (triangles) => {
    const { mesh } = make({ triangles, frames: 1 });
    expect(edgeUse(mesh)).toEqual({ ...CLOSED, euler });
    expect(signedVolume(mesh)).toBeGreaterThan(1);
  });

  it.each([200, 3000])('is free at first and in contact in the end with %i triangles', (triangles) => {
    const counts = contactCounts(make({ triangles, frames: 7 }));
    expect(counts.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(counts[6]).toBeGreaterThan(triangles / 100);
  });
});

it('torusKnot takes other knots, and refuses links', () => {
  const counts = contactCounts(torusKnot({ triangles: 4000, frames: 3, p: 3, q: 5 }));
  expect(counts[0]).toBe(0);
  expect(counts[2]).toBeGreaterThan(100);
  expect(() => torusKnot({ p: 2, q: 4 })).toThrow(
    new RangeError('torusKnot: p and q must have no common divisor, got 2 and 4.'),
  );
  expect(() => torusKnot({ p: 0 })).toThrow(new RangeError('torusKnot: p must be a whole number from 1, got 0.'));
});

it.each([41_000, 165_000])('knee has nearly %i triangles', (triangles) => {
  const count = knee({ triangles, frames: 1 }).mesh.triangles.length / 3;
  expect(Math.abs(count - triangles) / triangles).toBeLessThan(0.01);
});

/**
 * For every frame: are all triangles of the half z > 0 facing +z, and how many contacts are there among them?
 * The mesh is mirror-symmetric in z, with a line of vertices in the plane z = 0.
 */
function sideways(scene: Scene): { facing: boolean; contacts: number }[] {
  const { positions, triangles } = scene.mesh;
  const right: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [...triangles.slice(i, i + 3)];
    if (corners.every((vertex) => positions[3 * vertex + 2]! > -1e-12)) right.push(...corners);
  }
  const half = { positions, triangles: Uint32Array.from(right) };
  expect(edgeUse(half).euler, 'one connected disk').toBe(1);
  const detector = createDetector(half, { method: 'box-tree' });
  const pose = new Float64Array(positions.length);

  return Array.from({ length: scene.frameCount }, (_, frame) => {
    scene.frame(frame, pose);
    detector.update(pose);
    let facing = true;
    for (let i = 0; i < right.length; i += 3) {
      const [a, b, c] = [3 * right[i]!, 3 * right[i + 1]!, 3 * right[i + 2]!];
      const z =
        (pose[b]! - pose[a]!) * (pose[c + 1]! - pose[a + 1]!) - (pose[b + 1]! - pose[a + 1]!) * (pose[c]! - pose[a]!);
      if (!(z > 0)) facing = false;
    }
    return { facing, contacts: detector.findIntersections().count };
  });
}

describe.each([
  ['knee', knee],
  ['elbow', elbow],
] as const)('%s', (_, make) => {
  it.each([800, 3000])('has a side that faces one way and meets itself (%i triangles)', (triangles) => {
    const frames = sideways(make({ triangles, frames: 61 }));
    const missed = frames.filter(({ facing, contacts }) => facing && contacts > 0);
    expect(missed.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...missed.map(({ contacts }) => contacts))).toBeGreaterThan(triangles < 1000 ? 4 : 15);
  });
});
