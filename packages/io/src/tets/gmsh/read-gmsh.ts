import { countOf } from '../../count-of.ts';
import { IoError } from '../../io-error.ts';
import type { Model } from '../../model.ts';
import { oneObject } from '../../one-object.ts';
import { TextScanner } from '../../text/text-scanner.ts';
import { TaggedVertices } from '../tagged-vertices.ts';
import { tetModel } from '../tet-model.ts';
import { GmshElements } from './gmsh-elements.ts';
import { GmshBinary, GmshText, type GmshValues } from './gmsh-values.ts';

const DOLLAR = 36;

interface MeshFormat {
  readonly major: 2 | 4;
  readonly binary: boolean;
  readonly little: boolean;
}

/**
 * Reads Gmsh .msh 2.x and 4.1, text or binary. With tetrahedra the surface is their boundary;
 * without, it is the file's triangles and quads.
 */
export function readGmsh(bytes: Uint8Array, file: string): Model {
  const scanner = new TextScanner(bytes, file, { comments: false });
  const vertices = new TaggedVertices();
  const elements = new GmshElements(vertices);
  let format: MeshFormat | undefined;

  while (scanner.skipToWord()) {
    const start = scanner.at;
    const section = scanner.word();
    if (!section.startsWith('$')) {
      scanner.at = start;
      throw scanner.error('a section that starts with "$"', scanner.describe());
    }
    if (section === '$NOD') {
      throw scanner.errorAt(start, 'the version 2.2 or 4.1', 'found "$NOD", which is version 1');
    }
    scanner.skipLine();
    if (section === '$MeshFormat') {
      format = readFormat(scanner);
    } else if (section === '$Nodes' || section === '$Elements') {
      if (!format) throw scanner.errorAt(start, '"$MeshFormat" first', `found "${section}"`);
      const read = section === '$Nodes' ? readNodes : readElements;
      read(scanner, format, vertices, elements);
      if (scanner.skipToWord() && bytes[scanner.at] !== DOLLAR) {
        throw scanner.error(`"$End${section.slice(1)}" behind as many as declared`, scanner.describe());
      }
    }
    skipToEnd(scanner, section);
  }
  if (!format) throw new IoError({ file, expected: '"$MeshFormat"', found: 'the file ends' });

  const warnings = elements.warnings();
  if (elements.tets.length > 0) return tetModel(file, 'gmsh', vertices, elements.tets.toArray(), warnings);
  const { polygons } = elements;
  if (polygons.triangleCount === 0) {
    throw new IoError({
      file,
      expected: 'tetrahedra or triangles',
      found: `found ${countOf(vertices.count, 'node')} only`,
    });
  }
  const positions = vertices.toPositions();
  const cut = polygons.cut(positions);
  return {
    name: file,
    format: 'gmsh',
    positions,
    triangles: cut.triangles,
    ...(cut.polygons && { polygons: cut.polygons }),
    objects: oneObject(file, vertices.count, polygons.triangleCount),
    numbers: { ...vertices.toNumbers(), faces: cut.faces },
    animations: [],
    warnings,
  };
}

function readFormat(scanner: TextScanner): MeshFormat {
  const start = scanner.at;
  const version = scanner.number('the version 2.2 or 4.1');
  if (!(version >= 2 && version < 3) && version !== 4.1) {
    const found = `found ${version === 4 ? '4.0' : version}; Gmsh converts it: gmsh in.msh -0 -format msh41 -o out.msh`;
    throw scanner.errorAt(start, 'the version 2.2 or 4.1', found);
  }
  const binary = scanner.integer('the file type, 0 or 1') !== 0;
  const sizeAt = scanner.at;
  const size = scanner.integer('the size of numbers, 8');
  if (size !== 8) throw scanner.errorAt(sizeAt, 'the size of numbers, 8', `found ${size}`);
  scanner.skipLine();
  let little = true;
  if (binary) {
    if (scanner.remaining < 4) throw scanner.error('the number 1 as 4 bytes', 'the file ends');
    little = scanner.bytes[scanner.at] === 1;
    scanner.at += 4;
  }
  return { major: version === 4.1 ? 4 : 2, binary, little };
}

