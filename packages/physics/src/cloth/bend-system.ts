import { type BendHinges, createBendHinges } from '../shell/bend-hinges.ts';
import type { MeshEdges } from '../shell/mesh-edges.ts';

/** Quadratic bending (see {@link BendHinges}) with what it adds to the matrix of a step: per hinge (h² + h·relaxation)·k kᵀ · stiffness / area. */
export interface BendSystem {
  readonly hinges: BendHinges;
  /** Energy is ½ · this · |bend|². */
  readonly stiffness: Float64Array;
  /** `stiffness` times this is in the matrix. */
  scale: number;
}

export function createBendSystem(positions: ArrayLike<number>, edges: MeshEdges, bendStiffness: number): BendSystem {
  const hinges = createBendHinges(positions, edges);
  return { hinges, stiffness: hinges.compliances.map((area) => bendStiffness / area), scale: 0 };
}

/** Adds the impulse of one step to `out`, and sets the scale of the matrix. */
export function linearizeBend(
  system: BendSystem,
  positions: Float64Array,
  timeStep: number,
  relaxation: number,
  out: Float64Array,
): void {
  const { hinges, stiffness } = system;
  const { vertices, weights, rest } = hinges;
  system.scale = timeStep * (timeStep + relaxation);
  for (let h = 0; h < rest.length; h++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let j = 4 * h; j < 4 * h + 4; j++) {
      const k = weights[j];
      const i = 3 * vertices[j];
      x += k * positions[i];
      y += k * positions[i + 1];
      z += k * positions[i + 2];
    }
    let factor = -timeStep * stiffness[h];
    if (rest[h] > 0) {
      const size = Math.sqrt(x * x + y * y + z * z);
      if (size === 0) continue; // flat: no side to bend to
      factor *= (size - rest[h]) / size;
    }
    for (let j = 4 * h; j < 4 * h + 4; j++) {
      const k = factor * weights[j];
      const i = 3 * vertices[j];
      out[i] += k * x;
      out[i + 1] += k * y;
      out[i + 2] += k * z;
    }
  }
}
