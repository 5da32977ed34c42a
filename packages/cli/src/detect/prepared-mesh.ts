import type { Model } from '@selfcollide/io';
import { methodNamed } from '@selfcollide/papers';
import { createDetector, type Detector } from 'selfcollide';
import { buildVertexTriangles, type VertexTriangles, weldTriangles } from 'selfcollide/mesh';
import { findSurfaceFacts, type SurfaceFacts } from '../measure/surface-facts.ts';
import type { DetectOptions, Search } from './detect-options.ts';
import { findSameCorners } from './duplicate-pairs.ts';
import type { FindingKind } from './finding-kinds.ts';
import { FoldedPairs } from './folded-pairs.ts';
import { type Labels, labelObjects } from './label-objects.ts';
import { PlaceNamer } from './place-names.ts';
import { SCOPES, type TrianglePair } from './triangle-pair.ts';
import type { Weld } from './weld.ts';

/** A mesh with a certain weld, ready for any pose in which that weld holds. */
export interface PreparedMesh {
  readonly model: Model;
  readonly weld: Weld;
  /** The model's triangles with welded vertex numbers: those in which the detector answers. */
  readonly triangles: Uint32Array;
  readonly labels: Labels;
  readonly detector: Detector;
  /** These are built when first asked for: many frames, or runs, never need them. */
  vertexTriangles(): VertexTriangles;
  foldedPairs(): FoldedPairs;
  surfaceFacts(): SurfaceFacts;
  readonly placeNamer: PlaceNamer;
  /** Triangles that name the same three vertices: in every pose. */
  sameCorners(): readonly TrianglePair[];
}

export interface PrepareOptions extends Omit<DetectOptions, 'method'>, Search {
  /** What another thread has worked out for the same mesh. */
  readonly prepared?: Uint8Array;
  /** Contacts that a frame may hold beyond `maxContacts`, because they are taken out again; infinite if nobody knows. */
  readonly spareContacts: number;
  /** Lengths in the model's unit, if triangles that are close are looked for. */
  readonly distance?: number;
  readonly restRadius?: number;
}

function limitsContacts(kinds: readonly FindingKind[]): boolean {
  return kinds.includes('intersection') || !kinds.includes('duplicate');
}

export function prepareMesh(model: Model, rest: Float64Array, weld: Weld, options: PrepareOptions): PreparedMesh {
  const { method, prepared, kinds, scope, maxContacts, spareContacts, restRadius } = options;
  const triangles = weldTriangles(model.triangles, weld);
  const labels = labelObjects(model, triangles, scope);
  const detector = createDetector(
    { positions: rest, triangles },
    {
      ...(prepared ? { method: 'star-contour' as const, prepared } : { method: methodNamed(method) }),
      ...(restRadius !== undefined && { restRadius }),
      weld: false, // done already, by a rule that knows more than one pose
      pairs: SCOPES[scope],
      objects: labels.labels,
      // contacts that only lead to duplicates must not use up what others are limited to
      ...(maxContacts !== undefined &&
        Number.isFinite(spareContacts) &&
        limitsContacts(kinds) && { maxContacts: maxContacts + spareContacts }),
    },
  );
  let around: VertexTriangles | undefined;
  let folded: FoldedPairs | undefined;
  let same: TrianglePair[] | undefined;
  let facts: SurfaceFacts | undefined;
  return {
    model,
    weld,
    triangles,
    labels,
    detector,
    placeNamer: new PlaceNamer(model, rest),
    vertexTriangles() {
      around ??= buildVertexTriangles(triangles, weld.length);
      return around;
    },
    foldedPairs() {
      folded ??= new FoldedPairs(triangles, weld.length, labels.labels, scope);
      return folded;
    },
    surfaceFacts() {
      facts ??= findSurfaceFacts(triangles, weld.length);
      return facts;
    },
    sameCorners() {
      same ??= findSameCorners(triangles, labels.labels, scope);
      return same;
    },
  };
}
