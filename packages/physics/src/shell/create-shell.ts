import type { Collider } from '../contact/collider.ts';
import { pushOutOfPlane, pushOutOfSphere } from '../contact/push-out.ts';
import { createBendHinges, relaxBend } from './bend-hinges.ts';
import { relaxVolume } from './enclosed-volume.ts';
import { meshEdges } from './mesh-edges.ts';
import { SelfContact, type SelfContactCounters, type SelfContactOptions } from './self-contact.ts';
import { createStretchSprings, relaxStretch } from './stretch-springs.ts';
import { vertexAreas } from './vertex-areas.ts';

export interface ShellOptions {
  /** Mass per area. Default 1. */
  readonly density?: number;
  /** Stretch of an edge per force; 0 is as stiff as the length of a step allows. Default 0. */
  readonly stretchCompliance?: number;
  /** Energy per area and squared curvature. 0 leaves bending out. Default 0. */
  readonly bendStiffness?: number;
  /** Share of its velocity that a vertex loses per time. Default 0.5. */
  readonly damping?: number;
  /** Acceleration. Default 0, −9.81, 0. */
  readonly gravity?: readonly [number, number, number];
  /** Bodies that vertices stay out of. They may be moved between steps. */
  readonly colliders?: readonly Collider[];
  /** Volume per pressure when `targetVolume` is set; 0 reaches it at once. Default 0. */
  readonly volumeCompliance?: number;
  /** Keeps the shell from passing into itself. Without it, it does not feel itself. */
  readonly selfContact?: SelfContactOptions;
}

/** A sheet of cloth or a closed thin shell in motion. */
export interface Shell {
  /** Changes with every step. To move a held vertex, write here. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Per vertex; 0 holds it in place. May be changed between steps. */
  readonly inverseMasses: Float64Array;
  /** Volume that pressure strives for, in a closed shell. NaN: no pressure. Initially NaN. */
  targetVolume: number;
  /** Time gone so far. With self-contact a step may go less far than asked: only as far as nothing touches. */
  readonly time: number;
  /** What self-contact did in the last step; null without. */
  readonly contact: Readonly<SelfContactCounters> | null;
  /** One small step; allocates nothing but for self-contact. Stiffness grows with 1 / timeStep²: take many small steps rather than few long ones. */
  step(timeStep: number): void;
}

/**
 * A mass–spring simulator for cloth and shells: position-based with compliance, one sweep for each small step (XPBD; Macklin
 * et al. 2019). Edges keep lengths, hinges keep bends, pressure keeps the volume, colliders come last and so are never
 * entered. The rest shape is that of `mesh`; the same input gives the same motion.
 *
 * With `selfContact` no state is ever accepted in which the shell touches itself, and nothing passes through it between two: what comes
 * within the thickness in a step is pushed apart, and should that fail, the step ends before the first impact. This holds for what is written to
 * `positions` between steps too. It has the last word, also over a collider of which the way cuts a corner.
 *
 * @example
 * const shell = createShell(mesh, { bendStiffness: 1e-4, colliders: [sphereCollider([0, 0, 0], 1, 0.3)] });
 * for (let i = 0; i < 20; i++) shell.step(1 / 60 / 20);
 */
export function createShell(
  mesh: { readonly positions: ArrayLike<number>; readonly triangles: ArrayLike<number> },
  options: ShellOptions = {},
): Shell {
  const {
    density = 1,
    stretchCompliance = 0,
    bendStiffness = 0,
    damping = 0.5,
    gravity = [0, -9.81, 0],
    colliders = [],
    volumeCompliance = 0,
  } = options;
  if (!(density > 0)) throw new RangeError(`createShell: density must be above 0, got ${String(density)}.`);
  const notNegative = { stretchCompliance, bendStiffness, damping, volumeCompliance };
  for (const [name, value] of Object.entries(notNegative)) {
    if (!(value >= 0)) throw new RangeError(`createShell: ${name} must be 0 or more, got ${String(value)}.`);
  }
  const positions = Float64Array.from(mesh.positions);
  const triangles = Uint32Array.from(mesh.triangles);
  const velocities = new Float64Array(positions.length);
  const before = new Float64Array(positions.length);
  const gradients = new Float64Array(positions.length);
  // a vertex without triangles has no mass, and stays where it is
  const inverseMasses = vertexAreas(positions, triangles).map((area) => (area > 0 ? 1 / (density * area) : 0));
  const edges = meshEdges(triangles);
  const springs = createStretchSprings(positions, edges);
  const hinges = bendStiffness > 0 ? createBendHinges(positions, edges) : undefined;
  const contact = options.selfContact
    ? new SelfContact('createShell', positions, triangles, options.selfContact)
    : null;
  let time = 0;
  const pushOut = (timeStep: number) => {
    for (const collider of colliders) {
      if (collider.kind === 'sphere') pushOutOfSphere(collider, positions, before, inverseMasses, timeStep);
      else pushOutOfPlane(collider, positions, before, inverseMasses, timeStep);
    }
  };
  const takeVelocities = (timeStep: number) => {
    for (let i = 0; i < positions.length; i++) velocities[i] = (positions[i] - before[i]) / timeStep;
  };

  return {
    positions,
    velocities,
    inverseMasses,
    targetVolume: NaN,
    get time() {
      return time;
    },
    contact: contact?.counters ?? null,
    step(timeStep) {
      if (!(timeStep > 0)) throw new RangeError(`step: timeStep must be above 0, got ${String(timeStep)}.`);
      before.set(positions);
      advance(positions, velocities, inverseMasses, gravity, timeStep, 1 / (1 + damping * timeStep));
      relaxStretch(springs, positions, inverseMasses, stretchCompliance, timeStep);
      if (hinges) relaxBend(hinges, positions, inverseMasses, bendStiffness, timeStep);
      if (!Number.isNaN(this.targetVolume)) {
        relaxVolume(triangles, positions, inverseMasses, this.targetVolume, volumeCompliance, timeStep, gradients);
      }
      pushOut(timeStep);
      if (contact === null) takeVelocities(timeStep);
      else {
        contact.resolve(
          positions,
          inverseMasses,
          () => pushOut(timeStep),
          () => takeVelocities(timeStep),
        );
      }
      time += timeStep * (contact?.counters.share ?? 1);
    },
  };
}

function advance(
  positions: Float64Array,
  velocities: Float64Array,
  inverseMasses: Float64Array,
  gravity: readonly [number, number, number],
  timeStep: number,
  kept: number,
): void {
  const gainX = gravity[0] * timeStep;
  const gainY = gravity[1] * timeStep;
  const gainZ = gravity[2] * timeStep;
  for (let v = 0, i = 0; v < inverseMasses.length; v++, i += 3) {
    if (inverseMasses[v] === 0) continue;
    positions[i] += timeStep * (kept * velocities[i] + gainX);
    positions[i + 1] += timeStep * (kept * velocities[i + 1] + gainY);
    positions[i + 2] += timeStep * (kept * velocities[i + 2] + gainZ);
  }
}
