import { GrowingIndices } from '../growing-array.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { TaggedVertices } from './tagged-vertices.ts';
import { tetModel } from './tet-model.ts';

/** Includes inside includes beyond this are taken for a circle. */
const MAX_INCLUDE_DEPTH = 8;

/**
 * Reads Vega .veg text: `*VERTICES`, `*ELEMENTS` of tetrahedra, and `*INCLUDE`, which `resolve` fetches.
 * Materials, sets and regions are passed over.
 */
export async function readVega(
  bytes: Uint8Array,
  file: string,
  resolve?: (uri: string) => Promise<Uint8Array>,
): Promise<Model> {
  const vertices = new TaggedVertices();
  const tets = new GrowingIndices();
  await readSections(bytes, file, vertices, tets, resolve, 0);
  return tetModel(file, 'vega', vertices, tets.toArray());
}

async function readSections(
  bytes: Uint8Array,
  file: string,
  vertices: TaggedVertices,
  tets: GrowingIndices,
  resolve: ((uri: string) => Promise<Uint8Array>) | undefined,
  depth: number,
): Promise<void> {
  const scanner = new TextScanner(bytes, file);
  while (scanner.skipToWord()) {
    const start = scanner.at;
    const keyword = scanner.word().toUpperCase();
    if (keyword === '*VERTICES') {
      scanner.skipLine();
      readVertices(scanner, vertices);
    } else if (keyword === '*ELEMENTS') {
      scanner.skipLine();
      readElements(scanner, vertices, tets);
    } else if (keyword === '*INCLUDE') {
      const uri = scanner.restOfLine();
      if (depth >= MAX_INCLUDE_DEPTH) throw scanner.errorAt(start, 'includes that end', `at "${uri}"`);
      if (!resolve) throw new IoError({ file, expected: `the file "${uri}"`, found: 'no resolve function was given' });
      await readSections(await resolve(uri), uri, vertices, tets, resolve, depth + 1);
    } else {
      scanner.skipLine();
    }
  }
}

function readVertices(scanner: TextScanner, vertices: TaggedVertices): void {
  // a row is at least `1 0 0 0\n`
  const count = scanner.count('a vertex count', 8);
  scanner.skipLine(); // dimension and two counts that are always 3 0 0
  for (let v = 0; v < count; v++) {
    const tag = scanner.integerBelow('a vertex number');
    const what = 'a finite coordinate';
    if (!vertices.add(tag, scanner.number(what), scanner.number(what), scanner.number(what))) {
      throw scanner.error('every vertex number once', `found ${tag} again`);
    }
    scanner.skipLine();
  }
}

function readElements(scanner: TextScanner, vertices: TaggedVertices, tets: GrowingIndices): void {
  scanner.skipToWord();
  const start = scanner.at;
  const kind = scanner.word().toUpperCase();
  if (kind !== 'TET' && kind !== 'TETS') {
    scanner.at = start;
    throw scanner.error('elements of kind TET', scanner.describe());
  }
  scanner.skipLine();
  const count = scanner.count('an element count', 10);
  scanner.skipLine();
  for (let e = 0; e < count; e++) {
    scanner.integerBelow('an element number');
    for (let corner = 0; corner < 4; corner++) {
      scanner.skipBlanks();
      const cornerAt = scanner.at;
      const tag = scanner.integer('a vertex number');
      const vertex = vertices.find(tag);
      if (vertex < 0) throw scanner.errorAt(cornerAt, 'the number of a vertex above', `found ${tag}`);
      tets.push(vertex);
    }
    scanner.skipLine();
  }
}
