import { IoError } from '../io-error.ts';

const TAB = 9;
const NEWLINE = 10;
const VERTICAL_TAB = 11;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

/** Powers of ten that a double holds exactly. */
const TENS = Array.from({ length: 23 }, (_, i) => 10 ** i);
/** Some editors put it before UTF-8; it is no part of the text. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Longer tokens are quoted only in part. */
const QUOTE_LENGTH = 24;

export interface TextScannerOptions {
  /** A backslash at the end of a line joins the next one to it (OBJ). */
  readonly continuation?: boolean;
  /** `#` starts a comment that lasts to the end of the line. */
  readonly comments?: boolean;
}

/**
 * Reads words and numbers straight from bytes, without making a string of the file.
 * Lines end with \n, \r\n or \r. Line numbers are counted only when an error needs one.
 */
export class TextScanner {
  readonly bytes: Uint8Array;
  readonly file: string;
  /** Next byte to read. */
  at: number;
  private readonly continuation: boolean;
  private readonly comments: boolean;

  constructor(bytes: Uint8Array, file: string, options: TextScannerOptions = {}, at = 0) {
    this.bytes = bytes;
    this.file = file;
    const hasMark = at === 0 && BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
    this.at = hasMark ? BYTE_ORDER_MARK.length : at;
    this.continuation = options.continuation ?? false;
    this.comments = options.comments ?? true;
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  /** Skips blanks inside the line; false if the line, or what comes before a comment, ends here. */
  skipBlanks(): boolean {
    const { bytes } = this;
    const end = bytes.length;
    let at = this.at;
    for (; at < end; at++) {
      const c = bytes[at];
      if (c === SPACE || c === TAB || c === VERTICAL_TAB || c === FORM_FEED) continue;
      if (c === BACKSLASH && this.continuation) {
        const next = bytes[at + 1];
        if (next === NEWLINE) {
          at++;
          continue;
        }
        if (next === RETURN) {
          at += bytes[at + 2] === NEWLINE ? 2 : 1;
          continue;
        }
      }
      break;
    }
    this.at = at;
    if (at >= end) return false;
    const c = bytes[at];
    return c !== NEWLINE && c !== RETURN && !(c === HASH && this.comments);
  }

  /** Skips blanks, empty lines and comments; false at the end of the file. */
  skipToWord(): boolean {
    while (!this.skipBlanks()) {
      if (this.at >= this.bytes.length) return false;
      this.skipLine();
    }
    return true;
  }

  /** Moves to the start of the next line. */
  skipLine(): void {
    const { bytes } = this;
    const end = bytes.length;
    let at = this.at;
    while (at < end) {
      const c = bytes[at++];
      if (c === NEWLINE) {
        if (!this.joins(at - 1)) break;
      } else if (c === RETURN) {
        const joins = this.joins(at - 1);
        if (bytes[at] === NEWLINE) at++;
        if (!joins) break;
      }
    }
    this.at = at;
  }

  private joins(lineEnd: number): boolean {
    return this.continuation && lineEnd > 0 && this.bytes[lineEnd - 1] === BACKSLASH;
  }

  /** Skips what is left of the current word. */
  skipWord(): void {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] > SPACE) this.at++;
  }

  /** Reads the next word of this line; empty at its end. */
  word(): string {
    if (!this.skipBlanks()) return '';
    const start = this.at;
    this.skipWord();
    // a control byte that is neither blank nor line end would stop us for ever
    if (this.at === start) this.at++;
    return decodeLatin(this.bytes, start, this.at);
  }

  /** Reads the rest of the line up to a comment, without blanks at either end, and moves to the next line. */
  restOfLine(): string {
    this.skipBlanks();
    const { bytes } = this;
    const start = this.at;
    let end = start;
    while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== RETURN) {
      if (bytes[end] === HASH && this.comments) break;
      end++;
    }
    this.at = end;
    this.skipLine();
    return new TextDecoder().decode(bytes.subarray(start, end)).trim();
  }

  /** Reads a finite number of this line; `what` follows "expected" if there is none. */
  number(what: string): number {
    if (!this.skipBlanks()) throw this.error(what, this.describe());
    return this.parseNumber(what);
  }

  /** Reads a finite number of this line or of one below. */
  numberBelow(what: string): number {
    if (!this.skipToWord()) throw this.error(what, this.describe());
    return this.parseNumber(what);
  }

  /** Reads a whole number of this line; it may be followed by `/` (OBJ), which stays unread. */
  integer(what: string): number {
    if (!this.skipBlanks()) throw this.error(what, this.describe());
    return this.parseInteger(what);
  }

  /** Reads a whole number of this line or of one below. */
  integerBelow(what: string): number {
    if (!this.skipToWord()) throw this.error(what, this.describe());
    return this.parseInteger(what);
  }

  /**
   * Reads how many items follow. Each takes at least `minBytes`, so a count beyond the bytes that
   * remain is refused before anything is allocated.
   */
  count(what: string, minBytes: number, below = true): number {
    if (below) this.skipToWord();
    else this.skipBlanks();
    const start = this.at;
    const value = below ? this.integerBelow(what) : this.integer(what);
    if (value < 0) throw this.errorAt(start, `${what} from 0`, `found ${value}`);
    if (value * minBytes > this.remaining + 1) {
      throw this.errorAt(start, `${what} that fits the file`, `found ${value} with ${this.remaining} bytes left`);
    }
    return value;
  }

  private parseInteger(what: string): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let negative = false;
    if (bytes[at] === MINUS || bytes[at] === PLUS) negative = bytes[at++] === MINUS;
    const firstDigit = at;
    let value = 0;
    for (; at < bytes.length; at++) {
      const digit = bytes[at] - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const next = at < bytes.length ? bytes[at] : SPACE;
    if (at === firstDigit || (next > SPACE && next !== SLASH && next !== HASH)) throw this.error(what, this.describe());
    if (value > Number.MAX_SAFE_INTEGER) throw this.error(what, this.describe());
    this.at = at;
    return negative ? -value : value;
  }

  /**
   * Up to 2^53 in digits and 10^±22 in scale the product or quotient of two exact doubles rounds once,
   * so it is the nearest double; everything else goes through `Number`.
   */
  private parseNumber(what: string): number {
    const { bytes } = this;
    const start = this.at;
    const end = bytes.length;
    let at = start;
    let negative = false;
    if (bytes[at] === MINUS || bytes[at] === PLUS) negative = bytes[at++] === MINUS;
    let mantissa = 0;
    let digits = 0;
    let scale = 0;
    for (; at < end; at++) {
      const c = bytes[at];
      if (c < ZERO || c > NINE) break;
      mantissa = mantissa * 10 + (c - ZERO);
      digits++;
    }
    if (at < end && bytes[at] === DOT) {
      const fraction = ++at;
      for (; at < end; at++) {
        const c = bytes[at];
        if (c < ZERO || c > NINE) break;
        mantissa = mantissa * 10 + (c - ZERO);
      }
      scale = fraction - at;
      digits += at - fraction;
    }
    if (digits === 0) throw this.error(what, this.describe());
    if (at < end && (bytes[at] | 32) === 101) {
      at++;
      let down = false;
      if (at < end && (bytes[at] === MINUS || bytes[at] === PLUS)) down = bytes[at++] === MINUS;
      const first = at;
      let exponent = 0;
      for (; at < end; at++) {
        const c = bytes[at];
        if (c < ZERO || c > NINE) break;
        if (exponent < 1e6) exponent = exponent * 10 + (c - ZERO);
      }
      if (at === first) throw this.error(what, this.describe());
      scale += down ? -exponent : exponent;
    }
    if (at < end && bytes[at] > SPACE && bytes[at] !== HASH) throw this.error(what, this.describe());
    this.at = at;
    if (mantissa <= Number.MAX_SAFE_INTEGER && scale >= -22 && scale <= 22) {
      const value = scale < 0 ? mantissa / TENS[-scale] : mantissa * TENS[scale];
      return negative ? -value : value;
    }
    const value = Number(decodeLatin(bytes, start, at));
    if (!Number.isFinite(value)) {
      this.at = start;
      throw this.error(what, this.describe());
    }
    return value;
  }

  /** What stands at the current place, for messages. */
  describe(): string {
    if (this.at >= this.bytes.length) return 'the file ends';
    const c = this.bytes[this.at];
    if (c === NEWLINE || c === RETURN || (c === HASH && this.comments)) return 'the line ends';
    let end = this.at;
    while (end < this.bytes.length && this.bytes[end] > SPACE && end - this.at < QUOTE_LENGTH) end++;
    return `found "${decodeLatin(this.bytes, this.at, Math.max(end, this.at + 1)).replace(/[^ -~]/g, '?')}"`;
  }

  /** Refuses whatever comes but blanks and comments: what a file holds beyond what it declares. */
  expectEnd(expected: string): void {
    if (this.skipToWord()) throw this.error(expected, this.describe());
  }

  error(expected: string, found?: string): IoError {
    return this.errorAt(this.at, expected, found);
  }

  errorAt(offset: number, expected: string, found?: string): IoError {
    return new IoError({ file: this.file, line: this.lineOf(offset), offset, expected, found });
  }

  private lineOf(offset: number): number {
    const { bytes } = this;
    const end = Math.min(offset, bytes.length);
    let line = 1;
    for (let i = 0; i < end; i++) {
      if (bytes[i] === NEWLINE || (bytes[i] === RETURN && bytes[i + 1] !== NEWLINE)) line++;
    }
    return line;
  }
}

function decodeLatin(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
