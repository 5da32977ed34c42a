import { GrowingIndices } from '../growing-array.ts';
import type { Model } from '../model.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { TaggedVertices } from './tagged-vertices.ts';
import { tetModel } from './tet-model.ts';

/** Reads the text format of Gaia (.t): lines `Vertex id x y z` and `Tet id a b c d`; other lines are passed over. */
export function readGaia(bytes: Uint8Array, file: string): Model {
  const scanner = new TextScanner(bytes, file);
  const vertices = new TaggedVertices();
  const tets = new GrowingIndices();
  while (scanner.skipToWord()) {
    const start = scanner.at;
    const keyword = scanner.word();
    if (keyword === 'Vertex') {
      const tag = scanner.integer('a vertex number');
      const what = 'a finite coordinate';
      if (!vertices.add(tag, scanner.number(what), scanner.number(what), scanner.number(what))) {
        throw scanner.errorAt(start, 'every vertex number once', `found ${tag} again`);
      }
    } else if (keyword === 'Tet') {
      scanner.integer('the number of the tetrahedron');
      for (let corner = 0; corner < 4; corner++) {
        scanner.skipBlanks();
        const cornerAt = scanner.at;
        const tag = scanner.integer('a vertex number');
        const vertex = vertices.find(tag);
        if (vertex < 0) throw scanner.errorAt(cornerAt, 'the number of a vertex above', `found ${tag}`);
        tets.push(vertex);
      }
    }
    scanner.skipLine();
  }
  return tetModel(file, 'gaia', vertices, tets.toArray());
}
