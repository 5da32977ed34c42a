import { describe, expect, test } from 'vitest';
import { groupTets, MAX_GROUP_TETS } from '../../src/tets/group-tets.ts';
import { matchTetFaces } from '../../src/tets/tet-faces.ts';
import { seededRandom } from '../predicates/random.ts';
import { tetBlock } from './tet-block.ts';

function groupsOf({ positions, tets }: { positions: Float64Array; tets: Uint32Array }, maxTets?: number) {
  return groupTets(tets, matchTetFaces(tets).twin, positions, maxTets);
}

describe('groupTets', () => {
  const block = tetBlock(5, 4, 3);

  test.each([1, 3, MAX_GROUP_TETS])(
    'at most %d: every tet in one group, its corners among the vertices of the group',
    (most) => {
      const groups = groupsOf(block, most);
      expect([...groups.order].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, t) => t));
      expect(groups.tetStart[groups.groupCount]).toBe(300);
      expect(groups.vertexStart[groups.groupCount]).toBe(groups.vertices.length);
      for (let g = 0; g < groups.groupCount; g++) {
        const vertices = [...groups.vertices.slice(groups.vertexStart[g], groups.vertexStart[g + 1])];
        expect(new Set(vertices).size).toBe(vertices.length);
        expect(vertices.length).toBeLessThanOrEqual(32); // a bit each in the search
        const size = groups.tetStart[g + 1] - groups.tetStart[g];
        expect(size).toBeGreaterThan(0);
        expect(size).toBeLessThanOrEqual(most);
        for (let i = groups.tetStart[g]; i < groups.tetStart[g + 1]; i++) {
          for (let k = 0; k < 4; k++) {
            const place = (groups.corners[i] >>> (8 * k)) & 255;
            expect(vertices[place]).toBe(block.tets[4 * groups.order[i] + k]);
          }
        }
      }
    },
  );

  test('groups are mostly full and compact', () => {
    const groups = groupsOf(block);
    expect(300 / groups.groupCount).toBeGreaterThan(0.6 * MAX_GROUP_TETS);
    expect(groups.vertices.length / groups.groupCount).toBeLessThan(MAX_GROUP_TETS + 3);
  });

  test('tets that share no face are groups of their own', () => {
    const positions = Float64Array.from({ length: 36 }, seededRandom(1));
    const tets = Uint32Array.from({ length: 12 }, (_, i) => i);
    expect(groupsOf({ positions, tets }).groupCount).toBe(3);
  });

  test('positions that overflow do not stop it', () => {
    const positions = block.positions.map((x) => (x - 2) * 1e308);
    const groups = groupsOf({ positions, tets: block.tets });
    expect([...groups.order].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, t) => t));
  });

  test('no tets, no groups', () => {
    expect(groupsOf({ positions: new Float64Array(3), tets: new Uint32Array(0) }).groupCount).toBe(0);
  });
});
