export type Point = readonly [number, number, number];

/** A bone and the flesh around it: a rod with round ends, thick as given at each. */
export interface Bone {
  readonly name: string;
  /** Number of the bone that this one hangs from, smaller than its own; −1 for the first. */
  readonly parent: number;
  /** The joint that it turns about. */
  readonly from: Point;
  readonly to: Point;
  readonly radii: readonly [number, number];
}

export function bone(name: string, parent: number, from: Point, to: Point, radii: readonly [number, number]): Bone {
  return { name, parent, from, to, radii };
}

/** About how far a point is outside the flesh of one bone; negative inside. */
export function boneDistance({ from, to, radii }: Bone, x: number, y: number, z: number): number {
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

/** The same for a whole body. Parts within `fillet` of each other are joined smoothly, never thinner than either. */
export function fleshDistance(bones: readonly Bone[], fillet: number, x: number, y: number, z: number): number {
  let distance = Infinity;
  for (const part of bones) {
    const other = boneDistance(part, x, y, z);
    const near = fillet - Math.abs(distance - other);
    distance = Math.min(distance, other) - (near > 0 ? (near * near) / (4 * fillet) : 0);
  }
  return distance;
}
