import { atSamePlaces } from './duplicate-pairs.ts';
import { DUPLICATE, type FindingKind, FOLDED, INTERSECTION } from './finding-kinds.ts';
import { type FrameContacts, findFrameContacts, NO_CONTACTS, trianglesAtContact } from './frame-contacts.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestFindings } from './rest-findings.ts';
import type { Scope, TrianglePair } from './triangle-pair.ts';

/** Everything found in one pose: contacts first, in the order of their edges, then folded pairs, then duplicates. */
export interface FrameFindings {
  readonly count: number;
  /** Numbers into `FINDING_KINDS`. */
  readonly kind: Uint8Array;
  /** The edge of a contact: half-edge 3t + k runs from corner k of triangle t to the next. Of other kinds any of the first triangle. */
  readonly halfEdge: Uint32Array;
  readonly triangle: Uint32Array;
  readonly contacts: number;
  readonly folded: number;
  readonly duplicates: number;
  /** xyz each. Worked out when first asked for, which must be in the same pose: most frames are only counted. */
  points(): Float64Array;
  /** Left out because they exist in the rest pose. */
  readonly ignored: number;
  /** There are more, but `maxContacts` was reached. */
  readonly truncated: boolean;
}

export interface FindOptions {
  readonly kinds: readonly FindingKind[];
  readonly scope: Scope;
  readonly maxContacts?: number;
}

/** Looks for every kind that is wanted, in the pose that the detector was given last. */
export function findFindings(
  mesh: PreparedMesh,
  positions: Float64Array,
  rest: RestFindings | undefined,
  { kinds, scope, maxContacts }: FindOptions,
): FrameFindings {
  const [wantsContacts, wantsFolded, wantsDuplicates] = [
    kinds.includes('intersection'),
    kinds.includes('folded'),
    kinds.includes('duplicate'),
  ];
  // copies in other objects are found by their contacts
  const contacts = wantsContacts || wantsDuplicates ? findFrameContacts(mesh, rest, maxContacts) : NO_CONTACTS;
  const isNew = ({ a, b }: TrianglePair) => !rest?.hasPair(a, b);
  const allFolded = wantsFolded ? mesh.foldedPairs().find(positions) : [];
  const allDuplicates = wantsDuplicates ? findDuplicates(mesh, positions, contacts, scope) : [];
  const folded = allFolded.filter(isNew);
  const duplicates = allDuplicates.filter(isNew);
  const counted = wantsContacts ? contacts.count : 0;
  const pairs = [...folded, ...duplicates];
  const count = counted + pairs.length;

  const kind = new Uint8Array(count).fill(INTERSECTION, 0, counted);
  const halfEdge = new Uint32Array(count);
  const triangle = new Uint32Array(count);
  halfEdge.set(contacts.halfEdge.subarray(0, counted));
  triangle.set(contacts.triangle.subarray(0, counted));
  pairs.forEach(({ a, b }, i) => {
    kind[counted + i] = i < folded.length ? FOLDED : DUPLICATE;
    halfEdge[counted + i] = 3 * a;
    triangle[counted + i] = b;
  });
  let points: Float64Array | undefined;
  return {
    count,
    kind,
    halfEdge,
    triangle,
    contacts: counted,
    folded: folded.length,
    duplicates: duplicates.length,
    points() {
      if (points) return points;
      points = new Float64Array(3 * count);
      if (counted > 0) points.set(contacts.points());
      for (let i = counted; i < count; i++) {
        points.set(sharedMiddle(mesh.triangles, positions, Math.floor(halfEdge[i] / 3), triangle[i]), 3 * i);
      }
      return points;
    },
    ignored:
      (wantsContacts ? contacts.ignored : 0) +
      allFolded.length -
      folded.length +
      allDuplicates.length -
      duplicates.length,
    truncated: contacts.truncated,
  };
}

/** Each copy with the lowest-numbered triangle that it equals: by its vertices, or by their places where objects have vertices of their own. */
function findDuplicates(
  mesh: PreparedMesh,
  positions: Float64Array,
  contacts: FrameContacts,
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
