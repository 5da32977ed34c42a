import { noFace } from '../count-of.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';
import { oneObject } from '../one-object.ts';
import { PolygonCollector } from '../polygons/polygon-collector.ts';
import { TextScanner } from '../text/text-scanner.ts';

/** `0 0 0\n`: no vertex line is shorter. */
const MIN_VERTEX_BYTES = 6;
/** `3\n`, counting a face without corners that we only skip. */
const MIN_FACE_BYTES = 2;

/** Reads OFF text with any of its prefixes (ST, C, N); colours, normals and texture coordinates are not kept. */
export function readOff(bytes: Uint8Array, file: string): Model {
  const scanner = new TextScanner(bytes, file);
  readKeyword(scanner);

  const vertexCount = scanner.count('a vertex count', MIN_VERTEX_BYTES);
  const faceCount = scanner.count('a face count', MIN_FACE_BYTES);
  scanner.skipLine(); // the edge count, which many writers set to 0 or leave out

  const positions = new Float64Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let axis = 0; axis < 3; axis++) {
      const what = 'a finite coordinate';
      positions[3 * v + axis] = axis === 0 ? scanner.numberBelow(what) : scanner.number(what);
    }
    scanner.skipLine();
  }

  const polygons = new PolygonCollector();
  for (let f = 0; f < faceCount; f++) {
    const corners = scanner.count('a number of corners', 2);
    polygons.begin();
    for (let c = 0; c < corners; c++) {
      scanner.skipBlanks();
      const start = scanner.at;
      const vertex = scanner.integer('a vertex number');
      if (vertex < 0 || vertex >= vertexCount) {
        throw scanner.errorAt(start, `a vertex number below ${vertexCount}`, `found ${vertex}`);
      }
      polygons.add(vertex);
    }
    polygons.end();
    scanner.skipLine(); // colour
  }
  scanner.expectEnd(`nothing behind face ${faceCount} of ${faceCount}`);

  if (polygons.triangleCount === 0) {
    throw new IoError({ file, expected: 'at least one triangle', found: noFace(vertexCount) });
  }
  const cut = polygons.cut(positions);
  return {
    name: file,
    format: 'off',
    positions,
    triangles: cut.triangles,
    ...(cut.polygons && { polygons: cut.polygons }),
    objects: oneObject(file, vertexCount, polygons.triangleCount),
    numbers: { base: 0, perPart: false, faces: cut.faces },
    animations: [],
    warnings: polygons.warnings(),
  };
}

/** The first word is optional by the format's definition: a file may start with its counts. */
function readKeyword(scanner: TextScanner): void {
  if (!scanner.skipToWord()) throw scanner.error('"OFF" or three counts', 'the file is empty');
  const start = scanner.at;
  const word = scanner.word();
  if (/^\d+$/.test(word)) {
    scanner.at = start;
    return;
  }
  const match = /^(ST)?C?N?(4?n?)OFF$/.exec(word);
  if (!match) {
    scanner.at = start;
    throw scanner.error('"OFF", with or without ST, C and N before it', scanner.describe());
  }
  if (match[2] !== '') throw scanner.errorAt(start, 'vertices in three dimensions', `found "${word}"`);
  const afterWord = scanner.at;
  if (scanner.word() === 'BINARY') throw scanner.errorAt(afterWord, 'OFF as text', 'found binary OFF');
  scanner.at = afterWord;
}
