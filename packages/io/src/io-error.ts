/** Where and why a file was refused. */
export interface IoErrorDetails {
  /** File name as the caller gave it. */
  readonly file: string;
  /** What the format asks for at that place; a phrase that follows "expected". */
  readonly expected: string;
  /** What is there instead; a phrase, optional. */
  readonly found?: string;
  /** Byte from the start of the file, for binary data. */
  readonly offset?: number;
  /** Line from 1, for text. */
  readonly line?: number;
  readonly cause?: unknown;
}

/**
 * A file that cannot be read. The message reads
 * `cloth.ply: byte 1032: expected 3 values for vertex 17, the file ends.`
 */
export class IoError extends Error {
  override readonly name = 'IoError';
  readonly file: string;
  readonly expected: string;
  readonly found: string | undefined;
  readonly offset: number | undefined;
  readonly line: number | undefined;

  constructor(details: IoErrorDetails) {
    const { file, expected, found, offset, line, cause } = details;
    const place = line !== undefined ? ` line ${line}:` : offset !== undefined ? ` byte ${offset}:` : '';
    super(`${file}:${place} expected ${expected}${found ? `, ${found}` : ''}.`, cause === undefined ? {} : { cause });
    this.file = file;
    this.expected = expected;
    this.found = found;
    this.offset = offset;
    this.line = line;
  }
}
