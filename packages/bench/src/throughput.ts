import { makeScene } from '@selfcollide/scenes';
import { createDetector, type TriangleMesh } from 'selfcollide';
import { formatCount, formatMs, formatTable } from './format-table.ts';
import { createChoices } from './fuzz/choices.ts';
import { quantile } from './quantile.ts';

const WARM_UP = 3;

/**
 * `npm run bench -- --table throughput`: pairs of triangles with overlapping boxes, each decided exactly with all its edge–triangle
 * tests, per second. The time to find the pairs is taken off: a second detector, asked for contacts between objects of a mesh that is one
 * object, finds the same pairs and decides none. Soups are the hard end, where up to two pairs in three really intersect; in
 * meshes most pairs are neighbours or lie apart. Returns the exit status.
 */
export async function printThroughput(quick: boolean): Promise<number> {
  const rows: string[][] = [];
  for (const [name, mesh] of await throughputMeshes()) {
    // the plain tree hands every pair with overlapping boxes to the exact test, neighbours included
    const deciding = createDetector(mesh, { method: 'box-tree' });
    const finding = createDetector(mesh, { method: 'box-tree', pairs: 'between-objects' });
    const whole: number[] = [];
    const search: number[] = [];
    const rounds = quick ? 3 : 15;
    for (let round = -WARM_UP; round < rounds; round++) {
      const started = performance.now();
      deciding.findIntersections();
      const between = performance.now();
      finding.findIntersections();
      if (round < 0) continue;
      whole.push(between - started);
      search.push(performance.now() - between);
    }
    const { boxTests, pairTests, edgeTests, exactTests, contacts } = deciding.counters;
    const counts = [deciding.triangleCount, boxTests, pairTests, edgeTests, exactTests, contacts].map(formatCount);
    const query = quantile(whole, 0.5);
    const decision = query - quantile(search, 0.5);
    rows.push([name, ...counts, formatMs(query), formatMs(decision), (pairTests / decision / 1000).toFixed(2)]);
  }
  const counted = ['triangles', 'box tests', 'pairs', 'edge tests', 'exact', 'contacts'];
  console.log(formatTable(['mesh', ...counted, 'query ms', 'decision ms', 'M pairs/s'], rows));
  return 0;
}

async function throughputMeshes(): Promise<[name: string, mesh: TriangleMesh][]> {
  return [
    // nearly every box meets every other: finding pairs is next to free
    ['all in one heap', { positions: soup(1200, 4) }],
    ['dense soup', { positions: soup(8000, 0.25) }],
    ['sparse soup', { positions: soup(80_000, 0.03) }],
    ['bunny', await lastFrame('bunny', 14_700)],
    ['torus-knot', await lastFrame('torus-knot', 80_000)],
    ['twisted-sheet', await lastFrame('twisted-sheet', 80_000)],
  ];
}

async function lastFrame(name: string, triangles: number): Promise<TriangleMesh> {
  const { mesh, frame, frameCount } = await makeScene(name, { triangles });
  const positions = new Float64Array(mesh.positions.length);
  frame(frameCount - 1, positions);
  return { positions, triangles: mesh.triangles };
}

/** Random triangles in a cube of edge 2; `reach` is half the extent of one. */
function soup(triangles: number, reach: number): Float64Array {
  const choices = createChoices(1);
  const positions = new Float64Array(9 * triangles);
  for (let t = 0; t < triangles; t++) {
    const centre = [choices.signed(), choices.signed(), choices.signed()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = centre[i % 3] + reach * choices.signed();
  }
  return positions;
}
