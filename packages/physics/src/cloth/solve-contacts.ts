import { CORNERS, type ContactRows, spreadFromRow, sumAtRow } from './contact-rows.ts';
import type { StepSystem } from './step-system.ts';
import { BLOCK } from './stretch-system.ts';

/** How much harder rows pull than what their vertices resist by themselves. Too soft or too hard takes more rounds. */
const STIFFNESS_RATIO = 2;
/** Each round goes this much farther than it says (over-relaxation). */
const OVER = 1.6;

/** Memory of `solveContacts`. */
export interface ContactWorkspace {
  readonly push: Float64Array;
  readonly sum: Float64Array;
}

export interface ContactSolution {
  readonly rounds: number;
  /** Largest velocity by which a row still fails. */
  readonly error: number;
}

/** Sets the stiffness of rows from `first` on, by the matrix without contacts. */
export function setRowStiffness(system: StepSystem, first: number): void {
  const { rows, matrix, inertia, masses } = system;
  const { vertices, weights, normal, stiffness } = rows;
  for (let row = first; row < rows.count; row++) {
    const nx = normal[3 * row];
    const ny = normal[3 * row + 1];
    const nz = normal[3 * row + 2];
    let give = 0;
    let giveAcross = 0;
    for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
      const square = weights[k] ** 2;
      if (square === 0) continue;
      const b = BLOCK * matrix.place[vertices[k]];
      const d = inertia;
      const along =
        d[b] * nx * nx +
        d[b + 3] * ny * ny +
        d[b + 5] * nz * nz +
        2 * (d[b + 1] * nx * ny + d[b + 2] * nx * nz + d[b + 4] * ny * nz);
      give += square / along;
      giveAcross += square / Math.sqrt(masses[vertices[k]] * 0.5 * (d[b] + d[b + 3] + d[b + 5] - along));
    }
    stiffness[2 * row] = STIFFNESS_RATIO / give;
    stiffness[2 * row + 1] = STIFFNESS_RATIO / giveAcross;
  }
}

/**
 * Finds velocities and contact impulses together, by alternating directions (ADMM): a round solves the step with every row pulled towards
 * the velocity that it wants, by springs that are part of the matrix and so of its one factorisation; then each row takes the impulse that
 * holds it, no pull along the normal, and across it no more than friction allows, and wants the velocity that goes with it.
 * Ends when no row fails by more than `allowed` (a velocity). Impulses act by the rows' weights in every round: momentum is kept whenever it ends.
 *
 * Presetting corners by the filter, as the paper does, would hold whole triangles where one point touches, and hand the
 * momentum of two cloths to nobody.
 */
export function solveContacts(
  system: StepSystem,
  before: Float64Array,
  trend: Float64Array,
  velocities: Float64Array,
  work: ContactWorkspace,
  allowed: number,
  maxRounds: number,
): ContactSolution {
  const { rows } = system;
  const { push, sum } = work;
  for (let row = 0; row < rows.count; row++) begin(rows, row, before, trend, sum);
  let error = Infinity;
  let rounds = 0;
  while (rounds < maxRounds && error > allowed) {
    push.fill(0);
    for (let row = 0; row < rows.count; row++) {
      pull(rows, row, sum);
      spreadFromRow(rows, row, sum, push);
    }
    system.solve(velocities, push);
    error = 0;
    for (let row = 0; row < rows.count; row++) {
      const fails = takeImpulse(rows, row, velocities, sum);
      if (fails > error) error = fails;
    }
    rounds++;
  }
  return { rounds, error };
}

/** A row wants what the velocities of the steps before lead to, as far as it may; one that stuck, to stay where it is. */
function begin(rows: ContactRows, row: number, before: Float64Array, trend: Float64Array, sum: Float64Array): void {
  const { normal, surface, impulse, wanted, target } = rows;
  const i = 3 * row;
  let push = 0;
  for (let axis = 0; axis < 3; axis++) push += normal[i + axis] * impulse[i + axis];
  sumAtRow(rows, row, push > 0 ? trend : before, sum);
  let along = 0;
  for (let axis = 0; axis < 3; axis++) {
    along += normal[i + axis] * (sum[axis] - surface[i + axis]);
  }
  let square = 0;
  for (let axis = 0; axis < 3; axis++) square += (impulse[i + axis] - push * normal[i + axis]) ** 2;
  const sticks = push > 0 && square < (0.9 * rows.friction[row] * push) ** 2;
  const lift = push > 0 ? target[row] - along : Math.max(0, target[row] - along);
  for (let axis = 0; axis < 3; axis++) {
    const has = sticks ? along * normal[i + axis] : sum[axis] - surface[i + axis];
    wanted[i + axis] = has + lift * normal[i + axis];
  }
}

/** The row's part of the right side, into `out`: its impulse, and what its springs make of the wanted velocity. */
function pull(rows: ContactRows, row: number, out: Float64Array): void {
  const { normal, surface, impulse, wanted, stiffness } = rows;
  const i = 3 * row;
  const across = stiffness[2 * row + 1];
  let along = 0;
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = wanted[i + axis] + surface[i + axis];
    along += normal[i + axis] * out[axis];
  }
  along *= stiffness[2 * row] - across;
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = across * out[axis] + along * normal[i + axis] + impulse[i + axis];
  }
}

/** Takes over what the row did in the solution; returns the velocity by which it fails. */
function takeImpulse(rows: ContactRows, row: number, v: Float64Array, sum: Float64Array): number {
  const { normal, surface, impulse, wanted, stiffness, target, friction } = rows;
  const i = 3 * row;
  const nx = normal[i];
  const ny = normal[i + 1];
  const nz = normal[i + 2];
  const k = stiffness[2 * row];
  const across = stiffness[2 * row + 1];
  sumAtRow(rows, row, v, sum);
  // relative velocity, a little beyond; along the normal, and the rest
  const rx = sum[0] - surface[i];
  const ry = sum[1] - surface[i + 1];
  const rz = sum[2] - surface[i + 2];
  let x = OVER * rx + (1 - OVER) * wanted[i];
  let y = OVER * ry + (1 - OVER) * wanted[i + 1];
  let z = OVER * rz + (1 - OVER) * wanted[i + 2];
  const along = nx * x + ny * y + nz * z;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const had = nx * impulse[i] + ny * impulse[i + 1] + nz * impulse[i + 2];
  const push = Math.max(0, had - k * (along - target[row]));
  let tx = impulse[i] - had * nx;
  let ty = impulse[i + 1] - had * ny;
  let tz = impulse[i + 2] - had * nz;
  const lift = along + (push - had) / k;
  let wx = x - tx / across;
  let wy = y - ty / across;
  let wz = z - tz / across;
  tx -= across * x;
  ty -= across * y;
  tz -= across * z;
  const rub = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const most = friction[row] * push;
  const share = rub > most ? most / rub : 1;
  tx *= share;
  ty *= share;
  tz *= share;
  wx += tx / across + lift * nx;
  wy += ty / across + lift * ny;
  wz += tz / across + lift * nz;
  impulse[i] = push * nx + tx;
  impulse[i + 1] = push * ny + ty;
  impulse[i + 2] = push * nz + tz;
  const error = Math.max(
    Math.abs(wx - rx),
    Math.abs(wy - ry),
    Math.abs(wz - rz),
    Math.abs(wx - wanted[i]),
    Math.abs(wy - wanted[i + 1]),
    Math.abs(wz - wanted[i + 2]),
  );
  wanted[i] = wx;
  wanted[i + 1] = wy;
  wanted[i + 2] = wz;
  return error;
}
