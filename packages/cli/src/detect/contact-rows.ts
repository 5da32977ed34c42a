import { type FileLocation, locateInFile } from '@selfcollide/io';
import { INTERSECTION } from './finding-kinds.ts';
import type { FrameFindings } from './frame-findings.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { spreadOverPlaces } from './spread-over-places.ts';
import type { TrianglePairs } from './triangle-pairs.ts';

/**
 * Findings one by one, in the file's own numbers, as rows of a flat table: cheap to send between threads.
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

/** Rows, and the kind of each as number into `FINDING_KINDS`. */
export interface ListedFindings {
  readonly rows: ContactRows;
  readonly rowKinds: Uint8Array;
}

export function listFindings(
  { model }: PreparedMesh,
  findings: FrameFindings,
  placeOf: Uint32Array,
  limit: number,
): ListedFindings {
  const listed = spreadOverPlaces(placeOf, findings.count, limit);
  const rows = new Float64Array(ROW * listed.length);
  for (const [place, i] of listed.entries()) {
    const row = ROW * place;
    const h = findings.halfEdge[i];
    const first = Math.floor(h / 3);
    const side = locateInFile(model, first);
    const edge = [side.vertices[h % 3], side.vertices[(h + 1) % 3], Number.NaN];
    writeSide(rows, row + FIRST_SIDE, side, findings.kind[i] === INTERSECTION ? edge : side.vertices);
    writeTriangle(rows, row + SECOND_SIDE, locateInFile(model, findings.triangle[i]));
    writeRest(rows, row, findings, i, placeOf, first, findings.triangle[i]);
  }
  return { rows, rowKinds: Uint8Array.from(listed, (i) => findings.kind[i]) };
}

export function listPairs(
  { model }: PreparedMesh,
  pairs: TrianglePairs,
  findings: FrameFindings,
  placeOf: Uint32Array,
  limit: number,
): ListedFindings {
  const pairPlaces = placeOf.length > 0 ? Array.from(pairs.finding.subarray(0, pairs.count), (i) => placeOf[i]) : [];
  const listed = spreadOverPlaces(pairPlaces, pairs.count, limit);
  const rows = new Float64Array(ROW * listed.length);
  for (const [place, i] of listed.entries()) {
    const row = ROW * place;
    writeTriangle(rows, row + FIRST_SIDE, locateInFile(model, pairs.a[i]));
    writeTriangle(rows, row + SECOND_SIDE, locateInFile(model, pairs.b[i]));
    writeRest(rows, row, findings, pairs.finding[i], placeOf, pairs.a[i], pairs.b[i]);
  }
  return { rows, rowKinds: Uint8Array.from(listed, (i) => findings.kind[pairs.finding[i]]) };
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
  findings: FrameFindings,
  finding: number,
  placeOf: Uint32Array,
  first: number,
  second: number,
): void {
  for (let axis = 0; axis < 3; axis++) rows[row + POINT + axis] = findings.points()[3 * finding + axis];
  rows[row + PLACE] = placeOf[finding];
  rows[row + TRIANGLES] = first;
  rows[row + TRIANGLES + 1] = second;
}
