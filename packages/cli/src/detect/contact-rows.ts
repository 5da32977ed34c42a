import { type FileLocation, locateInFile } from '@selfcollide/io';
import type { FrameContacts } from './frame-contacts.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { spreadOverPlaces } from './spread-over-places.ts';
import type { TrianglePairs } from './triangle-pairs.ts';

/**
 * Contacts one by one, in the file's own numbers, as rows of a flat table: cheap to send between threads.
 * A side is object (into the list of the file's objects), part, face and up to three vertices; an edge has two, then NaN.
 */
export type ContactRows = Float64Array;

export const ROW = 18;
export const FIRST_SIDE = 0;
export const SECOND_SIDE = 6;
export const POINT = 12;
export const PLACE = 15;
/** Triangles in the model's numbers, which the page uses. */
export const TRIANGLES = 16;

/** One side of a contact as written to a report. */
export interface ContactSide {
  readonly object: number;
  readonly part: number;
  readonly face: number;
  readonly vertices: readonly number[];
}

export function listContacts(
  { model }: PreparedMesh,
  contacts: FrameContacts,
  placeOf: Uint32Array,
  limit: number,
): ContactRows {
  const listed = spreadOverPlaces(placeOf, contacts.count, limit);
  const rows = new Float64Array(ROW * listed.length);
  for (const [place, i] of listed.entries()) {
    const row = ROW * place;
    const h = contacts.halfEdge[i];
    const owner = Math.floor(h / 3);
    const edge = locateInFile(model, owner);
    writeSide(rows, row + FIRST_SIDE, edge, [edge.vertices[h % 3], edge.vertices[(h + 1) % 3], Number.NaN]);
    writeTriangle(rows, row + SECOND_SIDE, locateInFile(model, contacts.triangle[i]));
    writeRest(rows, row, contacts, i, placeOf, owner, contacts.triangle[i]);
  }
  return rows;
}

export function listPairs(
  { model }: PreparedMesh,
  pairs: TrianglePairs,
  contacts: FrameContacts,
  placeOf: Uint32Array,
  limit: number,
): ContactRows {
  const pairPlaces = placeOf.length > 0 ? Array.from(pairs.contact.subarray(0, pairs.count), (i) => placeOf[i]) : [];
  const listed = spreadOverPlaces(pairPlaces, pairs.count, limit);
  const rows = new Float64Array(ROW * listed.length);
  for (const [place, i] of listed.entries()) {
    const row = ROW * place;
    writeTriangle(rows, row + FIRST_SIDE, locateInFile(model, pairs.a[i]));
    writeTriangle(rows, row + SECOND_SIDE, locateInFile(model, pairs.b[i]));
    writeRest(rows, row, contacts, pairs.contact[i], placeOf, pairs.a[i], pairs.b[i]);
  }
  return rows;
}

/** Reads back one side of row `i`. */
export function readSide(rows: ContactRows, i: number, side: typeof FIRST_SIDE | typeof SECOND_SIDE): ContactSide {
  const at = ROW * i + side;
  const vertices = [rows[at + 3], rows[at + 4], rows[at + 5]].filter((vertex) => !Number.isNaN(vertex));
  return { object: rows[at], part: rows[at + 1], face: rows[at + 2], vertices };
}

function writeTriangle(rows: ContactRows, at: number, location: FileLocation): void {
  writeSide(rows, at, location, location.vertices);
}

function writeSide(rows: ContactRows, at: number, location: FileLocation, vertices: readonly number[]): void {
  rows[at] = location.objectIndex;
  rows[at + 1] = location.part;
  rows[at + 2] = location.face;
  for (let k = 0; k < 3; k++) rows[at + 3 + k] = vertices[k];
}

function writeRest(
  rows: ContactRows,
  row: number,
  contacts: FrameContacts,
  contact: number,
  placeOf: Uint32Array,
  first: number,
  second: number,
): void {
  for (let axis = 0; axis < 3; axis++) rows[row + POINT + axis] = contacts.points()[3 * contact + axis];
  rows[row + PLACE] = placeOf[contact];
  rows[row + TRIANGLES] = first;
  rows[row + TRIANGLES + 1] = second;
}
