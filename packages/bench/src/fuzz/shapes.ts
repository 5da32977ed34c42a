import type { Choices } from './choices.ts';
import { MAX_LATTICE } from './fuzz-case.ts';

/** What a generator makes before options are drawn: a mesh and how it moves. */
export interface Shape {
  readonly kind: string;
  readonly positions: number[];
  readonly triangles: number[];
  /** The next pose, from the last one. */
  readonly move: (positions: readonly number[]) => number[];
  /** See `FuzzCase.lattice`. */
  readonly lattice?: number;
}

/** Triangles thrown at random; `reach` 1 fills the box with large ones, 0.1 scatters small ones. */
export function randomSoup(choices: Choices): Shape {
  const count = choices.whole(2, 60);
  const reach = choices.pick([0.1, 0.4, 1]);
  // far from 1, where products would overflow or vanish in doubles
  const scale = choices.chance(0.2) ? 2 ** choices.whole(-330, 330) : 1;
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const centre = [choices.signed(), choices.signed(), choices.signed()];
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++) positions.push(scale * (centre[axis] + reach * choices.signed()));
  }
  return {
    kind: 'soup',
    positions,
    triangles: positions.slice(0, 3 * count).map((_, i) => i),
    move: shaken(choices, 0.3 * scale),
  };
}

/** Corners on a small lattice: touching, coplanar, collinear, coinciding and flat triangles in plenty. */
export function latticeSoup(choices: Choices): Shape {
  const size = choices.whole(1, 4);
  const flat = choices.chance(0.3); // all in one skew plane
  const vertexCount = choices.whole(4, 24);
  const place = () => {
    const [x, y] = [choices.whole(0, size), choices.whole(0, size)];
    return flat ? [x, y, x + y] : [x, y, choices.whole(0, size)];
  };
  const step = choices.chance(0.3) ? 2 ** choices.whole(-300, 300) : 1;
  const pose = () =>
    Array.from({ length: vertexCount }, place)
      .flat()
      .map((value) => value * step);
  const triangles = randomTriangles(choices, vertexCount, choices.whole(2, 14), 0.1);
  return { kind: flat ? 'flat lattice' : 'lattice', positions: pose(), triangles, move: pose, lattice: step };
}

/** Lattice corners moved by a few units in the last place: what rounding can get wrong. */
export function nearLattice(choices: Choices): Shape {
  const shape = latticeSoup(choices);
  const offset = choices.pick([0, 1, 1000, 2 ** 30]);
  const nudge = (values: readonly number[]) =>
    values.map((value) => nudged(value / shape.lattice! + offset, choices.chance(0.3) ? choices.whole(-3, 3) : 0));
  return {
    kind: 'near lattice',
    positions: nudge(shape.positions),
    triangles: shape.triangles,
    move: () => nudge(shape.move([])),
  };
}

/** A sheet of squares, crumpled, on whole numbers or not: most neighbours share an edge, as in real meshes. */
export function crumpledSheet(choices: Choices): Shape {
  const [columns, rows] = [choices.whole(2, 8), choices.whole(2, 8)];
  const whole = choices.chance(0.4);
  const reach = choices.pick([0.2, 1, 3]);
  const rest: number[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) rest.push(x + 3, y + 3, 6);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const a = y * (columns + 1) + x;
      const d = a + columns + 2;
      triangles.push(a, a + 1, d, a, d, d - 1);
      if (choices.chance(0.05)) triangles.splice(-3, 3, a, d - 1, d); // wound the other way
    }
  }
  const move = () =>
    rest.map((value) => {
      const moved = value + reach * choices.signed();
      return whole ? Math.min(MAX_LATTICE, Math.max(0, Math.round(moved))) : moved;
    });
  return { kind: 'sheet', positions: move(), triangles, move, ...(whole && { lattice: 1 }) };
}

/** Needles, slivers, copies and triangles that name a vertex twice, around one place. */
export function degenerateSoup(choices: Choices): Shape {
  const vertexCount = choices.whole(4, 16);
  const thin = choices.pick([0, 1e-300, 1e-18, 1e-9]);
  const squash = [1, choices.pick([1, thin]), thin];
  const pose = () => Array.from({ length: 3 * vertexCount }, (_, i) => choices.signed() * squash[i % 3]);
  const triangles = randomTriangles(choices, vertexCount, choices.whole(3, 16), 0.3);
  for (let copies = choices.whole(0, 3); copies > 0; copies--) {
    const t = 3 * choices.whole(0, triangles.length / 3 - 1);
    triangles.push(triangles[t], triangles[t + 2], triangles[t + 1]);
  }
  const positions = pose();
  // a second vertex at the place of the first
  for (let axis = 0; axis < 3; axis++) positions[3 + axis] = positions[axis];
  return { kind: 'degenerate', positions, triangles, move: pose };
}

function randomTriangles(choices: Choices, vertexCount: number, count: number, repeat: number): number[] {
  const triangles: number[] = [];
  for (let t = 0; t < count; t++) {
    const corner = () => choices.whole(0, vertexCount - 1);
    const [a, b, c] = [corner(), corner(), corner()];
    const repeats = a === b || b === c || c === a;
    if (repeats && !choices.chance(repeat)) t--;
    else triangles.push(a, b, c);
  }
  return triangles;
}

function shaken(choices: Choices, reach: number) {
  return (positions: readonly number[]) => positions.map((value) => value + reach * choices.signed());
}

/** The double that lies so many representable numbers away. */
function nudged(value: number, steps: number): number {
  if (steps === 0 || value === 0) return value + steps * Number.MIN_VALUE;
  const number = new Float64Array([value]);
  new BigInt64Array(number.buffer)[0] += BigInt(steps);
  return number[0];
}
