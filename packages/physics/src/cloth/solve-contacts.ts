import { APART, CORNERS, type ContactRows, SLIDING, STICKING, spreadFromRow, sumAtRow } from './contact-rows.ts';
import type { GradientsOptions } from './filtered-conjugate-gradients.ts';
import type { StepSystem } from './step-system.ts';
import { BLOCK } from './stretch-system.ts';

/** A row pushes this many times harder than its vertices resist: each round leaves at most 1/31 of an error. */
const STIFFNESS_RATIO = 30;

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

/**
 * Finds velocities and contact impulses together, by the method of multipliers: each round solves the step with the rows that push
 * as stiff dampers, then adds what they did to the impulses. Impulses that would pull are released; tangential ones stick up
 * to friction × the normal one, beyond that they slide with it. Ends when no row fails by more than `allowed` (a velocity).
 *
 * Presetting corners by the filter, as the paper does, would hold whole triangles where one point touches, and hand the
 * momentum of two cloths to nobody.
 */
export function solveContacts(
  system: StepSystem,
  velocities: Float64Array,
  work: ContactWorkspace,
  allowed: number,
  maxRounds: number,
  options: GradientsOptions,
): ContactSolution {
  const { rows } = system;
  if (rows.count === 0) return { rounds: 0, error: 0 };
  for (let row = 0; row < rows.count; row++) {
    if (rows.stiffness[row] === 0) rows.stiffness[row] = rowStiffness(rows, row, system.diagonal);
  }
  const { push, sum } = work;
  let error = Infinity;
  let rounds = 0;
  while (rounds < maxRounds) {
    let changed = false;
    push.fill(0);
    for (let row = 0; row < rows.count; row++) {
      if (rows.state[row] === APART && engage(rows, row, velocities, sum, allowed / 2)) changed = true;
      addPush(rows, row, push);
    }
    if (rounds > 0 && !changed && error <= allowed) break;
    system.solve(velocities, push, options);
    error = 0;
    for (let row = 0; row < rows.count; row++) error = Math.max(error, takeImpulse(rows, row, velocities, sum));
    rounds++;
  }
  return { rounds, error };
}

function rowStiffness(rows: ContactRows, row: number, diagonal: Float64Array): number {
  let give = 0;
  for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
    const weight = rows.weights[k];
    if (weight === 0) continue;
    const b = BLOCK * rows.vertices[k];
    give += (3 * weight * weight) / (diagonal[b] + diagonal[b + 3] + diagonal[b + 5]);
  }
  return STIFFNESS_RATIO / give;
}

/**
 * Lets a row push that fails now by more than `slack`. Were its vertices alone, friction would take friction × `missing` from the
 * slip: so it starts to stick, or to slide with what remains. The rounds that follow correct this.
 */
function engage(rows: ContactRows, row: number, v: Float64Array, sum: Float64Array, slack: number): boolean {
  const { normal, surface, state, drag } = rows;
  const i = 3 * row;
  sumAtRow(rows, row, v, sum);
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const relative = sum[axis] - surface[i + axis];
    along += normal[i + axis] * relative;
    square += relative * relative;
  }
  const missing = rows.target[row] - along;
  if (missing <= slack) return false;
  const stopped = rows.friction[row] * missing;
  const slip = Math.sqrt(Math.max(0, square - along * along));
  state[row] = slip < stopped ? STICKING : SLIDING;
  const k = rows.stiffness[row];
  drag[row] = stopped > 0 && slip > stopped ? Math.min(k / 2, (k / STIFFNESS_RATIO) * (stopped / (slip - stopped))) : 0;
  return true;
}

/**
 * Takes over what a row did in the solution, and decides its next state. A sliding row is a damper across the normal whose drag is set
 * such that at its last slip it rubs with friction × push (Picard's iteration); a drag beyond the row's stiffness means that it sticks.
 * Returns the velocity by which the row fails.
 */
function takeImpulse(rows: ContactRows, row: number, v: Float64Array, sum: Float64Array): number {
  const { normal, surface, impulse, state, drag } = rows;
  if (state[row] === APART) return 0; // `engage` looks
  const i = 3 * row;
  const nx = normal[i];
  const ny = normal[i + 1];
  const nz = normal[i + 2];
  sumAtRow(rows, row, v, sum);
  let x = sum[0] - surface[i];
  let y = sum[1] - surface[i + 1];
  let z = sum[2] - surface[i + 2];
  const k = rows.stiffness[row];
  const along = nx * x + ny * y + nz * z;
  const had = nx * impulse[i] + ny * impulse[i + 1] + nz * impulse[i + 2];
  const missing = rows.target[row] - along;
  const push = had + k * missing;
  if (push <= 0) {
    state[row] = APART; // it would pull
    impulse.fill(0, i, i + 3);
    return Math.max(0, (STIFFNESS_RATIO * had) / k);
  }
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const slip = Math.sqrt(x * x + y * y + z * z);
  const most = rows.friction[row] * push;
  const drags = state[row] === STICKING ? k : drag[row];
  let tx = impulse[i] - had * nx - drags * x;
  let ty = impulse[i + 1] - had * ny - drags * y;
  let tz = impulse[i + 2] - had * nz - drags * z;
  const rub = Math.sqrt(tx * tx + ty * ty + tz * tz);
  let error = Math.abs(missing);
  if (state[row] === STICKING ? rub <= most : most > k * slip) {
    state[row] = STICKING;
    error = Math.max(error, slip);
    const share = rub > most ? most / rub : 1;
    tx *= share;
    ty *= share;
    tz *= share;
  } else {
    // a row that slides has no impulse along the surface: the drag in the equations is all of it
    if (state[row] === SLIDING) error = Math.max(error, (STIFFNESS_RATIO / k) * Math.abs(most - rub));
    else error = Math.max(error, (STIFFNESS_RATIO / k) * (rub - most));
    state[row] = SLIDING;
    drag[row] = most > 0 ? Math.min(k / 2, most / slip) : 0;
    tx = ty = tz = 0;
  }
  impulse[i] = push * nx + tx;
  impulse[i + 1] = push * ny + ty;
  impulse[i + 2] = push * nz + tz;
  return error;
}

/** The row's part of the right side: its impulse so far, and what its damper makes of target and surface. */
function addPush(rows: ContactRows, row: number, out: Float64Array): void {
  const { normal, surface, impulse, state } = rows;
  if (state[row] === APART) return;
  const i = 3 * row;
  const k = rows.stiffness[row];
  const nx = normal[i];
  const ny = normal[i + 1];
  const nz = normal[i + 2];
  const solid = nx * surface[i] + ny * surface[i + 1] + nz * surface[i + 2];
  const t = state[row] === STICKING ? k : rows.drag[row];
  const along = k * (rows.target[row] + solid) - t * solid;
  spreadFromRow(
    rows,
    row,
    impulse[i] + along * nx + t * surface[i],
    impulse[i + 1] + along * ny + t * surface[i + 1],
    impulse[i + 2] + along * nz + t * surface[i + 2],
    out,
  );
}
