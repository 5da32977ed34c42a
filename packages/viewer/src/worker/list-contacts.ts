import { formatCoordinate } from '@selfcollide/kit';
import type { Intersections } from 'selfcollide';
import { buildVertexTriangles, groupContacts, type VertexTriangles } from 'selfcollide/mesh';
import type { ContactList, ContactPlace } from '../messages.ts';
import type { ContactFilter } from './contact-filter.ts';
import type { Fit, MovingMesh } from './moving-mesh.ts';
import { thinEvenly } from './thin-evenly.ts';

/** Points and lines of more contacts than these are thinned: they would only hide each other. Triangles are all marked. */
const MAX_DRAWN = 8_000;
/** Places described, as in a report. */
const MAX_PLACES = 20;

/** What lists of contacts are made with. */
export class ContactLister {
  readonly #mesh: MovingMesh;
  readonly #filter: ContactFilter;
  readonly #fit: Fit;
  #around: VertexTriangles | undefined;

  constructor(mesh: MovingMesh, filter: ContactFilter, fit: Fit) {
    this.#mesh = mesh;
    this.#filter = filter;
    this.#fit = fit;
  }

  /** `kept` are the numbers of contacts to list. */
  list(found: Intersections, kept: Uint32Array, pose: Float64Array): ContactList {
    const numbers = thinEvenly(kept.length, MAX_DRAWN, (i, axis) => {
      const [a, b] = [found.edgeA[kept[i]], found.edgeB[kept[i]]];
      return (pose[3 * a + axis] + pose[3 * b + axis]) / 2; // near enough, and cheaper than where they meet
    });
    const drawn = numbers.map((i) => kept[i]);
    const places = new Float64Array(3 * drawn.length);
    const { points } = found.locateAll();
    drawn.forEach((i, k) => {
      places.set(points.subarray(3 * i, 3 * i + 3), 3 * k);
    });
    const take = (array: Uint32Array) => drawn.map((i) => array[i]);
    const edges = { edgeA: take(found.edgeA), edgeB: take(found.edgeB), triangle: take(found.triangle) };
    const { placeOf, sizes } = this.#group(found, kept);
    return {
      count: kept.length,
      marked: markTriangles(found, kept, this.#mesh.triangles.length / 3),
      numbers,
      ...edges,
      edgeTriangle: take(found.edgeTriangle),
      points: this.#fit.apply(places),
      curve: drawn.length === kept.length ? this.#fit.apply(this.#curve(edges, places)) : new Float32Array(0),
      placeOf: numbers.map((i) => placeOf[i]),
      placeCount: sizes.length,
      places: this.#describePlaces(found, kept, placeOf, sizes, points),
      objectPairs: this.#countPairs(found, kept),
      sides: this.#sides(found, drawn),
    };
  }

  #group({ edgeA, edgeB, edgeTriangle, triangle }: Intersections, kept: Uint32Array) {
    const { weld, welded } = this.#filter;
    const objects = this.#mesh.objects;
    const vertices = new Uint32Array(5 * kept.length);
    const keys = new Float64Array(kept.length);
    kept.forEach((i, k) => {
      vertices[5 * k] = weld[edgeA[i]];
      vertices[5 * k + 1] = weld[edgeB[i]];
      vertices.set(welded.subarray(3 * triangle[i], 3 * triangle[i] + 3), 5 * k + 2);
      if (!objects) return;
      const [a, b] = [objects[edgeTriangle[i]], objects[triangle[i]]];
      keys[k] = Math.min(a, b) * objects.length + Math.max(a, b);
    });
    return groupContacts(vertices, 5, keys);
  }

