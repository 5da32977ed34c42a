import { fetchFile, type ResolveFile } from '../fetch-file.ts';
import { GrowingIndices } from '../growing-array.ts';
import { IoError } from '../io-error.ts';
import type { Model } from '../model.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { TaggedVertices } from './tagged-vertices.ts';
import { tetModel } from './tet-model.ts';

/**
 * Reads a TetGen pair. Vertices are in `NAME.node`, tetrahedra in `NAME.ele`: `bytes` is either of them,
 * `resolve` fetches the other by its name, without folder.
 */
export async function readTetgen(bytes: Uint8Array, file: string, resolve?: ResolveFile): Promise<Model> {
  const isNode = /\.node$/i.test(file);
  const otherFile = isNode ? file.replace(/\.node$/i, '.ele') : file.replace(/\.ele$/i, '.node');
  if (otherFile === file) throw new IoError({ file, expected: 'a name that ends in .node or .ele' });
  const other = await fetchFile(file, baseName(otherFile), resolve);
  const [nodeBytes, nodeFile, eleBytes] = isNode ? [bytes, file, other] : [other, otherFile, bytes];
  const vertices = readNodes(nodeBytes, nodeFile);
  const warnings: string[] = [];
  const tets = readElements(eleBytes, isNode ? otherFile : file, vertices, warnings);
  return tetModel(file, 'tetgen', vertices, tets, warnings);
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function readNodes(bytes: Uint8Array, file: string): TaggedVertices {
  const scanner = new TextScanner(bytes, file);
  const vertices = new TaggedVertices();
  const count = scanner.count('a vertex count', 8); // `0 0 0 0\n`
  const dimension = scanner.integer('the dimension 3');
  if (dimension !== 3) throw scanner.error('the dimension 3', `found ${dimension}`);
  scanner.skipLine(); // numbers of attributes and boundary markers, which stand behind the coordinates
  for (let v = 0; v < count; v++) {
    const tag = scanner.integerBelow('a vertex number');
    const what = 'a finite coordinate';
    if (!vertices.add(tag, scanner.number(what), scanner.number(what), scanner.number(what))) {
      throw scanner.error('every vertex number once', `found ${tag} again`);
    }
    scanner.skipLine();
  }
  scanner.expectEnd('no more vertices than declared');
  return vertices;
}

function readElements(bytes: Uint8Array, file: string, vertices: TaggedVertices, warnings: string[]): Uint32Array {
  const scanner = new TextScanner(bytes, file);
  const tets = new GrowingIndices();
  const count = scanner.count('a tetrahedron count', 10); // `0 0 1 2 3\n`
  const corners = scanner.skipBlanks() ? scanner.integer('4 or 10 corners') : 4;
  if (corners !== 4 && corners !== 10) throw scanner.error('4 or 10 corners', `found ${corners}`);
  if (corners === 10) warnings.push('Tetrahedra of second order are read by their four corners.');
  scanner.skipLine();
  for (let e = 0; e < count; e++) {
    scanner.integerBelow('the number of the tetrahedron');
    for (let corner = 0; corner < 4; corner++) {
      scanner.skipBlanks();
      const cornerAt = scanner.at;
      const tag = scanner.integer('a vertex number');
      const vertex = vertices.find(tag);
      if (vertex < 0) throw scanner.errorAt(cornerAt, 'the number of a vertex', `found ${tag}`);
      tets.push(vertex);
    }
    scanner.skipLine(); // other nodes, attributes
  }
  scanner.expectEnd('no more tetrahedra than declared');
  return tets.toArray();
}
