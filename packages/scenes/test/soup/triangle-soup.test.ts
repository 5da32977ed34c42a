import { makeScene, triangleSoup } from '@selfcollide/scenes';
import { expect, it } from 'vitest';
import { contactCounts } from '../mesh-facts.ts';

it.each([
  ['sparse-soup', 0.1],
  ['soup', 1],
  ['dense-soup', 10],
])('%s has about %d contacts per triangle', async (name, density) => {
  const scene = await makeScene(name, { triangles: 3000, frames: 3 });
  for (const count of contactCounts(scene)) {
    // triangles at the walls of the cube have fewer neighbours, hence the lower bound
    expect(count / 3000).toBeGreaterThan(0.75 * density);
    expect(count / 3000).toBeLessThan(1.25 * density);
  }
});

it('moves rigid triangles of one size', () => {
  const scene = triangleSoup({ triangles: 50, frames: 4, contactsPerTriangle: 2 });
  const pose = new Float64Array(scene.mesh.positions.length);
  const sides: number[] = [];
  for (let frame = 0; frame < 4; frame++) {
    scene.frame(frame, pose);
    for (let v = 0; v < pose.length; v += 9) {
      sides.push(Math.hypot(pose[v]! - pose[v + 3]!, pose[v + 1]! - pose[v + 4]!, pose[v + 2]! - pose[v + 5]!));
    }
  }
  expect(Math.max(...sides) - Math.min(...sides)).toBeLessThan(1e-12);
});

it('refuses a density that makes no sense', () => {
  expect(() => triangleSoup({ contactsPerTriangle: 0 })).toThrow(
    new RangeError('triangleSoup: contactsPerTriangle must be above 0 and at most 1000, got 0.'),
  );
  expect(() => triangleSoup({ contactsPerTriangle: Number.NaN })).toThrow(/got NaN\.$/);
});
