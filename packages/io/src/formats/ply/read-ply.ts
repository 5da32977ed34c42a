import { noFace } from '../../count-of.ts';
import { IoError } from '../../io-error.ts';
import type { Model } from '../../model.ts';
import { oneObject } from '../../one-object.ts';
import { PolygonCollector } from '../../polygons/polygon-collector.ts';
import { openPlyBody, type PlyBody } from './ply-body.ts';
import { type PlyElement, readPlyHeader, type ScalarType } from './ply-header.ts';

const AXES = ['x', 'y', 'z'];
const CORNER_LISTS = ['vertex_indices', 'vertex_index'];

/** Reads PLY, text or binary in either byte order: vertices, faces and triangle strips; other properties are passed over. */
export function readPly(bytes: Uint8Array, file: string): Model {
  const header = readPlyHeader(bytes, file);
  const body = openPlyBody(bytes, file, header);
  const vertexElement = header.elements.find(({ name }) => name === 'vertex');
  if (!vertexElement) throw new IoError({ file, expected: 'an element "vertex" in the header' });
  const vertexCount = vertexElement.count;

  let positions = new Float64Array(0);
  const polygons = new PolygonCollector();
  for (const element of header.elements) {
    if (element.properties.length === 0) continue; // rows without content take no bytes
    body.checkElement(element);
    body.element = element.name;
    if (element === vertexElement) positions = readVertices(body, element, file);
    else if (element.name === 'face') readCornerLists(body, element, file, vertexCount, polygons, false);
    else if (element.name === 'tristrips') readCornerLists(body, element, file, vertexCount, polygons, true);
    else skipElement(body, element);
  }
  body.expectEnd();
  if (polygons.triangleCount === 0) {
    throw new IoError({ file, expected: 'at least one triangle', found: noFace(vertexCount) });
  }
  const cut = polygons.cut(positions);
  return {
    name: file,
    format: 'ply',
    positions,
    triangles: cut.triangles,
    ...(cut.polygons && { polygons: cut.polygons }),
    objects: oneObject(file, vertexCount, polygons.triangleCount),
    numbers: { base: 0, perPart: false, faces: cut.faces },
    animations: [],
    warnings: polygons.warnings(),
  };
}

function readVertices(body: PlyBody, { count, properties }: PlyElement, file: string): Float64Array<ArrayBuffer> {
  const axisOf = properties.map(({ name, countType }) => (countType ? -1 : AXES.indexOf(name)));
  for (let axis = 0; axis < 3; axis++) {
    if (axisOf.filter((a) => a === axis).length !== 1) {
      throw new IoError({ file, expected: `one property "${AXES[axis]}" of element "vertex"` });
    }
  }
  const positions = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    body.row = v;
    for (let p = 0; p < properties.length; p++) {
      const { type, countType } = properties[p];
      if (axisOf[p] >= 0) {
        const value = body.next(type);
        if (!Number.isFinite(value)) throw body.error(`a finite ${AXES[axisOf[p]]}`, `found ${value}`);
        positions[3 * v + axisOf[p]] = value;
      } else if (countType) {
        skipList(body, countType, type);
      } else {
        body.skip(type, 1);
      }
    }
  }
  return positions;
}

function readCornerLists(
  body: PlyBody,
  { name, count, properties }: PlyElement,
  file: string,
  vertexCount: number,
  polygons: PolygonCollector,
  strips: boolean,
): void {
  const corners = properties.find((property) => property.countType && CORNER_LISTS.includes(property.name));
  if (!corners) throw new IoError({ file, expected: `a list "vertex_indices" in element "${name}"` });
  if (corners.type.startsWith('float')) {
    throw new IoError({ file, expected: 'whole numbers in "vertex_indices"', found: `found ${corners.type}` });
  }

  for (let row = 0; row < count; row++) {
    body.row = row;
    for (const property of properties) {
      const { type, countType } = property;
      if (!countType) {
        body.skip(type, 1);
      } else if (property !== corners) {
        skipList(body, countType, type);
      } else {
        const length = body.next(countType);
        body.checkList(type, length);
        if (strips) {
          readStrip(body, type, length, vertexCount, polygons);
        } else {
          polygons.begin();
          for (let c = 0; c < length; c++) polygons.add(readVertexNumber(body, type, vertexCount));
          polygons.end();
        }
      }
    }
  }
}

/** Strips in one list are parted by −1; every other triangle is turned round. */
function readStrip(
  body: PlyBody,
  type: ScalarType,
  length: number,
  vertexCount: number,
  polygons: PolygonCollector,
): void {
  let a = -1;
  let b = -1;
  let odd = false;
  for (let i = 0; i < length; i++) {
    const c = body.next(type);
    if (c === -1 || c === 0xffffffff) {
      a = -1;
      b = -1;
      odd = false;
      continue;
    }
    if (c < 0 || c >= vertexCount) throw body.error(`a vertex number below ${vertexCount}`, `found ${c}`);
    if (a >= 0) {
      // repeated corners only steer the strip
      if (a !== b && b !== c && a !== c) {
        polygons.begin();
        polygons.add(odd ? b : a);
        polygons.add(odd ? a : b);
        polygons.add(c);
        polygons.end();
      }
      odd = !odd;
    }
    a = b;
    b = c;
  }
}

function readVertexNumber(body: PlyBody, type: ScalarType, vertexCount: number): number {
  const vertex = body.next(type);
  if (vertex < 0 || vertex >= vertexCount) {
    throw body.error(`a vertex number below ${vertexCount}`, `found ${vertex}`);
  }
  return vertex;
}

function skipElement(body: PlyBody, { count, properties }: PlyElement): void {
  for (let row = 0; row < count; row++) {
    body.row = row;
    for (const { type, countType } of properties) {
      if (countType) skipList(body, countType, type);
      else body.skip(type, 1);
    }
  }
}

function skipList(body: PlyBody, countType: ScalarType, type: ScalarType): void {
  const length = body.next(countType);
  body.checkList(type, length);
  body.skip(type, length);
}
