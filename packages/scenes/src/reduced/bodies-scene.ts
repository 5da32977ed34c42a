import {
  type BodyMotion,
  type BodyShape,
  createReducedBodies,
  type ModeBasis,
  type ReducedBodies,
  type ReducedBodiesOptions,
} from '@selfcollide/physics';
import { createDetector, type Intersections } from 'selfcollide';
import type { SceneMesh } from '../scene.ts';
import type { SubdividedMesh } from '../simulated/subdivided-mesh.ts';
import type { ReducedBodiesScene, ReducedRunOptions, ReducedScene } from './reduced-scene.ts';

export interface BodiesSceneParts extends Pick<ReducedScene, 'name' | 'about' | 'weights' | 'stepCount'> {
  /** As in the scene, around the middle of mass. */
  readonly shape: BodyShape;
  readonly bodyCount: number;
  readonly substeps: number;
  readonly contact: Omit<ReducedBodiesOptions, 'selfContacts' | 'clock'>;
  readonly frequencies?: Float64Array;
  readonly loudness?: Float64Array;
  createMotion(): BodyMotion;
  /** Puts bodies where they start. */
  place(world: ReducedBodies): void;
}

export function bodiesScene(parts: BodiesSceneParts): ReducedBodiesScene {
  const { shape, bodyCount, substeps, contact, createMotion, place, ...facts } = parts;
  const { rank, surface, triangles } = shape;
  const mesh: SceneMesh = { positions: surface.rest, triangles };
  const vectors = columnsOf(shape);
  const begin = ({ selfContacts, clock }: ReducedRunOptions = {}): ReducedBodies => {
    const motions = Array.from({ length: bodyCount }, createMotion);
    const world = createReducedBodies(shape, motions, {
      ...contact,
      selfContacts: selfContacts ?? contactsByPositions(shape),
      ...(clock && { clock }),
    });
    place(world);
    return world;
  };
  return {
    ...facts,
    shape,
    mesh,
    modes: { vectors },
    modeCount: rank,
    bodyCount,
    substeps,
    timeStep: contact.timeStep,
    begin,
    *steps() {
      const world = begin();
      const q = new Float64Array(rank * bodyCount);
      for (let step = 0; step < parts.stepCount; step++) {
        for (let k = 0; k < substeps; k++) world.step();
        world.bodies.forEach((body, i) => {
          q.set(body.q, i * rank);
        });
        yield q;
      }
    },
  };
}

/** The first `rank` columns of the shape's rows. */
function columnsOf({ rank, surface: { rows, stride, rest } }: BodyShape): Float64Array {
  const vectors = new Float64Array(rank * rest.length);
  for (let k = 0; k < rank; k++)
    for (let x = 0; x < rest.length; x++) vectors[k * rest.length + x] = rows[x * stride + k];
  return vectors;
}

function contactsByPositions({ rank, surface, triangles }: BodyShape): (q: Float64Array) => Intersections | null {
  const { rest, rows, stride } = surface;
  const detector = createDetector({ positions: rest, triangles }, { weld: false });
  const positions = new Float64Array(rest.length);
  return (q) => {
    for (let x = 0; x < rest.length; x++) {
      let sum = rest[x];
      for (let k = 0; k < rank; k++) sum += rows[x * stride + k] * q[k];
      positions[x] = sum;
    }
    detector.update(positions);
    return detector.findIntersections();
  };
}

/** Columns for the vertices of a coarse surface, to those of its subdivision: Loop's rule is linear, so the fine surface is that of the moved coarse one. */
export function refineBasis({ refine }: SubdividedMesh, basis: ModeBasis): ModeBasis {
  const length = 3 * basis.vertexCount;
  const columns = Array.from({ length: basis.count }, (_, k) =>
    refine(basis.vectors.subarray(k * length, (k + 1) * length)),
  );
  const vectors = new Float64Array(basis.count * columns[0].length);
  columns.forEach((column, k) => {
    vectors.set(column, k * column.length);
  });
  return { count: basis.count, vertexCount: columns[0].length / 3, vectors };
}
