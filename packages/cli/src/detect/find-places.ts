import { groupContacts } from 'selfcollide';
import { edgeEnd } from './frame-contacts.ts';
import type { FrameFindings } from './frame-findings.ts';
import type { PreparedMesh } from './prepared-mesh.ts';

/** Findings that hang together between the same two objects: one spot where the mesh hits itself. Plain data. */
export interface Place {
  readonly contacts: number;
  /** Mean of its contact points. */
  readonly center: readonly [number, number, number];
  /** Box around them. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly objects: readonly [string, string];
  /** In an artist's words, see `PlaceNamer`. */
  readonly name: string;
  /** The contact nearest to the centre. */
  readonly typical: number;
}

export interface Places {
  /** Largest first. */
  readonly places: readonly Place[];
  /** Contact → place. */
  readonly placeOf: Uint32Array;
}

/** Groups contacts by place, those of different pairs of objects apart. */
export function findPlaces(mesh: PreparedMesh, contacts: FrameFindings): Places {
  const { triangles, weld, labels } = mesh;
  const { count, halfEdge, triangle } = contacts;
  const vertices = new Uint32Array(5 * count);
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const corner = 3 * triangle[i];
    [halfEdge[i], edgeEnd(halfEdge[i]), corner, corner + 1, corner + 2].forEach((at, k) => {
      vertices[5 * i + k] = weld[triangles[at]];
    });
    const a = labels.labels[Math.floor(halfEdge[i] / 3)];
    const b = labels.labels[triangle[i]];
    keys[i] = Math.min(a, b) * labels.labels.length + Math.max(a, b); // there are no more labels than triangles
  }
  const { placeOf, sizes } = groupContacts(vertices, 5, keys);
  const groups = Array.from(sizes, (): number[] => []);
  for (let i = 0; i < count; i++) groups[placeOf[i]].push(i);
  return { places: groups.map((group) => describePlace(mesh, contacts, group)), placeOf };
}

function describePlace({ labels, placeNamer }: PreparedMesh, contacts: FrameFindings, group: readonly number[]): Place {
  const point = contacts.points();
  const center: [number, number, number] = [0, 0, 0];
  const min: [number, number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: [number, number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const i of group) {
    for (let axis = 0; axis < 3; axis++) {
      const value = point[3 * i + axis];
      center[axis] += value / group.length;
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  let typical = group[0];
  let least = Number.POSITIVE_INFINITY;
  for (const i of group) {
    const distance = Math.hypot(point[3 * i] - center[0], point[3 * i + 1] - center[1], point[3 * i + 2] - center[2]);
    if (distance < least) {
      least = distance;
      typical = i;
    }
  }
  const first = labels.labels[Math.floor(contacts.halfEdge[typical] / 3)];
  const second = labels.labels[contacts.triangle[typical]];
  const objects = [labels.name(Math.min(first, second)), labels.name(Math.max(first, second))] as const;
  const name = placeNamer.name(group.map((i) => [Math.floor(contacts.halfEdge[i] / 3), contacts.triangle[i]]));
  return { contacts: group.length, center, min, max, objects, name, typical };
}
