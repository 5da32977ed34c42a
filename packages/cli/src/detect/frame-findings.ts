import { atSamePlaces } from './duplicate-pairs.ts';
import { DUPLICATE, type FindingKind, FOLDED, IMPACT, INTERSECTION, PROXIMITY } from './finding-kinds.ts';
import { type FindingPart, type JoinedParts, joinParts, NOTHING } from './finding-part.ts';
import { findFrameContacts, trianglesAtContact } from './frame-contacts.ts';
import { findFrameProximities } from './frame-proximities.ts';
import type { LeaveOut } from './leave-out.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestFindings } from './rest-findings.ts';
import { namesVertexTwice, type Scope, type TrianglePair } from './triangle-pair.ts';

/** Everything found in one frame: contacts, folded pairs, duplicates, proximities, then impacts on the way to the next. */
export interface FrameFindings extends JoinedParts {
  readonly contacts: number;
  readonly folded: number;
  readonly duplicates: number;
  readonly proximities: number;
  readonly impacts: number;
  /** Left out because they exist in the rest pose, because a rule says so, and because a baseline has them. */
  readonly ignored: number;
  readonly suppressed: number;
  readonly known: number;
  /** There are more, but `maxContacts` was reached. */
  readonly truncated: boolean;
}

export interface FindOptions {
  readonly kinds: readonly FindingKind[];
  readonly scope: Scope;
  readonly maxContacts?: number;
  /** Of proximities, in the model's unit. */
  readonly distance?: number;
  readonly leaveOut?: LeaveOut;
  /** The pose in which a baseline names places; default: the same. */
  readonly namingPose?: Float64Array;
}

/** Looks for every kind that is wanted, in the pose that the detector was given last. Impacts come from a step, if there is one. */
export function findFindings(
  mesh: PreparedMesh,
  positions: Float64Array,
  rest: RestFindings | undefined,
  { kinds, scope, maxContacts, distance, leaveOut, namingPose = positions }: FindOptions,
  impacts: FindingPart = NOTHING,
): FrameFindings {
  const wants = (kind: FindingKind) => kinds.includes(kind);
  // where more is taken out later, the limit comes last
  const limit = leaveOut?.isActive ? undefined : maxContacts;
  // copies in other objects are found by their contacts, which nobody is told of where only copies are wanted
  const contactLimit = wants('intersection') ? limit : undefined;
  const touching = wants('intersection') || wants('duplicate') ? findFrameContacts(mesh, rest, contactLimit) : NOTHING;
  const duplicatePairs = wants('duplicate') ? findDuplicates(mesh, positions, touching, scope) : [];
  const foldedPairs = wants('folded') ? mesh.foldedPairs().find(positions) : [];
  const found: readonly (readonly [kind: number, part: FindingPart])[] = [
    [INTERSECTION, wants('intersection') ? touching : NOTHING],
    [FOLDED, pairPart(mesh, positions, rest, FOLDED, foldedPairs)],
    [DUPLICATE, pairPart(mesh, positions, rest, DUPLICATE, duplicatePairs)],
    [PROXIMITY, distance === undefined ? NOTHING : findFrameProximities(mesh, positions, rest, distance, limit)],
    [IMPACT, impacts],
  ];
  const left = found.map(
    ([kind, part]) =>
      leaveOut?.apply(mesh, positions, namingPose, kind, part, maxContacts ?? Number.POSITIVE_INFINITY) ?? {
        part,
        suppressed: 0,
        known: 0,
      },
  );
  const [contacts, folded, duplicates, proximities, hits] = left.map(({ part }) => part.count);
  return {
    ...joinParts(found.map(([kind], i) => [kind, left[i].part])),
    ...{ contacts, folded, duplicates, proximities, impacts: hits },
    ignored: left.reduce((sum, { part }) => sum + part.ignored, 0),
    suppressed: left.reduce((sum, { suppressed }) => sum + suppressed, 0),
    known: left.reduce((sum, { known }) => sum + known, 0),
    truncated: touching.truncated || left.some(({ part }) => part.truncated),
  };
}

/** Pairs of triangles that have corners in common, but for those of the rest pose. */
function pairPart(
  { triangles }: PreparedMesh,
  positions: Float64Array,
  rest: RestFindings | undefined,
  kind: number,
  all: readonly TrianglePair[],
): FindingPart {
  const pairs = all.filter(({ a, b }) => !rest?.hasPair(kind, a, b));
  return {
    count: pairs.length,
    halfEdge: Uint32Array.from(pairs, ({ a }) => 3 * a),
    triangle: Uint32Array.from(pairs, ({ b }) => b),
    points: () => Float64Array.from(pairs.flatMap(({ a, b }) => sharedMiddle(triangles, positions, a, b))),
    ignored: all.length - pairs.length,
    truncated: false,
  };
}

/** Each copy with the lowest-numbered triangle that it equals: by its vertices, or by their places where objects have vertices of their own. */
function findDuplicates(
  mesh: PreparedMesh,
  positions: Float64Array,
  contacts: FindingPart,
  scope: Scope,
): TrianglePair[] {
  const { triangles } = mesh;
  const originalOf = new Map<number, number>();
  const note = (a: number, b: number) => {
    const known = originalOf.get(b);
    if (known === undefined || a < known) originalOf.set(b, a);
  };
  for (const { a, b } of mesh.sameCorners()) note(a, b);
  for (let i = 0; i < contacts.count; i++) {
    const t = contacts.triangle[i];
    if (namesVertexTwice(triangles, t)) continue; // no face that could be there twice, as in `sameCorners`
    for (const s of trianglesAtContact(mesh, contacts, i, scope)) {
      if (originalOf.get(Math.max(s, t)) === Math.min(s, t)) continue;
      if (atSamePlaces(triangles, positions, s, t)) note(Math.min(s, t), Math.max(s, t));
    }
  }
  return Array.from(originalOf, ([b, a]) => ({ a, b })).sort((p, q) => p.a - q.a || p.b - q.b);
}

/** Middle of the places that both triangles have a corner at. */
function sharedMiddle(triangles: Uint32Array, positions: Float64Array, s: number, t: number): number[] {
  const shared = [0, 1, 2]
    .map((k) => 3 * triangles[3 * s + k])
    .filter((at) =>
      [0, 1, 2].some((k) => {
        const other = 3 * triangles[3 * t + k];
        return [0, 1, 2].every((axis) => positions[at + axis] === positions[other + axis]);
      }),
    );
  return [0, 1, 2].map((axis) => shared.reduce((sum, at) => sum + positions[at + axis] / shared.length, 0));
}
