import { type AnimalBone, animalBones } from './animal-bones.ts';

/** How far apart two parts may be and still be joined by a fillet. */
const FILLET = 0.16;

/** About how far a point is outside the flesh of one bone; negative inside. */
export function boneDistance(bone: AnimalBone, x: number, y: number, z: number): number {
  const { from, to, radii } = bone;
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const dz = to[2] - from[2];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy + (z - from[2]) * dz) / (dx * dx + dy * dy + dz * dz);
  const share = Math.min(1, Math.max(0, along));
  const ax = x - from[0] - share * dx;
  const ay = y - from[1] - share * dy;
  const az = z - from[2] - share * dz;
  return Math.sqrt(ax * ax + ay * ay + az * az) - radii[0] - share * (radii[1] - radii[0]);
}

/** The same for the whole animal, its parts joined smoothly. */
export function animalDistance(x: number, y: number, z: number): number {
  let distance = Infinity;
  for (const bone of animalBones) distance = smoothMinimum(distance, boneDistance(bone, x, y, z));
  return distance;
}

/** The smaller of two numbers, rounded off where they are within `FILLET` of each other; never above either. */
function smoothMinimum(a: number, b: number): number {
  const near = FILLET - Math.abs(a - b);
  return Math.min(a, b) - (near > 0 ? (near * near) / (4 * FILLET) : 0);
}
