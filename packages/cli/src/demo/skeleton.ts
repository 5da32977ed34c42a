/** x to the figure's left, y up, z to where it looks; metres. */
export type Point = readonly [number, number, number];

/** A bone, and the flesh around it: a cone with round ends. */
export interface Bone {
  readonly name: string;
  readonly parent: number;
  readonly from: Point;
  readonly to: Point;
  readonly radii: readonly [number, number];
}

/** A figure that stands with its arms stretched out; every parent comes before its children. */
export function createSkeleton(): Bone[] {
  const bones: Bone[] = [
    bone('hips', -1, [0, 0.93, 0], [0, 1.05, 0], 0.14, 0.13),
    bone('chest', 0, [0, 1.08, 0], [0, 1.36, 0], 0.13, 0.145),
    bone('neck', 1, [0, 1.42, 0], [0, 1.55, 0], 0.055, 0.055),
    bone('head', 2, [0, 1.66, 0.01], [0, 1.74, 0.02], 0.105, 0.11),
  ];
  for (const [side, x] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const arm = bones.length;
    bones.push(
      bone(`${side} upper arm`, 1, [0.19 * x, 1.41, 0], [0.46 * x, 1.41, 0], 0.065, 0.05),
      bone(`${side} forearm`, arm, [0.46 * x, 1.41, 0], [0.72 * x, 1.41, 0], 0.05, 0.04),
      bone(`${side} hand`, arm + 1, [0.72 * x, 1.41, 0], [0.84 * x, 1.41, 0], 0.045, 0.04),
      bone(`${side} thigh`, 0, [0.11 * x, 0.88, 0], [0.15 * x, 0.5, 0.01], 0.095, 0.068),
      bone(`${side} calf`, arm + 3, [0.15 * x, 0.5, 0.01], [0.18 * x, 0.1, 0], 0.066, 0.045),
      bone(`${side} foot`, arm + 4, [0.18 * x, 0.07, 0], [0.2 * x, 0.05, 0.15], 0.055, 0.045),
    );
  }
  return bones;
}

function bone(name: string, parent: number, from: Point, to: Point, thick: number, thin: number): Bone {
  return { name, parent, from, to, radii: [thick, thin] };
}

/** Distance to a bone's flesh, negative inside. */
export function distanceTo({ from, to, radii }: Bone, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy + (z - from[2]) * dz) / (dx * dx + dy * dy + dz * dz);
  const t = Math.max(0, Math.min(1, along));
  const away = Math.hypot(x - from[0] - t * dx, y - from[1] - t * dy, z - from[2] - t * dz);
  return away - (radii[0] + t * (radii[1] - radii[0]));
}
