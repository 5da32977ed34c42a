/** Vertices stay outside. */
export interface SphereCollider {
  readonly kind: 'sphere';
  /** x, y, z; may be changed between steps. */
  readonly centre: Float64Array;
  radius: number;
  /** Coulomb's coefficient: 0 slides freely. */
  friction: number;
  /** Of the centre, length per time: friction drags vertices along. Moving the centre is up to the caller. */
  readonly velocity: Float64Array;
  /** Axis times radians per time. */
  readonly spin: Float64Array;
}

/** Vertices stay on the side that the normal points to. */
export interface PlaneCollider {
  readonly kind: 'plane';
  /** Some point of the plane; may be changed between steps. */
  readonly point: Float64Array;
  /** Unit length. */
  readonly normal: Float64Array;
  friction: number;
  readonly velocity: Float64Array;
}

export type Collider = SphereCollider | PlaneCollider;

type Triple = readonly [number, number, number];

export function sphereCollider(centre: Triple, radius: number, friction = 0): SphereCollider {
  if (!(radius > 0)) throw new RangeError(`sphereCollider: radius must be above 0, got ${String(radius)}.`);
  return {
    kind: 'sphere',
    centre: Float64Array.from(centre),
    radius,
    friction: checkFriction('sphereCollider', friction),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
  };
}

/** `normal` may have any length but 0. */
export function planeCollider(point: Triple, normal: Triple, friction = 0): PlaneCollider {
  const length = Math.hypot(...normal);
  if (!(length > 0)) throw new RangeError(`planeCollider: normal must not be zero, got ${normal.join(', ')}.`);
  return {
    kind: 'plane',
    point: Float64Array.from(point),
    normal: Float64Array.from(normal, (x) => x / length),
    friction: checkFriction('planeCollider', friction),
    velocity: new Float64Array(3),
  };
}

function checkFriction(caller: string, friction: number): number {
  if (friction >= 0) return friction;
  throw new RangeError(`${caller}: friction must be 0 or more, got ${String(friction)}.`);
}
