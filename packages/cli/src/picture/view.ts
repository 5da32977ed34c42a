import type { CanvasPoint } from './raster.ts';

type Vector = readonly [number, number, number];

/** Where a picture is seen from, without perspective: a square of `size` samples shows `radius` around `center` in every direction. */
export interface View {
  /** From the picture towards the eye, of length 1. */
  readonly towardsEye: Vector;
  /** Towards the light, of length 1: from above the eye's left shoulder. */
  readonly light: Vector;
  readonly project: (positions: ArrayLike<number>, vertex: number) => CanvasPoint;
}

export interface Frame {
  readonly center: Vector;
  readonly radius: number;
  readonly size: number;
}

/** The view along a direction, the y axis (or, seen from above or below, the z axis) pointing up. */
export function viewAlong(towardsEye: Vector, { center, radius, size }: Frame): View {
  const back = unit(towardsEye);
  const upright: Vector = Math.abs(back[1]) > 0.95 ? [0, 0, -Math.sign(back[1])] : [0, 1, 0];
  const right = unit(cross(upright, back));
  const up = cross(back, right);
  const light = unit([0, 1, 2].map((k) => -0.4 * right[k] + 0.6 * up[k] + 0.7 * back[k]) as unknown as Vector);
  const scale = size / (2 * radius);
  return {
    towardsEye: back,
    light,
    project(positions, vertex) {
      const x = positions[3 * vertex] - center[0];
      const y = positions[3 * vertex + 1] - center[1];
      const z = positions[3 * vertex + 2] - center[2];
      return [
        size / 2 + scale * (x * right[0] + y * right[1] + z * right[2]),
        size / 2 - scale * (x * up[0] + y * up[1] + z * up[2]),
        -scale * (x * back[0] + y * back[1] + z * back[2]),
      ];
    },
  };
}

/** From where a place may be looked at: all around, at three heights, the front first, and from straight above and below. */
export function directions(): Vector[] {
  const around: Vector[] = [];
  for (const height of [0.35, -0.35, 1.2]) {
    for (const eighth of [1, -1, 0, 2, -2, 3, -3, 4]) {
      const angle = (eighth * Math.PI) / 4;
      around.push([Math.sin(angle), height, Math.cos(angle)]);
    }
  }
  return [...around, [0, 1, 0], [0, -1, 0]];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
