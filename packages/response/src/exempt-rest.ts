import { createDetector, type IgnoredGroups, type Positions } from 'selfcollide';
import { buildHalfEdges, findComponents } from 'selfcollide/mesh';
import { buildVertexRings, RingWalk } from './vertex-rings.ts';

/** What may pass through what, because it does in the rest pose. */
export interface Exemptions {
  readonly groups: Uint32Array;
  readonly ignore: IgnoredGroups;
  /** Contacts of the rest pose: between pieces, and within one. */
  readonly between: number;
  readonly within: number;
  /** How many triangles around contacts within a piece are exempt from each other. */
  readonly triangles: number;
  /** Two vertex numbers each, for `createResponse`: what touches at rest is displaced alike, so that it does not come to touch in more places. */
  readonly links: Uint32Array;
}

export interface ExemptOptions {
  /** Edges that a region reaches beyond a contact at least, since contacts slide along the surface as it moves. Default 3. */
  readonly rings?: number;
  /** Whether two pieces that touch are exempt from each other as a whole, or around their contacts only, as one piece is from itself. Default `'whole'`. */
  readonly pieces?: 'whole' | 'regions';
}

const MOST_RINGS = 12;

/**
 * Two pieces that touch at rest are exempt from each other. Within a piece, the triangles around a rest contact are exempt from each other, on both sides; regions that
 * overlap are one. Grows the regions until the rest pose has no contact left.
 */
export function exemptRest(
  positions: Positions,
  triangles: Uint32Array,
  { rings = 3, pieces: between = 'whole' }: ExemptOptions = {},
): Exemptions {
  const vertexCount = positions.length / 3;
  const { componentOf, count: pieces } = findComponents(buildHalfEdges(triangles, vertexCount));
  const contacts = createDetector({ positions, triangles }, { weld: false }).findIntersections().slice();
  const touching = new Set<string>();
  /** Pairs of triangles around which a region grows. */
  const inside: [number, number][] = [];
  let within = 0;
  for (let i = 0; i < contacts.count; i++) {
    const [a, b] = [contacts.edgeTriangle[i], contacts.triangle[i]];
    const [p, q] = [componentOf[a], componentOf[b]].sort((x, y) => x - y);
    if (p === q) within++;
    if (p === q || between === 'regions') inside.push([a, b]);
    else touching.add(`${p} ${q}`);
  }
  const links: number[] = [];
  for (let i = 0; i < contacts.count; i++) {
    for (const v of triangles.subarray(3 * contacts.triangle[i], 3 * contacts.triangle[i] + 3)) {
      links.push(contacts.edgeA[i], v, contacts.edgeB[i], v);
    }
  }
  const pairs = [...touching].map((name) => name.split(' ').map(Number) as [number, number]);
  const walk = new RingWalk(buildVertexRings(triangles, vertexCount));
  for (let reach = rings; ; reach++) {
    const regionOf = findRegions(triangles, componentOf, inside, (seeds) => {
      walk.grow(seeds, seeds.length, reach);
      return walk.reached.subarray(0, walk.count);
    });
    const exempt = assemble(componentOf, pieces, pairs, regionOf);
    const left = createDetector({ positions, triangles }, { weld: false, ...exempt }).findIntersections().count;
    if (left > 0 && reach < MOST_RINGS) continue;
    return {
      ...exempt,
      between: contacts.count - within,
      within,
      triangles: regionOf.reduce((sum, region) => sum + (region >= 0 ? 1 : 0), 0),
      links: Uint32Array.from(links),
    };
  }
}

/** For every triangle the region it is in, −1 if it is in none. */
function findRegions(
  triangles: Uint32Array,
  componentOf: Uint32Array,
  inside: readonly (readonly [number, number])[],
  grow: (seeds: readonly number[]) => Uint32Array,
): Int32Array {
  const regionOf = new Int32Array(componentOf.length).fill(-1);
  const parent: number[] = [];
  const rootOf = (region: number): number => (parent[region] === region ? region : rootOf(parent[region]));
  const vertexTriangles = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i++) {
    const list = vertexTriangles.get(triangles[i]);
    if (list) list.push(Math.floor(i / 3));
    else vertexTriangles.set(triangles[i], [Math.floor(i / 3)]);
  }
  for (const pair of inside) {
    const region = parent.push(parent.length) - 1;
    const vertices = grow(pair.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
    for (const v of vertices) {
      for (const t of vertexTriangles.get(v) ?? []) {
        if (regionOf[t] >= 0) parent[rootOf(regionOf[t])] = rootOf(region);
        else regionOf[t] = region;
      }
    }
  }
  return regionOf.map((region) => (region < 0 ? -1 : rootOf(region)));
}

/** A region counts with other pieces as its piece does. */
function assemble(
  componentOf: Uint32Array,
  pieces: number,
  pairs: readonly [number, number][],
  regionOf: Int32Array,
): { groups: Uint32Array; ignore: IgnoredGroups } {
  const groups = componentOf.map((piece, t) => (regionOf[t] < 0 ? piece : pieces + regionOf[t]));
  const groupsOfPiece = Array.from({ length: pieces }, () => new Set<number>());
  groups.forEach((group, t) => void groupsOfPiece[componentOf[t]].add(group));
  const ignore: [number, number][] = [];
  for (const group of new Set(groups)) if (group >= pieces) ignore.push([group, group]);
  for (const [p, q] of pairs) for (const a of groupsOfPiece[p]) for (const b of groupsOfPiece[q]) ignore.push([a, b]);
  return { groups, ignore };
}