function readNodes(scanner: TextScanner, format: MeshFormat, vertices: TaggedVertices): void {
  const coordinate = 'a finite coordinate';
  if (format.major === 2) {
    const count = scanner.count('a node count', 0);
    scanner.skipLine();
    const values = openValues(scanner, format);
    values.check(count, 1, 0, 3);
    for (let n = 0; n < count; n++) {
      const tag = values.int('a node number');
      const x = values.double(coordinate);
      addNode(values, vertices, tag, x, values.double(coordinate), values.double(coordinate));
    }
    return;
  }

  const values = openValues(scanner, format);
  const blocks = values.size('a number of blocks');
  values.check(blocks, 3, 1, 0);
  const total = values.size('a node count');
  values.check(total, 0, 1, 3);
  values.size('the lowest node number');
  values.size('the highest node number');
  for (let block = 0; block < blocks; block++) {
    const dimension = values.int('the dimension of an entity');
    if (dimension < 0 || dimension > 3) throw values.error('a dimension from 0 to 3', `found ${dimension}`);
    values.int('an entity number');
    const parametric = values.int('0 or 1') !== 0;
    const count = values.size('a number of nodes');
    const parameters = parametric ? dimension : 0;
    values.check(count, 0, 1, 3 + parameters);
    const tags = new Float64Array(count);
    for (let n = 0; n < count; n++) tags[n] = values.size('a node number');
    for (let n = 0; n < count; n++) {
      const x = values.double(coordinate);
      addNode(values, vertices, tags[n], x, values.double(coordinate), values.double(coordinate));
      for (let p = 0; p < parameters; p++) values.double('a parameter of the node');
    }
  }
}

function addNode(values: GmshValues, vertices: TaggedVertices, tag: number, x: number, y: number, z: number): void {
  if (!vertices.add(tag, x, y, z)) throw values.error('every node number once', `found ${tag} again`);
}

function readElements(
  scanner: TextScanner,
  format: MeshFormat,
  _vertices: TaggedVertices,
  elements: GmshElements,
): void {
  if (format.major === 2) {
    readElements2(scanner, format, elements);
    return;
  }
  const values = openValues(scanner, format);
  const nextTag = () => values.size('a node number');
  const blocks = values.size('a number of blocks');
  values.check(blocks, 3, 1, 0);
  values.size('an element count');
  values.size('the lowest element number');
  values.size('the highest element number');
  for (let block = 0; block < blocks; block++) {
    values.int('the dimension of an entity');
    values.int('an entity number');
    const type = values.int('an element type');
    const nodes = elements.nodesOf(type, values);
    const count = values.size('a number of elements');
    values.check(count, 0, 1 + nodes, 0);
    for (let e = 0; e < count; e++) {
      values.size('an element number');
      elements.read(type, nodes, values, nextTag);
    }
  }
}

/** Version 2: text says type and tags for every element, binary once for a run of elements. */
function readElements2(scanner: TextScanner, format: MeshFormat, elements: GmshElements): void {
  const total = scanner.count('an element count', 0);
  scanner.skipLine();
  const values = openValues(scanner, format);
  const nextTag = () => values.int('a node number');
  values.check(total, format.binary ? 2 : 4, 0, 0);
  let done = 0;
  while (done < total) {
    if (!format.binary) values.int('an element number');
    const type = values.int('an element type');
    const nodes = elements.nodesOf(type, values);
    const count = format.binary ? values.int('a number of elements') : 1;
    if (count < 1 || count > total - done) {
      throw values.error(`a number of elements from 1 to ${total - done}`, `found ${count}`);
    }
    const tags = values.int('a number of tags');
    values.check(tags, 1, 0, 0);
    values.check(count, (format.binary ? 1 : 0) + tags + nodes, 0, 0);
    for (let e = 0; e < count; e++) {
      if (format.binary) values.int('an element number');
      for (let t = 0; t < tags; t++) values.int('a tag');
      elements.read(type, nodes, values, nextTag);
    }
    done += count;
  }
}

function openValues(scanner: TextScanner, format: MeshFormat): GmshValues {
  return format.binary ? new GmshBinary(scanner, format.little) : new GmshText(scanner);
}

/** Passes over whatever is left of a section, known or not. */
function skipToEnd(scanner: TextScanner, section: string): void {
  const end = `$End${section.slice(1)}`;
  const { bytes } = scanner;
  for (let at = bytes.indexOf(DOLLAR, scanner.at); at >= 0; at = bytes.indexOf(DOLLAR, at + 1)) {
    let length = 0;
    while (length < end.length && bytes[at + length] === end.charCodeAt(length)) length++;
    if (length === end.length) {
      scanner.at = at;
      scanner.skipLine();
      return;
    }
  }
  throw scanner.error(`"${end.slice(0, 40).replace(/[^ -~]/g, '?')}"`, 'the file ends');
}
