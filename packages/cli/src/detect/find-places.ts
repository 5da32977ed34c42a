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
  /** The contact nearest to the centre. */
  readonly typical: number;
}

export interface Places {
  /** Largest first. */
  readonly places: readonly Place[];
  /** Contact → place. */
  readonly placeOf: Uint32Array;
}

/**
 * Groups contacts: two belong together if edge or triangle of one share a vertex with those of the other. Along a line in which two
 * parts of the surface cross, neighbouring contacts always do.
 */
export function findPlaces(mesh: PreparedMesh, contacts: FrameFindings): Places {
  const { triangles, weld, labels } = mesh;
  const parent = Uint32Array.from({ length: contacts.count }, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root];
    for (let at = i; at !== root; ) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  };

  for (const group of groupByObjects(contacts, labels.labels)) {
    const lastAt = new Map<number, number>();
    for (const i of group) {
      const h = contacts.halfEdge[i];
      const corner = 3 * contacts.triangle[i];
      for (const at of [h, edgeEnd(h), corner, corner + 1, corner + 2]) {
        const vertex = weld[triangles[at]];
        const other = lastAt.get(vertex);
        if (other === undefined) lastAt.set(vertex, i);
        else {
          const a = find(i);
          const b = find(other);
          if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
        }
      }
    }
  }

  const members = new Map<number, number[]>();
  for (let i = 0; i < contacts.count; i++) {
    const list = members.get(find(i));
    if (list) list.push(i);
    else members.set(find(i), [i]);
  }
  const groups = [...members.values()].sort((a, b) => b.length - a.length || a[0] - b[0]);
  const placeOf = new Uint32Array(contacts.count);
  groups.forEach((group, place) => {
    for (const i of group) placeOf[i] = place;
  });
  return { places: groups.map((group) => describePlace(mesh, contacts, group)), placeOf };
}

/** Contacts by unordered pair of objects. */
function groupByObjects({ count, halfEdge, triangle }: FrameFindings, labels: Uint32Array): Iterable<number[]> {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const a = labels[Math.floor(halfEdge[i] / 3)];
    const b = labels[triangle[i]];
    const key = Math.min(a, b) * labels.length + Math.max(a, b); // there are no more labels than triangles
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  }
  return groups.values();
}

function describePlace({ labels }: PreparedMesh, contacts: FrameFindings, group: readonly number[]): Place {
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
  return { contacts: group.length, center, min, max, objects, typical };
}