  #describePlaces(
    { edgeTriangle, triangle }: Intersections,
    kept: Uint32Array,
    placeOf: Uint32Array,
    sizes: Uint32Array,
    points: Float64Array,
  ): ContactPlace[] {
    const { objects } = this.#mesh;
    const boxes = Array.from(sizes.subarray(0, MAX_PLACES), (contacts) => ({
      contacts,
      sum: [0, 0, 0],
      low: [Infinity, Infinity, Infinity],
      high: [-Infinity, -Infinity, -Infinity],
      objects: [0, 0] as [number, number],
    }));
    kept.forEach((i, k) => {
      const box = boxes[placeOf[k]];
      if (!box) return;
      for (let axis = 0; axis < 3; axis++) {
        const x = points[3 * i + axis];
        box.sum[axis] += x;
        box.low[axis] = Math.min(box.low[axis], x);
        box.high[axis] = Math.max(box.high[axis], x);
      }
      const pair = [objects?.[edgeTriangle[i]] ?? 0, objects?.[triangle[i]] ?? 0];
      box.objects = [Math.min(...pair), Math.max(...pair)];
    });
    return boxes.map(({ contacts, sum, low, high, objects: pair }) => {
      const center = sum.map((x) => x / contacts);
      const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
      return {
        contacts,
        center: [...this.#fit.apply(center)],
        radius: (size / 2) * this.#fit.scale,
        objects: pair,
        near: `(${center.map(formatCoordinate).join(', ')})`,
      };
    });
  }

  /** Contacts per pair of objects, most first; none if there is one object. */
  #countPairs({ edgeTriangle, triangle }: Intersections, kept: Uint32Array) {
    const { objects, objectNames } = this.#mesh;
    if (!objects || objectNames.length < 2) return [];
    const counts = new Map<number, number>();
    for (const i of kept) {
      const [a, b] = [objects[edgeTriangle[i]], objects[triangle[i]]];
      const key = Math.min(a, b) * objectNames.length + Math.max(a, b);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return Array.from(counts, ([key, contacts]) => ({
      objects: [Math.floor(key / objectNames.length), key % objectNames.length] as const,
      contacts,
    })).sort((p, q) => q.contacts - p.contacts);
  }

  /** Eight numbers a contact: object, part, face and both vertices of the edge; object, part and face of the triangle. */
  #sides({ edgeTriangle, halfEdge, triangle }: Intersections, drawn: Uint32Array): Int32Array {
    const sides = new Int32Array(8 * drawn.length);
    drawn.forEach((i, k) => {
      const first = this.#mesh.locate(edgeTriangle[i]);
      const second = this.#mesh.locate(triangle[i]);
      const corner = halfEdge[i] % 3;
      sides.set([first.objectIndex, first.part, first.face], 8 * k);
      sides.set([first.vertices[corner], first.vertices[(corner + 1) % 3]], 8 * k + 3);
      sides.set([second.objectIndex, second.part, second.face], 8 * k + 5);
    });
    return sides;
  }

  /**
   * Where surfaces cross: two triangles that intersect do so along a line between two points where an edge of one meets the other. Every
   * triangle at an edge has a share in its points.
   */
  #curve(
    { edgeA, edgeB, triangle }: { edgeA: Uint32Array; edgeB: Uint32Array; triangle: Uint32Array },
    points: Float64Array,
  ): number[] {
    const { weld, welded } = this.#filter;
    this.#around ??= buildVertexTriangles(welded, weld.length);
    const { start, list } = this.#around;
    const count = welded.length / 3;
    const firstOf = new Map<number, number>();
    const lines: number[] = [];
    for (let i = 0; i < edgeA.length; i++) {
      const [a, b] = [weld[edgeA[i]], weld[edgeB[i]]];
      for (let place = start[a]; place < start[a + 1]; place++) {
        const s = list[place];
        if (welded[3 * s] !== b && welded[3 * s + 1] !== b && welded[3 * s + 2] !== b) continue;
        const t = triangle[i];
        const key = Math.min(s, t) * count + Math.max(s, t);
        const first = firstOf.get(key);
        if (first === undefined) firstOf.set(key, i);
        else lines.push(...points.subarray(3 * first, 3 * first + 3), ...points.subarray(3 * i, 3 * i + 3));
      }
    }
    return lines;
  }
}

function markTriangles(
  { edgeTriangle, triangle }: Intersections,
  kept: Uint32Array,
  triangleCount: number,
): Uint32Array {
  const marks = new Uint8Array(triangleCount);
  for (const i of kept) marks[edgeTriangle[i]] = marks[triangle[i]] = 1;
  let count = 0;
  for (const mark of marks) count += mark;
  const marked = new Uint32Array(count);
  for (let t = 0, i = 0; t < triangleCount; t++) if (marks[t]) marked[i++] = t;
  return marked;
}
