import { IoError } from '../../io-error.ts';
import type { TextScanner } from '../../text/text-scanner.ts';

/** The numbers of a Gmsh section, text or binary, one after the other. */
export interface GmshValues {
  int(what: string): number;
  /** A `size_t` of 8 bytes in version 4.1. */
  size(what: string): number;
  double(what: string): number;
  /** Refuses `count` items of that many ints, sizes and doubles if the remaining bytes cannot hold them. */
  check(count: number, ints: number, sizes: number, doubles: number): void;
  /** An error about the value read last. */
  error(expected: string, found?: string): IoError;
}

/** Starts at the scanner's place and moves the scanner on. */
export class GmshText implements GmshValues {
  private readonly scanner: TextScanner;
  private lastStart = 0;

  constructor(scanner: TextScanner) {
    this.scanner = scanner;
  }

  int(what: string): number {
    this.scanner.skipToWord();
    this.lastStart = this.scanner.at;
    return this.scanner.integerBelow(what);
  }

  size(what: string): number {
    return this.int(what);
  }

  double(what: string): number {
    this.scanner.skipToWord();
    this.lastStart = this.scanner.at;
    return this.scanner.numberBelow(what);
  }

  check(count: number, ints: number, sizes: number, doubles: number): void {
    const bytes = 2 * (ints + sizes + doubles);
    if (count < 0 || count * bytes > this.scanner.remaining + 1) {
      throw this.error('a count that fits the file', `found ${count} with ${this.scanner.remaining} bytes left`);
    }
  }

  error(expected: string, found?: string): IoError {
    return this.scanner.errorAt(this.lastStart, expected, found);
  }
}

/** Starts at the scanner's place and moves the scanner on. */
export class GmshBinary implements GmshValues {
  private readonly scanner: TextScanner;
  private readonly view: DataView;
  private readonly little: boolean;
  private lastStart = 0;

  constructor(scanner: TextScanner, little: boolean) {
    const { bytes } = scanner;
    this.scanner = scanner;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = little;
  }

  int(what: string): number {
    return this.view.getInt32(this.take(4, what), this.little);
  }

  size(what: string): number {
    const at = this.take(8, what);
    const low = this.view.getUint32(this.little ? at : at + 4, this.little);
    const high = this.view.getUint32(this.little ? at + 4 : at, this.little);
    if (high > 0x1fffff) throw this.error(what, 'found a number above 2^53');
    return high * 0x100000000 + low;
  }

  double(what: string): number {
    const value = this.view.getFloat64(this.take(8, what), this.little);
    if (!Number.isFinite(value)) throw this.error(what, `found ${value}`);
    return value;
  }

  check(count: number, ints: number, sizes: number, doubles: number): void {
    const bytes = 4 * ints + 8 * (sizes + doubles);
    if (count < 0 || count * bytes > this.scanner.remaining) {
      throw this.error('a count that fits the file', `found ${count} with ${this.scanner.remaining} bytes left`);
    }
  }

  error(expected: string, found?: string): IoError {
    return new IoError({ file: this.scanner.file, offset: this.lastStart, expected, found });
  }

  private take(bytes: number, what: string): number {
    const { scanner } = this;
    this.lastStart = scanner.at;
    if (bytes > scanner.remaining) throw this.error(what, 'the file ends');
    scanner.at += bytes;
    return this.lastStart;
  }
}
