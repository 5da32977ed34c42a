import { MeshError } from '../errors.ts';
import type { Surface } from '../mesh/surface.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import { describe, isFloatArray } from '../mesh/validate-mesh.ts';
import type { Pose } from './pose.ts';

/**
 * Writes where vertices are after a step: position + timeStep · velocity, each rounded once; without velocities, where they are now. The
 * scale is that of `pose`. `name` is what the caller calls the velocities. Throws before anything else changes.
 */
export function takeStep(
  caller: string,
  name: string,
  surface: Surface,
  pose: Pose,
  velocities: Positions | null,
  timeStep: number,
  keepWeld: boolean,
  next: Pose,
): void {
  next.scale = pose.scale;
  next.exactOnly = pose.exactOnly;
  if (velocities === null) {
    next.positions.set(pose.positions);
    return;
  }
  checkVelocities(caller, name, surface, velocities, keepWeld);
  const { vertexSource } = surface;
  const { positions, scale } = pose;
  for (let v = 0; v < vertexSource.length; v++) {
    for (let axis = 0; axis < 3; axis++) {
      const velocity = velocities[3 * vertexSource[v] + axis];
      const moved = (positions[3 * v + axis] / scale + timeStep * velocity) * scale;
      if (!Number.isFinite(moved)) {
        throw new MeshError(
          'NOT_FINITE',
          `${caller}: ${name} times timeStep must lead to finite coordinates, got ${velocity} times ${timeStep} for ${'xyz'[axis]} of vertex ${vertexSource[v]}.`,
        );
      }
      next.positions[3 * v + axis] = moved;
    }
  }
}

function checkVelocities(
  caller: string,
  name: string,
  surface: Surface,
  velocities: Positions,
  keepWeld: boolean,
): void {
  if (!isFloatArray(velocities)) {
    throw new MeshError(
      'POSITIONS_TYPE',
      `${caller}: ${name} must be a Float32Array or Float64Array, got ${describe(velocities)}.`,
    );
  }
  const { callerVertexCount, copies } = surface;
  if (velocities.length !== 3 * callerVertexCount) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: ${name} must hold ${3 * callerVertexCount} numbers (${callerVertexCount} vertices), got length ${velocities.length}.`,
    );
  }
  for (let i = 0; i < velocities.length; i++) {
    if (Number.isFinite(velocities[i])) continue;
    throw new MeshError(
      'NOT_FINITE',
      `${caller}: ${name} must be finite, got ${velocities[i]} for ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}.`,
    );
  }
  if (keepWeld) return;
  for (let i = 0; i < copies.length; i += 2) {
    for (let axis = 0; axis < 3; axis++) {
      if (velocities[3 * copies[i] + axis] === velocities[3 * copies[i + 1] + axis]) continue;
      throw new MeshError(
        'WELD_BROKEN',
        `${caller}: vertices ${copies[i + 1]} and ${copies[i]} were welded and must move together, got different ${name}; create the detector with weld: 'keep' to let the first one count, or weld: false.`,
      );
    }
  }
}
