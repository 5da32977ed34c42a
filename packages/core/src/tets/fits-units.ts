import type { TetWorld } from './tet-world.ts';

/** What is wider than this many units could wrap around in 32 bits unnoticed. */
const MAX_WIDTH = 2 ** 30;
/** Further than this many units from the origin, units no longer tell lengths. */
const MAX_REACH = 2 ** 51;

/** Whether units modulo 2^32 tell the widths of all groups of an object. */
export function fitsUnits({ boxes }: TetWorld, slot: number, unitsPerLength: number): boolean {
  let width = 0;
  let reach = 0;
  for (let i = 6 * slot; i < 6 * slot + 3; i++) {
    width = Math.max(width, boxes[i + 3] - boxes[i]);
    reach = Math.max(reach, -boxes[i], boxes[i + 3]);
  }
  return width * unitsPerLength < MAX_WIDTH && reach * unitsPerLength <= MAX_REACH;
}

/** Whether they tell that of one group, where they do not of all. */
export function fitsUnitsAlone(world: TetWorld, group: number, unitsPerLength: number): boolean {
  const { groupVertices, groupVertexStart, positions } = world;
  const end = groupVertexStart[group + 1];
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = groupVertexStart[group]; i < end; i++) {
      const x = positions[3 * groupVertices[i] + axis];
      if (x < min) min = x;
      if (x > max) max = x;
    }
    const reach = Math.max(-min, max);
    if (!((max - min) * unitsPerLength < MAX_WIDTH && reach * unitsPerLength <= MAX_REACH)) return false;
  }
  return true;
}
