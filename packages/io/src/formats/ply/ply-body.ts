import { countOf } from '../../count-of.ts';
import { IoError } from '../../io-error.ts';
import { TextScanner } from '../../text/text-scanner.ts';
import { type PlyElement, type PlyHeader, SCALAR_BYTES, type ScalarType } from './ply-header.ts';

/** The values behind the header, one after the other. */
export interface PlyBody {
  /** What `next` reads belongs to; only for messages. */
  row: number;
  element: string;
  next(type: ScalarType): number;
  skip(type: ScalarType, count: number): void;
  /** Refuses `count` values of a list that the remaining bytes cannot hold. */
  checkList(type: ScalarType, count: number): void;
  /** Refuses an element with more rows than the remaining bytes can hold. */
  checkElement(element: PlyElement): void;
  /** Refuses data beyond what the header declares. */
  expectEnd(): void;
  /** An error about the value read last. */
  error(expected: string, found?: string): IoError;
}

export function openPlyBody(bytes: Uint8Array, file: string, header: PlyHeader): PlyBody {
  return header.encoding === 'ascii'
    ? new AsciiBody(bytes, file, header.end)
    : new BinaryBody(bytes, file, header.end, header.encoding === 'little');
}

class AsciiBody implements PlyBody {
  row = 0;
  element = '';
  private readonly scanner: TextScanner;
  private lastStart: number;

  constructor(bytes: Uint8Array, file: string, start: number) {
    this.scanner = new TextScanner(bytes, file, { comments: false }, start);
    this.lastStart = start;
  }

  next(type: ScalarType): number {
    const { scanner } = this;
    if (!scanner.skipToWord()) throw scanner.error(`a value for ${this.element} ${this.row}`, 'the file ends');
    this.lastStart = scanner.at;
    return type === 'float32' || type === 'float64'
      ? scanner.number('a finite number')
      : scanner.integer('a whole number');
  }

  /** Skipped values may be anything, "nan" included. */
  skip(_type: ScalarType, count: number): void {
    const { scanner } = this;
    for (let i = 0; i < count; i++) {
      if (!scanner.skipToWord()) throw scanner.error(`a value for ${this.element} ${this.row}`, 'the file ends');
      scanner.word();
    }
  }

  checkList(_type: ScalarType, count: number): void {
    if (count < 0 || 2 * count > this.scanner.remaining + 1) {
      throw this.error('a list that fits the file', `found a length of ${count}`);
    }
  }

  checkElement({ name, count, properties }: PlyElement): void {
    if (2 * properties.length * count > this.scanner.remaining + 1) {
      throw this.scanner.error(`${count} × ${name}`, `only ${this.scanner.remaining} bytes follow`);
    }
  }

  expectEnd(): void {
    this.scanner.expectEnd('nothing behind what the header declares');
  }

  error(expected: string, found?: string): IoError {
    return this.scanner.errorAt(this.lastStart, `${expected} in ${this.element} ${this.row}`, found);
  }
}

class BinaryBody implements PlyBody {
  row = 0;
  element = '';
  private readonly file: string;
  private readonly view: DataView;
  private readonly little: boolean;
  private at: number;
  private lastStart: number;

  constructor(bytes: Uint8Array, file: string, start: number, little: boolean) {
    this.file = file;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = little;
    this.at = start;
    this.lastStart = start;
  }

  next(type: ScalarType): number {
    const { view, little, at } = this;
    const end = at + SCALAR_BYTES[type];
    if (end > view.byteLength) throw this.endsEarly(type);
    this.lastStart = at;
    this.at = end;
    switch (type) {
      case 'int8':
        return view.getInt8(at);
      case 'uint8':
        return view.getUint8(at);
      case 'int16':
        return view.getInt16(at, little);
      case 'uint16':
        return view.getUint16(at, little);
      case 'int32':
        return view.getInt32(at, little);
      case 'uint32':
        return view.getUint32(at, little);
      case 'float32':
        return view.getFloat32(at, little);
      case 'float64':
        return view.getFloat64(at, little);
    }
  }

  skip(type: ScalarType, count: number): void {
    const end = this.at + SCALAR_BYTES[type] * count;
    if (end > this.view.byteLength) throw this.endsEarly(type);
    this.at = end;
  }

  checkList(type: ScalarType, count: number): void {
    if (count < 0 || count * SCALAR_BYTES[type] > this.view.byteLength - this.at) {
      throw this.error('a list that fits the file', `found a length of ${count}`);
    }
  }

  checkElement({ name, count, properties }: PlyElement): void {
    let rowBytes = 0;
    for (const { type, countType } of properties) rowBytes += SCALAR_BYTES[countType ?? type];
    const remaining = this.view.byteLength - this.at;
    if (rowBytes * count > remaining) {
      throw new IoError({
        file: this.file,
        offset: this.at,
        expected: `${count} × ${name}, ${countOf(rowBytes, 'byte')} each`,
        found: `only ${remaining} bytes follow`,
      });
    }
  }

  /** A few bytes may fill up the file: blanks, line ends, zeros. */
  expectEnd(): void {
    for (let at = this.at; at < this.view.byteLength; at++) {
      const byte = this.view.getUint8(at);
      if (byte === 0 || byte === 10 || byte === 13 || byte === 32) continue;
      const found = `found ${countOf(this.view.byteLength - this.at, 'byte')} more`;
      const expected = 'nothing behind what the header declares';
      throw new IoError({ file: this.file, offset: this.at, expected, found });
    }
  }

  error(expected: string, found?: string): IoError {
    const place = `${expected} in ${this.element} ${this.row}`;
    return new IoError({ file: this.file, offset: this.lastStart, expected: place, found });
  }

  private endsEarly(type: ScalarType): IoError {
    const expected = `a ${type} for ${this.element} ${this.row}`;
    return new IoError({ file: this.file, offset: this.at, expected, found: 'the file ends' });
  }
}
