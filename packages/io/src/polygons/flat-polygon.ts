import { orient2d } from 'selfcollide/predicates';

/** Error of a rounded turn, as part of its two products: (3 + 16ε)ε with ε = 2⁻⁵³, after Shewchuk. */
const TURN_ERROR = 3.3306690738754716e-16;
/** Products below may have lost bits to underflow. */
const LEAST_PRODUCT = 1e-290;

/** A polygon in the plane, counter-clockwise. Coordinates are those of the file, not rounded, so signs are those of the face. */
export class FlatPolygon {
  readonly count: number;
  readonly xy: Float64Array;
  /** Largest coordinate difference to the first corner, squared. */
  readonly area: number;

  constructor(xy: Float64Array) {
    this.xy = xy;
    this.count = xy.length / 2;
    let size = 0;
    for (let i = 0; i < xy.length; i++) size = Math.max(size, Math.abs(xy[i] - xy[i % 2]));
    this.area = size * size;
  }

  /** Twice the area of a triangle, rounded: off by less than 2⁻⁴⁸ of the polygon's `area`. Negative if clockwise. */
  turn(a: number, b: number, c: number): number {
    const { xy } = this;
    return (
      (xy[2 * b] - xy[2 * a]) * (xy[2 * c + 1] - xy[2 * a + 1]) -
      (xy[2 * b + 1] - xy[2 * a + 1]) * (xy[2 * c] - xy[2 * a])
    );
  }

  /** Exact sign of the same. */
  side(a: number, b: number, c: number): number {
    const { xy } = this;
    const left = (xy[2 * b] - xy[2 * a]) * (xy[2 * c + 1] - xy[2 * a + 1]);
    const right = (xy[2 * b + 1] - xy[2 * a + 1]) * (xy[2 * c] - xy[2 * a]);
    const sum = Math.abs(left) + Math.abs(right);
    if (sum > LEAST_PRODUCT && Math.abs(left - right) > TURN_ERROR * sum) return left > right ? 1 : -1;
    return orient2d(xy[2 * a], xy[2 * a + 1], xy[2 * b], xy[2 * b + 1], xy[2 * c], xy[2 * c + 1]);
  }

  /** Whether three corners turn left by more than `margin`, a part of `area`; by anything at all if that is 0. */
  turnsLeft(a: number, b: number, c: number, margin: number): boolean {
    return margin > 0 ? this.turn(a, b, c) > margin * this.area : this.side(a, b, c) > 0;
  }

  samePlace(a: number, b: number): boolean {
    return this.xy[2 * a] === this.xy[2 * b] && this.xy[2 * a + 1] === this.xy[2 * b + 1];
  }
}
