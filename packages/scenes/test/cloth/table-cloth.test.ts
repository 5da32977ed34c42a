import { type ContactSource, contactTarget } from '@selfcollide/physics';
import { createDetector } from 'selfcollide';
import { expect, test } from 'vitest';
import { createTableCloth, roundTable, tableClothMesh } from '../../src/cloth/table-cloth.ts';

const STEPS = 60;

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

/** The control: keeps vertices out of the table, and knows nothing of what is between them. */
const verticesOnly: ContactSource = {
  addContacts({ positions, velocities, timeStep, thickness }, rows) {
    for (let i = 0; i < positions.length; i += 3) {
      const x = positions[i];
      const z = positions[i + 2];
      const distance = positions[i + 1];
      if (Math.hypot(x, z) > 0.4 || distance < -0.02) continue;
      const target = contactTarget(distance, velocities[i + 1], thickness, timeStep);
      const row = rows.add(0, 1, 0, target, 0.5);
      rows.setCorner(row, 0, i / 3, 1);
    }
  },
};

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
  expect(run(verticesOnly).pierced).toBeGreaterThan(5);
});
