import { type FileLocation, locateInFile } from '@selfcollide/io';
import { IMPACT, INTERSECTION } from './finding-kinds.ts';
import { WHOLE } from './finding-part.ts';
import type { FrameFindings } from './frame-findings.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { spreadOverPlaces } from './spread-over-places.ts';
import type { TrianglePairs } from './triangle-pairs.ts';

/**
 * Findings one by one, in the file's own numbers, as rows of a flat table: cheap to send between threads.
 * A side is object (into the list of the file's objects), part, face and up to three vertices; an edge has two, then NaN, a vertex one.
 */
export type ContactRows = Float64Array;

export const ROW = 22;
export const FIRST_SIDE = 0;
export const SECOND_SIDE = 6;
export const POINT = 12;
export const PLACE = 15;
/** Triangles in the model's numbers, which the page uses. */
export const TRIANGLES = 16;
/** When an impact happens, as frame number; how far apart a proximity is; else NaN. */
export const VALUE = 18;
/** Of a proximity, the point on its second side; else the same point. */
export const SECOND_POINT = 19;

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

/** Some findings of every place, at most `limit`. */
export function listFindings(
  mesh: PreparedMesh,
  findings: FrameFindings,
  placeOf: Uint32Array,
  limit: number,
): ListedFindings {
  const listed = spreadOverPlaces(placeOf, findings.count, limit);
  return {
    rows: writeRows(mesh, findings, placeOf, listed),
    rowKinds: Uint8Array.from(listed, (i) => findings.kind[i]),
  };
}

/** These findings, by number. */
export function writeRows(
  { model }: PreparedMesh,
  findings: FrameFindings,
  placeOf: Uint32Array,
  listed: ArrayLike<number>,
): ContactRows {
  const rows = new Float64Array(ROW * listed.length);
  for (let place = 0; place < listed.length; place++) {
    const i = listed[place];
    const row = ROW * place;
    const h = findings.halfEdge[i];
    const first = Math.floor(h / 3);
    const corners = firstCorners(findings, i);
    writeSide(rows, row + FIRST_SIDE, locateInFile(model, first), h % 3, corners);
    const edge = findings.secondEdge[i];
    const second = locateInFile(model, findings.triangle[i]);
    writeSide(rows, row + SECOND_SIDE, second, edge === WHOLE ? 0 : edge, edge === WHOLE ? 3 : 2);
    writeRest(rows, row, findings, i, placeOf, first, findings.triangle[i]);
  }
  return rows;
}

/** How many corners the first side has: 1 of a vertex, 2 of an edge, 3 of a triangle. */
function firstCorners({ kind, secondEdge }: FrameFindings, i: number): 1 | 2 | 3 {
  if (kind[i] === INTERSECTION) return 2;
  if (kind[i] === IMPACT) return secondEdge[i] === WHOLE ? 1 : 2;
  return 3;
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
    writeSide(rows, row + FIRST_SIDE, locateInFile(model, pairs.a[i]), 0, 3);
    writeSide(rows, row + SECOND_SIDE, locateInFile(model, pairs.b[i]), 0, 3);
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

/** `corners` of them, starting at corner `from`; all three in the order of the file. */
function writeSide(rows: ContactRows, at: number, location: FileLocation, from: number, corners: 1 | 2 | 3): void {
  rows[at] = location.objectIndex;
  rows[at + 1] = location.part;
  rows[at + 2] = location.face;
  const start = corners === 3 ? 0 : from;
  for (let k = 0; k < 3; k++) rows[at + 3 + k] = k < corners ? location.vertices[(start + k) % 3] : Number.NaN;
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
  rows.set(findings.points().subarray(3 * finding, 3 * finding + 3), row + POINT);
  rows.set(findings.secondPoints().subarray(3 * finding, 3 * finding + 3), row + SECOND_POINT);
  rows[row + VALUE] = findings.value[finding];
  rows[row + PLACE] = placeOf[finding];
  rows[row + TRIANGLES] = first;
  rows[row + TRIANGLES + 1] = second;
}
