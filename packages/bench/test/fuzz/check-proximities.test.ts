import { describe, expect, it } from 'vitest';
import { checkProximities } from '../../src/fuzz/check-proximities.ts';
import type { FuzzCase } from '../../src/fuzz/fuzz-case.ts';
import { generateShapeCase } from '../../src/fuzz/generate-case.ts';
import { safeMethods } from '../../src/methods.ts';

// one triangle above another, by half an edge
const above: FuzzCase = {
  kind: 'test',
  single: false,
  positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 2, 1, 2, 2, 2, 1, 2],
  triangles: [0, 1, 2, 3, 4, 5],
  poses: [[0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1, 1, 2, 1, 2, 1, 1]],
  weld: true,
  pairs: 'all',
};

describe('checkProximities', () => {
  it('has nothing to say about right answers, of generated cases too', () => {
    expect(checkProximities(above, safeMethods)).toBeUndefined();
    for (let seed = 1; seed <= 6; seed++)
      expect(checkProximities(generateShapeCase(seed), safeMethods)).toBeUndefined();
  });

  it('reports an error that was thrown', () => {
    expect(checkProximities({ ...above, poses: [[1, 2, 3]] }, ['box-tree'])).toMatch(
      /^threw MeshError: findProximities: velocities must hold 18 numbers/,
    );
  });
});
