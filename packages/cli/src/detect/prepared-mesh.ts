import type { Model } from '@selfcollide/io';
import { createDetector, type Detector } from 'selfcollide';
import { buildVertexTriangles, type VertexTriangles } from 'selfcollide/mesh';
import type { DetectOptions, Search } from './detect-options.ts';
import { type Labels, labelObjects } from './label-objects.ts';
import { type Weld, weldTriangles } from './weld.ts';

/** A mesh with a certain weld, ready for any pose in which that weld holds. */
export interface PreparedMesh {
  readonly model: Model;
  readonly weld: Weld;
  /** The model's triangles with welded vertex numbers: those in which the detector answers. */
  readonly triangles: Uint32Array;
  readonly labels: Labels;
  readonly detector: Detector;
  /** Built when first asked for: frames without contact never need it. */
  vertexTriangles(): VertexTriangles;
}

export interface PrepareOptions extends Omit<DetectOptions, 'method'>, Search {
  /** What another thread has worked out for the same mesh. */
  readonly prepared?: Uint8Array;
  /** Contacts that a frame may hold beyond `maxContacts`, because they are taken out again. */
  readonly spareContacts: number;
}

const SCOPES = { all: 'all', self: 'same-object', between: 'between-objects' } as const;

export function prepareMesh(model: Model, rest: Float64Array, weld: Weld, options: PrepareOptions): PreparedMesh {
  const { method, plain, prepared, scope, maxContacts, spareContacts } = options;
  const triangles = weldTriangles(model.triangles, weld);
  const labels = labelObjects(model, triangles, scope);
  const detector = createDetector(
    { positions: rest, triangles },
    {
      method,
      ...(method === 'aabb' && plain && { precomputeAdjacency: false }),
      ...(prepared && { prepared }),
      weld: false, // done already, by a rule that knows more than one pose
      pairs: SCOPES[scope],
      objects: labels.labels,
      ...(maxContacts !== undefined && { maxContacts: maxContacts + spareContacts }),
    },
  );
  let around: VertexTriangles | undefined;
  return {
    model,
    weld,
    triangles,
    labels,
    detector,
    vertexTriangles() {
      around ??= buildVertexTriangles(triangles, weld.length);
      return around;
    },
  };
}
