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
    push.fill(0);
    let changed = false;
    for (let row = 0; row < rows.count; row++) {
      const before = rows.state[row];
      updateImpulse(rows, row, velocities, sum, false);
      changed ||= rows.state[row] !== before;
      addPush(rows, row, push);
    }
    if (rounds > 0 && !changed && error <= allowed) break;
    system.solve(velocities, push, options);
    error = 0;
    for (let row = 0; row < rows.count; row++) {
      error = Math.max(error, updateImpulse(rows, row, velocities, sum, true));
    }
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
 * What the row would push at these velocities. Without `keep` this only decides the row's state, and a sliding row's rub;
 * with it the impulse becomes that push. Returns the velocity by which the row fails.
 */
function updateImpulse(rows: ContactRows, row: number, v: Float64Array, sum: Float64Array, keep: boolean): number {
  const { normal, surface, impulse, state } = rows;
  const i = 3 * row;
  const nx = normal[i];
  const ny = normal[i + 1];
  const nz = normal[i + 2];
  sumAtRow(rows, row, v, sum);
  const x = sum[0] - surface[i];
  const y = sum[1] - surface[i + 1];
  const z = sum[2] - surface[i + 2];
  const k = rows.stiffness[row];
  const along = nx * x + ny * y + nz * z;
  const had = nx * impulse[i] + ny * impulse[i + 1] + nz * impulse[i + 2];
  const missing = rows.target[row] - along;
  const push = had + k * missing;
  if (push <= 0) {
    state[row] = APART;
    impulse.fill(0, i, i + 3);
    return 0;
  }
  // tangential: what was, less what slides
  let tx = impulse[i] - had * nx - k * (x - along * nx);
  let ty = impulse[i + 1] - had * ny - k * (y - along * ny);
  let tz = impulse[i + 2] - had * nz - k * (z - along * nz);
  const rub = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const most = rows.friction[row] * push;
  const sticks = rub <= most && most > 0;
  state[row] = sticks ? STICKING : SLIDING;
  if (!sticks) {
    const share = rub > 0 ? most / rub : 0;
    tx *= share;
    ty *= share;
    tz *= share;
  }
  if (keep) {
    const slip = sticks ? Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along)) : 0;
    impulse[i] = push * nx + tx;
    impulse[i + 1] = push * ny + ty;
    impulse[i + 2] = push * nz + tz;
    return Math.max(Math.abs(missing), slip);
  }
  if (!sticks) {
    impulse[i] = had * nx + tx;
    impulse[i + 1] = had * ny + ty;
    impulse[i + 2] = had * nz + tz;
  }
  return 0;
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
  const sticks = state[row] === STICKING ? k : 0;
  const along = k * (rows.target[row] + solid) - sticks * solid;
  spreadFromRow(
    rows,
    row,
    impulse[i] + along * nx + sticks * surface[i],
    impulse[i + 1] + along * ny + sticks * surface[i + 1],
    impulse[i + 2] + along * nz + sticks * surface[i + 2],
    out,
  );
}
