import type { IoError } from '../../io-error.ts';
import { TextScanner } from '../../text/text-scanner.ts';

export type ScalarType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Set for lists: the type of the number that says how many items follow. */
  readonly countType?: ScalarType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'little' | 'big';
  readonly elements: readonly PlyElement[];
  /** Byte where the data starts. */
  readonly end: number;
}

export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** The format's own names and the sized ones that many writers use. */
const TYPE_NAMES: ReadonlyMap<string, ScalarType> = new Map([
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
  ...(Object.keys(SCALAR_BYTES) as ScalarType[]).map((name) => [name, name] as const),
]);

const ENCODINGS: ReadonlyMap<string, PlyHeader['encoding']> = new Map([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'little'],
  ['binary_big_endian', 'big'],
]);

export function readPlyHeader(bytes: Uint8Array, file: string): PlyHeader {
  const scanner = new TextScanner(bytes, file, { comments: false });
  if (scanner.word() !== 'ply') throw scanner.errorAt(0, '"ply" as the first word');
  scanner.skipLine();

  let encoding: PlyHeader['encoding'] | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  for (;;) {
    if (!scanner.skipToWord()) throw scanner.error('"end_header"', 'the file ends');
    const start = scanner.at;
    const keyword = scanner.word();
    if (keyword === 'end_header') break;
    if (keyword === 'format') {
      encoding = ENCODINGS.get(scanner.word());
      if (!encoding) throw scanner.errorAt(start, 'format ascii, binary_little_endian or binary_big_endian');
    } else if (keyword === 'element') {
      const name = scanner.word();
      const count = scanner.count(`a count of ${name || 'elements'}`, 0, false);
      elements.push({ name, count, properties: [] });
    } else if (keyword === 'property') {
      const element = elements.at(-1);
      if (!element) throw scanner.errorAt(start, '"element" before "property"');
      element.properties.push(readProperty(scanner, start));
    } else if (keyword !== 'comment' && keyword !== 'obj_info') {
      scanner.at = start;
      throw scanner.error('a keyword of the PLY header', scanner.describe());
    }
    scanner.skipLine();
  }
  scanner.skipLine();
  if (!encoding) throw scanner.error('a "format" line in the header');
  return { encoding, elements, end: scanner.at };
}

function readProperty(scanner: TextScanner, start: number): PlyProperty {
  const word = scanner.word();
  if (word !== 'list') return { type: scalarType(word), name: scanner.word() };
  const countWord = scanner.word();
  const countType = scalarType(countWord);
  if (countType.startsWith('float')) {
    throw scanner.errorAt(start, 'a whole-number type for the length of a list', `found "${countWord}"`);
  }
  return { countType, type: scalarType(scanner.word()), name: scanner.word() };

  function scalarType(name: string): ScalarType {
    const type = TYPE_NAMES.get(name);
    if (type) return type;
    throw unknownType(name);
  }

  function unknownType(name: string): IoError {
    return scanner.errorAt(start, 'a type from char to double', `found "${name.slice(0, 24).replace(/[^ -~]/g, '?')}"`);
  }
}
