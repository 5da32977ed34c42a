import { noFace, wereSkipped } from '../count-of.ts';
import { groupByObject } from '../group-by-object.ts';
import { GrowingFloats } from '../growing-array.ts';
import { IoError } from '../io-error.ts';
import type { Materials, Model } from '../model.ts';
import { NameRuns } from '../name-runs.ts';
import { fileStem } from '../one-object.ts';
import { PolygonCollector } from '../polygons/polygon-collector.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { toUtf8 } from '../text/to-utf8.ts';

const SLASH = 47;
const LETTER_F = 102;
const LETTER_G = 103;
const LETTER_O = 111;
const LETTER_V = 118;
const MAX_VERTICES = 0xffffffff;

/** Keywords that mean shape which is not read, and what to call it. */
const NOT_READ: ReadonlyMap<string, string> = new Map([
  ['p', 'point'],
  ['l', 'line'],
  ['curv', 'curve'],
  ['curv2', 'curve'],
  ['surf', 'free-form surface'],
]);

const UNKNOWN = 'unknown';

/** Keywords of the format that say nothing about shape, or belong to free-form shapes, which `NOT_READ` counts. */
const PASSED_OVER = new Set(
  (
    'vt vn vp mtllib usemtl maplib usemap s mg bevel c_interp d_interp lod shadow_obj trace_obj cstype deg bmat step parm trim hole scrv ' +
    'sp end con ctech stech bzp bsp cdc cdp res call csh'
  ).split(' '),
);

/**
 * Reads Wavefront OBJ. Objects are what `o` names; in files without `o`, what `g` names.
 * Colours behind the coordinates, normals and texture coordinates are not kept.
 */
export function readObj(given: Uint8Array, file: string): Model {
  const bytes = toUtf8(given);
  const scanner = new TextScanner(bytes, file, { continuation: true });
  const positions = new GrowingFloats();
  const polygons = new PolygonCollector();
  const objectNames = new NameRuns();
  const groupNames = new NameRuns();
  const materialNames = new NameRuns();
  const notRead = new Map<string, number>();
  let highest = -1;
  let highestAt = 0;

  while (scanner.skipToWord()) {
    const start = scanner.at;
    const c = bytes[start];
    const wordIsOneLetter = start + 1 >= bytes.length || bytes[start + 1] <= 32 || bytes[start + 1] === 92;

    if (c === LETTER_V && wordIsOneLetter) {
      scanner.at++;
      const what = 'a finite coordinate';
      positions.push3(scanner.number(what), scanner.number(what), scanner.number(what));
    } else if (c === LETTER_F && wordIsOneLetter) {
      scanner.at++;
      polygons.begin();
      while (scanner.skipBlanks()) {
        const cornerAt = scanner.at;
        const vertex = readCorner(scanner, positions.length / 3);
        if (vertex > highest) {
          highest = vertex;
          highestAt = cornerAt;
        }
        polygons.add(vertex);
      }
      polygons.end();
    } else if (c === LETTER_O && wordIsOneLetter) {
      scanner.at++;
      objectNames.start(scanner.restOfLine(), polygons.triangleCount);
      continue; // the line is read
    } else if (c === LETTER_G && wordIsOneLetter) {
      scanner.at++;
      groupNames.start(scanner.restOfLine(), polygons.triangleCount);
      continue;
    } else {
      const word = scanner.word();
      if (word === 'usemtl') {
        materialNames.start(scanner.restOfLine(), polygons.triangleCount);
        continue;
      }
      // a face in capitals or broken over two lines: passing over it would lose shape without a word
      if (/^([vfog]$|[-+.\d])/i.test(word)) {
        scanner.at = start;
        throw scanner.error('a keyword of OBJ, such as v or f', scanner.describe());
      }
      const kind = NOT_READ.get(word) ?? (PASSED_OVER.has(word) ? undefined : UNKNOWN);
      if (kind) notRead.set(kind, (notRead.get(kind) ?? 0) + 1);
    }
    scanner.skipLine();
  }

  const vertexCount = positions.length / 3;
  // checked at the end because a face may come before its vertices
  if (highest >= vertexCount) {
    throw scanner.errorAt(highestAt, `a vertex number up to ${vertexCount}`, `found ${highest + 1}`);
  }
  if (polygons.triangleCount === 0) {
    throw new IoError({ file, expected: 'at least one triangle', found: noFace(vertexCount) });
  }

  const warnings = polygons.warnings();
  for (const [kind, count] of notRead) {
    warnings.push(kind === UNKNOWN ? wereSkipped(count, 'line', ' with an unknown keyword') : wereSkipped(count, kind));
  }

  const names = objectNames.isEmpty ? groupNames : objectNames;
  const coordinates = positions.toArray();
  const cut = polygons.cut(coordinates);
  const grouped = groupByObject(cut.triangles, cut.faces, names.labels(polygons.triangleCount, fileStem(file)));
  return {
    name: file,
    format: 'obj',
    positions: coordinates,
    triangles: grouped.triangles,
    ...(cut.polygons && { polygons: cut.polygons }),
    objects: grouped.objects,
    ...(!materialNames.isEmpty && {
      materials: materialsOf(materialNames.labels(polygons.triangleCount, ''), grouped.source),
    }),
    numbers: { base: 1, perPart: false, faces: grouped.faces },
    animations: [],
    warnings,
  };
}

/** Materials in the order that grouping by object gave the triangles. */
function materialsOf({ names, label }: { names: string[]; label: Uint32Array }, source?: Uint32Array): Materials {
  return { names, ofTriangle: source ? source.map((t) => label[t]) : label };
}

/** Reads `7`, `7/1`, `7//3`, `7/1/3` or the same with negative numbers, which count back from the last vertex. */
function readCorner(scanner: TextScanner, vertexCount: number): number {
  const start = scanner.at;
  const number = scanner.integer('a vertex number');
  if (scanner.bytes[scanner.at] === SLASH) scanner.skipWord();
  if (number === 0) throw scanner.errorAt(start, 'a vertex number that is not 0', 'found 0');
  const vertex = number > 0 ? number - 1 : vertexCount + number;
  if (vertex < 0) throw scanner.errorAt(start, `one of the ${vertexCount} vertices above`, `found ${number}`);
  if (vertex >= MAX_VERTICES) throw scanner.errorAt(start, 'a vertex number below 2^32', `found ${number}`);
  return vertex;
}
