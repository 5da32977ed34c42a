import { weldSoup } from 'selfcollide/mesh';
import { wereSkipped } from '../count-of.ts';
import { groupByObject } from '../group-by-object.ts';
import { GrowingFloats } from '../growing-array.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';
import { NameRuns } from '../name-runs.ts';
import { fileStem } from '../one-object.ts';
import { TextScanner } from '../text/text-scanner.ts';

const BINARY_HEADER_BYTES = 84;
const BINARY_TRIANGLE_BYTES = 50;

/**
 * Reads STL, text or binary. The format repeats a vertex for every triangle, so bit-identical positions of one solid are joined;
 * vertices are numbered as they first come up. Stored normals are not used.
 */
export function readStl(bytes: Uint8Array, file: string): Model {
  const runs = new NameRuns();
  const warnings: string[] = [];
  const corners = isBinary(bytes) ? readBinary(bytes, file, warnings) : readText(bytes, file, runs);
  const triangleCount = corners.length / 9;
  if (triangleCount === 0) throw new IoError({ file, expected: 'at least one triangle', found: 'found none' });

  const labels = runs.labels(triangleCount, fileStem(file));
  const { positions, triangles } = weldSoup(corners, labels.label);
  const grouped = groupByObject(triangles, undefined, labels);
  return {
    name: file,
    format: 'stl',
    positions,
    triangles: grouped.triangles,
    objects: grouped.objects,
    numbers: { base: 0, perPart: false, faces: grouped.faces },
    animations: [],
    warnings,
  };
}

/** Binary files may start with "solid" too; only the size is a sure sign, and "facet" of text. */
function isBinary(bytes: Uint8Array): boolean {
  if (bytes.length >= BINARY_HEADER_BYTES) {
    const count = viewOf(bytes).getUint32(80, true);
    if (BINARY_HEADER_BYTES + BINARY_TRIANGLE_BYTES * count === bytes.length) return true;
  }
  let head = '';
  for (let i = 0; i < Math.min(bytes.length, 1024); i++) head += String.fromCharCode(bytes[i]);
  return !/^(\xef\xbb\xbf)?\s*solid\b/i.test(head) || (bytes.length >= BINARY_HEADER_BYTES && head.includes('\0'));
}

function readBinary(bytes: Uint8Array, file: string, warnings: string[]): Float64Array {
  if (bytes.length < BINARY_HEADER_BYTES) {
    throw new IoError({
      file,
      offset: bytes.length,
      expected: '"solid" or a header of 84 bytes',
      found: `the file has ${bytes.length} bytes`,
    });
  }
  const view = viewOf(bytes);
  const count = view.getUint32(80, true);
  const end = BINARY_HEADER_BYTES + BINARY_TRIANGLE_BYTES * count;
  if (end > bytes.length) {
    throw new IoError({
      file,
      offset: 80,
      expected: 'a triangle count that fits the file',
      found: `found ${count}, but ${bytes.length - BINARY_HEADER_BYTES} bytes follow`,
    });
  }
  if (end + BINARY_TRIANGLE_BYTES <= bytes.length) {
    throw new IoError({
      file,
      offset: 80,
      expected: 'the number of triangles that the file has',
      found: `found ${count}, but there are bytes for ${Math.floor((bytes.length - BINARY_HEADER_BYTES) / BINARY_TRIANGLE_BYTES)}`,
    });
  }
  if (end < bytes.length) warnings.push(wereSkipped(bytes.length - end, 'byte', ' behind the last triangle'));

  const corners = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const start = BINARY_HEADER_BYTES + BINARY_TRIANGLE_BYTES * t + 12; // behind the normal
    for (let i = 0; i < 9; i++) {
      const value = view.getFloat32(start + 4 * i, true);
      if (!Number.isFinite(value)) {
        const expected = `a finite coordinate in triangle ${t}`;
        throw new IoError({ file, offset: start + 4 * i, expected, found: `found ${value}` });
      }
      corners[9 * t + i] = value;
    }
  }
  return corners;
}

function readText(bytes: Uint8Array, file: string, runs: NameRuns): Float64Array {
  const scanner = new TextScanner(bytes, file, { comments: false });
  const corners = new GrowingFloats();
  let cornersOfFacet = 0;
  let inFacet = false;
  let inSolid = false;
  while (scanner.skipToWord()) {
    const start = scanner.at;
    const keyword = scanner.word().toLowerCase();
    switch (keyword) {
      case 'solid':
        if (inSolid) throw scanner.errorAt(start, '"endsolid" first', 'found a new solid');
        inSolid = true;
        runs.start(scanner.restOfLine(), corners.length / 9);
        continue;
      case 'vertex': {
        if (++cornersOfFacet > 3) throw scanner.errorAt(start, 'three vertices in a facet', 'found a fourth');
        const what = 'a finite coordinate';
        corners.push3(scanner.numberBelow(what), scanner.numberBelow(what), scanner.numberBelow(what));
        continue;
      }
      case 'facet':
        if (inFacet) throw scanner.errorAt(start, '"endfacet" first', 'found a new facet');
        inFacet = true;
        cornersOfFacet = 0;
        continue;
      case 'normal':
        for (let axis = 0; axis < 3; axis++) scanner.word(); // sometimes "nan nan nan"
        continue;
      case 'endfacet':
        if (cornersOfFacet !== 3) {
          throw scanner.errorAt(start, 'three vertices in a facet', `found ${cornersOfFacet}`);
        }
        inFacet = false;
        continue;
      case 'endsolid':
        if (inFacet) throw scanner.errorAt(start, '"endfacet" first', 'found "endsolid"');
        inSolid = false;
        scanner.skipLine();
        continue;
      case 'outer':
      case 'loop':
      case 'endloop':
        continue;
      default:
        scanner.at = start;
        throw scanner.error('"facet", "vertex" or another STL keyword', scanner.describe());
    }
  }
  // a file cut short must not pass for a small one
  if (inFacet || inSolid) throw scanner.error(inFacet ? '"endfacet"' : '"endsolid"', 'the file ends');
  return corners.toArray();
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
