import { fetchFile, type ResolveFile } from '../fetch-file.ts';
import { GrowingIndices } from '../growing-array.ts';
import type { Model } from '../model.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { TaggedVertices } from './tagged-vertices.ts';
import { tetModel } from './tet-model.ts';

const ASTERISK = 42;
/** Includes inside includes beyond this are taken for a circle. */
const MAX_INCLUDE_DEPTH = 8;

/**
 * Reads Vega .veg text: `*VERTICES`, `*ELEMENTS` of tetrahedra, and `*INCLUDE`, which `resolve` fetches: between sections a file of sections,
 * inside of one its rows. Materials, sets and regions are passed over.
 */
export async function readVega(bytes: Uint8Array, file: string, resolve?: ResolveFile): Promise<Model> {
  const reader = new VegaReader(resolve);
  await reader.readSections(new TextScanner(bytes, file), 0);
  return tetModel(file, 'vega', reader.vertices, reader.tets.toArray());
}

class VegaReader {
  readonly vertices = new TaggedVertices();
  readonly tets = new GrowingIndices();
  private readonly resolve: ResolveFile | undefined;

  constructor(resolve: ResolveFile | undefined) {
    this.resolve = resolve;
  }

  async readSections(scanner: TextScanner, depth: number): Promise<void> {
    while (scanner.skipToWord()) {
      const start = scanner.at;
      const keyword = scanner.word().toUpperCase();
      if (keyword === '*INCLUDE') {
        await this.readSections(await this.open(scanner, start, depth), depth + 1);
        continue;
      }
      scanner.skipLine();
      if (keyword === '*VERTICES') {
        const rows = await this.follow(scanner, depth);
        readVertices(rows, this.vertices);
        expectSection(rows);
      } else if (keyword === '*ELEMENTS') {
        readKind(scanner);
        const rows = await this.follow(scanner, depth);
        readElements(rows, this.vertices, this.tets);
        expectSection(rows);
      }
    }
  }

  /** Rows go on in the file that is included here, or in this one if none is. */
  private async follow(scanner: TextScanner, depth: number): Promise<TextScanner> {
    scanner.skipToWord();
    const start = scanner.at;
    if (scanner.word().toUpperCase() !== '*INCLUDE') {
      scanner.at = start;
      return scanner;
    }
    return this.follow(await this.open(scanner, start, depth), depth + 1);
  }

  private async open(scanner: TextScanner, start: number, depth: number): Promise<TextScanner> {
    const uri = scanner.restOfLine();
    if (depth >= MAX_INCLUDE_DEPTH) throw scanner.errorAt(start, 'includes that end', `at "${uri}"`);
    return new TextScanner(await fetchFile(scanner.file, uri, this.resolve), uri);
  }
}

/** Behind as many rows as declared there is a new section, or nothing. */
function expectSection(scanner: TextScanner): void {
  if (scanner.skipToWord() && scanner.bytes[scanner.at] !== ASTERISK) {
    throw scanner.error('no more rows than declared', scanner.describe());
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

function readKind(scanner: TextScanner): void {
  scanner.skipToWord();
  const start = scanner.at;
  const kind = scanner.word().toUpperCase();
  if (kind !== 'TET' && kind !== 'TETS') {
    scanner.at = start;
    throw scanner.error('elements of kind TET', scanner.describe());
  }
  scanner.skipLine();
}

function readElements(scanner: TextScanner, vertices: TaggedVertices, tets: GrowingIndices): void {
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
