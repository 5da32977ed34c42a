import { expect, it } from 'vitest';
import { connectedPieces } from '../../src/detect/connected-pieces.ts';

it('joins triangles across edges, not across single vertices', () => {
  // 0 and 2 share edge 1–2; 1 shares only vertex 0 with triangle 0; 3 is alone
  const triangles = Uint32Array.of(0, 1, 2, 0, 5, 6, 3, 2, 1, 7, 8, 9);
  expect(connectedPieces(triangles, 10)).toEqual({ labels: Uint32Array.of(0, 1, 0, 2), count: 3 });
});

it('joins more than two triangles at an edge', () => {
  const triangles = Uint32Array.of(0, 1, 2, 1, 0, 3, 0, 1, 4);
  expect(connectedPieces(triangles, 5).count).toBe(1);
});
