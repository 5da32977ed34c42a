import type { Model } from '@selfcollide/io';
import { MeshError } from 'selfcollide';
import type { SourcePose } from '../source/source.ts';
import { type FindingPart, NOTHING } from './finding-part.ts';
import { findFrameImpacts } from './frame-impacts.ts';
import type { StepState } from './frame-result.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestFindings } from './rest-findings.ts';
import type { Scope } from './triangle-pair.ts';
import type { Weld, Welder } from './weld.ts';

export interface StepOptions {
  readonly scope: Scope;
  readonly maxContacts?: number;
  readonly rest: RestFindings | undefined;
  readonly welder: Welder;
  /** Vertices that count as one in every pose in which they coincide. */
  readonly weld: Weld;
  /** Those that do so at the start. */
  readonly atStart: Weld;
  /** A mesh with this weld, posed as at the start. */
  readonly meshFor: (weld: Weld) => PreparedMesh;
  /** Frame number of a time from 0 to 1 within the step. */
  readonly frameTime: (time: number) => number;
}

export interface StepFindings {
  readonly state: StepState;
  readonly impacts: FindingPart;
}

/** What meets on the way from one pose to the next. `next` fails if that frame cannot be read. */
export async function findStep(
  from: SourcePose,
  next: () => Promise<SourcePose>,
  options: StepOptions,
): Promise<StepFindings> {
  let to: SourcePose;
  try {
    to = await next();
  } catch {
    return { state: 'unreadable', impacts: NOTHING }; // why is said where that frame is checked
  }
  if (!sameTopology(from.model, to.model)) return { state: 'topology changed', impacts: NOTHING };
  const { weld, atStart, meshFor, welder, ...search } = options;
  const { model, positions } = to;
  try {
    const atEnd = model ? welder.weld(model, positions) : welder.part(weld, positions);
    const mesh = meshFor(welder.part(atStart, positions));
    const ends = [atStart, atEnd].filter((end) => end !== mesh.weld);
    return { state: 'checked', impacts: findFrameImpacts(mesh, positions, { ...search, ends }) };
  } catch (error) {
    if (error instanceof MeshError) return { state: 'unreadable', impacts: NOTHING };
    throw error;
  }
}

/** Whether two frames have the same triangles; those without a model have the source's. */
function sameTopology(a: Model | undefined, b: Model | undefined): boolean {
  if (!a || !b) return a === b;
  if (a.positions.length !== b.positions.length || a.triangles.length !== b.triangles.length) return false;
  return a.triangles.every((vertex, i) => vertex === b.triangles[i]);
}
