import { createResponse } from '@selfcollide/response';

/** A cloth by extended position-based dynamics in sixty lines. It falls upright onto a box, folds onto itself, and never passes through either. */
export function dropCloth({ cells = 12, frames = 600, free = true, onFrame }) {
  const side = cells + 1;
  const count = side * side;
  const positions = [];
  const triangles = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      // upright and a little wavy, or it would stand
      const wave = 0.03 * Math.sin(9 * (row / cells)) + 0.02 * Math.sin(7 * (column / cells));
      positions.push(column / cells - 0.5, 0.35 + row / cells, wave);
      if (row === cells || column === cells) continue;
      const a = row * side + column;
      triangles.push(a, a + 1, a + side, a + 1, a + side + 1, a + side);
    }
  }
  for (let v = 0; v < 8; v++) positions.push(v & 1 ? 0.31 : -0.29, v & 2 ? 0.3 : 0, v & 4 ? 0.21 : -0.19);
  const box = [
    0, 4, 1, 1, 4, 5, 2, 3, 6, 3, 7, 6, 0, 2, 4, 2, 6, 4, 1, 5, 3, 3, 5, 7, 0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7,
  ];
  triangles.push(...box.map((v) => count + v));
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };

  // links: along edges, across squares, and over two edges, which keeps it from folding sharply
  const links = [];
  const link = (a, b, compliance) => {
    const length = Math.hypot(...[0, 1, 2].map((k) => mesh.positions[3 * a + k] - mesh.positions[3 * b + k]));
    links.push({ a, b, length, compliance });
  };
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const a = row * side + column;
      for (const [x, y, compliance] of [
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 1e-6],
        [-1, 1, 1e-6],
        [2, 0, 1e-4],
        [0, 2, 1e-4],
      ]) {
        if (column + x >= 0 && column + x < side && row + y < side) link(a, a + y * side + x, compliance);
      }
    }
  }

  const hold = Array.from({ length: count + 8 }, (_, v) => (v < count ? 0 : 1));
  const response = createResponse(mesh, { gap: 0.002, thickness: 0.01, smooth: 1, friction: 0.3, hold });
  response.reset(mesh.positions);
  const x = mesh.positions.slice();
  const next = x.slice();
  const velocities = new Float64Array(x.length);
  const dt = 1 / 120;
  for (let frame = 0; frame < frames; frame++) {
    for (let i = 0; i < 3 * count; i++) next[i] = x[i] + dt * (velocities[i] - (i % 3 === 1 ? 9.81 * dt : 0));
    for (let sweep = 0; sweep < 15; sweep++) {
      for (const { a, b, length, compliance } of links) {
        const d = [0, 1, 2].map((k) => next[3 * a + k] - next[3 * b + k]);
        const now = Math.hypot(...d);
        const share = (now - length) / (now * (2 + compliance / dt ** 2));
        for (let k = 0; k < 3; k++) {
          next[3 * a + k] -= share * d[k];
          next[3 * b + k] += share * d[k];
        }
      }
    }
    const to = free ? response.advance(next).positions : next;
    for (let i = 0; i < 3 * count; i++) velocities[i] = (0.995 * (to[i] - x[i])) / dt;
    x.set(to);
    onFrame({ positions: x, triangles: mesh.triangles, frame });
  }
}
