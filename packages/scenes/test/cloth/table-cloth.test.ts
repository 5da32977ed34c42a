import type { ContactSource } from '@selfcollide/physics';
import { createDetector } from 'selfcollide';
import { expect, test } from 'vitest';
import { createTableCloth, roundTable, tableClothMesh, verticesOnlyTable } from '../../src/cloth/table-cloth.ts';

const STEPS = 150;

/** Counts steps with a pair of cloth and table, or of the cloth itself, that intersect. */
function run(table: ContactSource | null) {
  const cloth = createTableCloth(table);
  const clothDetector = createDetector(tableClothMesh());
  const tableDetector = createDetector(roundTable());
  let pierced = 0;
  let crossed = 0;
  let cut = 0;
  for (let i = 0; i < STEPS; i++) {
    cloth.step(0.01);
    if (cloth.counters.share < 1) cut++;
    clothDetector.update(cloth.positions);
    if (clothDetector.findProximities({ distance: 0, against: tableDetector }).count > 0) pierced++;
    if (clothDetector.selfIntersects()) crossed++;
  }
  let lowest = 0;
  for (let i = 1; i < cloth.positions.length; i += 3) lowest = Math.min(lowest, cloth.positions[i]);
  return { pierced, crossed, cut, lowest };
}

test('the cloth has 49 vertices and 72 triangles', () => {
  const { positions, triangles } = tableClothMesh();
  expect([positions.length / 3, triangles.length / 3]).toEqual([49, 72]);
});

test('no triangle of the cloth intersects table or cloth in any step; it hangs down', () => {
  const { pierced, crossed, lowest, cut } = run(null);
  expect({ pierced, crossed, cut }).toEqual({ pierced: 0, crossed: 0, cut: 0 });
  expect(lowest).toBeLessThan(-0.15);
});

test('control: with vertices tested only, the rim of the table comes through', () => {
  expect(run(verticesOnlyTable).pierced).toBeGreaterThan(5);
});
