import { groupContacts } from 'selfcollide/mesh';

/** Contacts that hang together between the same two meshes: one spot where something touches. */
export interface ContactPlace {
  /** Numbers of its contacts in the result that was grouped. */
  readonly contacts: readonly number[];
  /** Mean of its contact points, in the collider's space. */
  readonly center: readonly [number, number, number];
  /** Distance of the farthest contact point from there. */
  readonly radius: number;
  /** Places of both meshes among the collider's `meshes`, the lower first; equal if a mesh meets itself. */
  readonly meshes: readonly [number, number];
}

/** Contacts as arrays; a result of `findIntersections` or of a background collider. */
export interface ContactArrays {
  readonly count: number;
  readonly edgeA: ArrayLike<number>;
  readonly edgeB: ArrayLike<number>;
  readonly edgeTriangle: ArrayLike<number>;
  readonly triangle: ArrayLike<number>;
}

/** What grouping needs to know of a collider. */
export interface PlaceSource {
  readonly triangles: Uint32Array;
  /** Vertex → the one that it counts as one with. */
  readonly weld: Uint32Array;
  meshOf(triangle: number): { readonly mesh: number };
}

/** Groups contacts by place, largest first. `points` has xyz of each. */
export function findContactPlaces(
  source: PlaceSource,
  { count, edgeA, edgeB, edgeTriangle, triangle }: ContactArrays,
  points: ArrayLike<number>,
): ContactPlace[] {
  const { triangles, weld } = source;
  const vertices = new Uint32Array(5 * count);
  const pairs: (readonly [number, number])[] = [];
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    vertices[5 * i] = weld[edgeA[i]];
    vertices[5 * i + 1] = weld[edgeB[i]];
    for (let k = 0; k < 3; k++) vertices[5 * i + 2 + k] = weld[triangles[3 * triangle[i] + k]];
    const [a, b] = [source.meshOf(edgeTriangle[i]).mesh, source.meshOf(triangle[i]).mesh];
    pairs.push(a < b ? [a, b] : [b, a]);
    keys[i] = Math.min(a, b) * triangles.length + Math.max(a, b); // there are fewer meshes than corners
  }
  const { placeOf, sizes } = groupContacts(vertices, 5, keys);
  const members = Array.from(sizes, (): number[] => []);
  for (let i = 0; i < count; i++) members[placeOf[i]].push(i);
  return members.map((contacts) => {
    const center: [number, number, number] = [0, 0, 0];
    for (const i of contacts)
      for (let axis = 0; axis < 3; axis++) center[axis] += points[3 * i + axis] / contacts.length;
    const away = contacts.map((i) => Math.hypot(...center.map((x, axis) => points[3 * i + axis] - x)));
    return { contacts, center, radius: Math.max(...away), meshes: pairs[contacts[0]] };
  });
}
