import type { MeshPart, Model } from './model.ts';

/** A triangle as the file's author would look for it. */
export interface FileLocation {
  /** Number into `model.objects`. */
  readonly objectIndex: number;
  readonly object: string;
  /** Which part of the object, from 0; in glTF the primitive. */
  readonly part: number;
  /** The face in the file's own counting; in glTF the triangle of the primitive. */
  readonly face: number;
  /** The corners in the file's own counting. */
  readonly vertices: readonly [number, number, number];
}

/** Where triangle `triangle` of the model is in the file that it was read from. */
export function locateInFile(model: Model, triangle: number): FileLocation {
  const { triangles, objects, numbers } = model;
  if (!Number.isInteger(triangle) || triangle < 0 || 3 * triangle >= triangles.length) {
    throw new RangeError(`locateInFile: triangle must be from 0 to ${triangles.length / 3 - 1}, got ${triangle}.`);
  }
  const objectIndex = lastStarted(objects, triangle);
  const { name, parts } = objects[objectIndex];
  const partIndex = lastStarted(parts, triangle);
  const part = parts[partIndex];
  const face = numbers.faces ? numbers.faces[triangle] : triangle - (numbers.perPart ? part.firstTriangle : 0);
  const corner = (c: number): number => {
    const vertex = triangles[3 * triangle + c];
    if (numbers.vertices) return numbers.vertices[vertex];
    return vertex - (numbers.perPart ? part.firstVertex : 0) + numbers.base;
  };
  return {
    objectIndex,
    object: name,
    part: partIndex,
    face: face + numbers.base,
    vertices: [corner(0), corner(1), corner(2)],
  };
}

/** The number that the file gives vertex `vertex` of the model; in glTF counted in its primitive. */
export function vertexInFile(model: Model, vertex: number): number {
  const { objects, numbers } = model;
  if (numbers.vertices) return numbers.vertices[vertex];
  if (!numbers.perPart) return vertex + numbers.base;
  // vertices of objects, and of parts that do not share theirs, follow each other
  const holds = ({ firstVertex, vertexCount }: MeshPart): boolean =>
    vertex >= firstVertex && vertex < firstVertex + vertexCount;
  const part = objects.find(holds)?.parts.find(holds);
  return vertex - (part?.firstVertex ?? 0) + numbers.base;
}

/** A label per triangle, its number into `model.objects`: what `createDetector` takes as `objects`. */
export function objectLabels(model: Model): Uint32Array {
  const labels = new Uint32Array(model.triangles.length / 3);
  model.objects.forEach(({ firstTriangle, triangleCount }, o) => {
    labels.fill(o, firstTriangle, firstTriangle + triangleCount);
  });
  return labels;
}

/** The last item that starts at this triangle or before; they are in ascending order. */
function lastStarted(items: readonly MeshPart[], triangle: number): number {
  let low = 0;
  let high = items.length;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (items[mid].firstTriangle <= triangle) low = mid;
    else high = mid;
  }
  return low;
}
