import type { PlaneCollider, SphereCollider } from './collider.ts';

/**
 * Puts vertices that are inside the sphere onto it, and takes from their slide along it, since `before`, as much as Coulomb's
 * law has for the depth undone. Held vertices stay. None is inside afterwards: a slide is taken back along the tangent.
 */
export function pushOutOfSphere(
  sphere: SphereCollider,
  positions: Float64Array,
  before: Float64Array,
  inverseMasses: Float64Array,
  timeStep: number,
): void {
  const { radius, friction, velocity, spin } = sphere;
  const [cx, cy, cz] = sphere.centre;
  for (let v = 0, i = 0; v < inverseMasses.length; v++, i += 3) {
    const dx = positions[i] - cx;
    const dy = positions[i + 1] - cy;
    const dz = positions[i + 2] - cz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= radius * radius || squared === 0 || inverseMasses[v] === 0) continue;
    const distance = Math.sqrt(squared);
    const nx = dx / distance;
    const ny = dy / distance;
    const nz = dz / distance;
    positions[i] = cx + radius * nx;
    positions[i + 1] = cy + radius * ny;
    positions[i + 2] = cz + radius * nz;
    if (friction === 0) continue;
    // surface speed: of the centre, and spin × arm
    const sx = velocity[0] + radius * (spin[1] * nz - spin[2] * ny);
    const sy = velocity[1] + radius * (spin[2] * nx - spin[0] * nz);
    const sz = velocity[2] + radius * (spin[0] * ny - spin[1] * nx);
    holdBack(
      positions,
      before,
      i,
      nx,
      ny,
      nz,
      sx * timeStep,
      sy * timeStep,
      sz * timeStep,
      friction * (radius - distance),
    );
  }
}

/** The same for a plane. */
export function pushOutOfPlane(
  plane: PlaneCollider,
  positions: Float64Array,
  before: Float64Array,
  inverseMasses: Float64Array,
  timeStep: number,
): void {
  const { friction, velocity } = plane;
  const [px, py, pz] = plane.point;
  const [nx, ny, nz] = plane.normal;
  for (let v = 0, i = 0; v < inverseMasses.length; v++, i += 3) {
    const depth = nx * (px - positions[i]) + ny * (py - positions[i + 1]) + nz * (pz - positions[i + 2]);
    if (depth <= 0 || inverseMasses[v] === 0) continue;
    positions[i] += depth * nx;
    positions[i + 1] += depth * ny;
    positions[i + 2] += depth * nz;
    if (friction === 0) continue;
    const sx = velocity[0] * timeStep;
    const sy = velocity[1] * timeStep;
    const sz = velocity[2] * timeStep;
    holdBack(positions, before, i, nx, ny, nz, sx, sy, sz, friction * depth);
  }
}

/** Takes at most `grip` from the move of vertex i / 3 along the surface, relative to the surface's own move (sx, sy, sz). */
function holdBack(
  positions: Float64Array,
  before: Float64Array,
  i: number,
  nx: number,
  ny: number,
  nz: number,
  sx: number,
  sy: number,
  sz: number,
  grip: number,
): void {
  let x = positions[i] - before[i] - sx;
  let y = positions[i + 1] - before[i + 1] - sy;
  let z = positions[i + 2] - before[i + 2] - sz;
  const along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const slide = Math.sqrt(x * x + y * y + z * z);
  const share = slide <= grip ? 1 : grip / slide;
  positions[i] -= share * x;
  positions[i + 1] -= share * y;
  positions[i + 2] -= share * z;
}
