import { once } from 'node:events';
import { OutputError, systemReason } from '../failure.ts';
import { OutputFile } from './output-file.ts';

/** Where a report goes, no faster than it can be taken. */
export interface TextOutput {
  /** @throws OutputError */
  write(text: string): Promise<void>;
  /** Nothing more comes. @throws OutputError */
  end(): Promise<void>;
  /** Nothing more comes, and what came is not wanted. */
  discard(): void;
}

/**
 * Opens a file, or standard output if the path is `-`.
 *
 * @throws UsageError if the file cannot be written.
 */
export async function openOutput(option: string, path: string, standard: NodeJS.WritableStream): Promise<TextOutput> {
  return path === '-' ? new StandardOutput(option, standard) : OutputFile.create(option, path);
}

class StandardOutput implements TextOutput {
  readonly #option: string;
  readonly #stream: NodeJS.WritableStream;
  #error: NodeJS.ErrnoException | undefined;

  constructor(option: string, stream: NodeJS.WritableStream) {
    this.#option = option;
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#error ??= error;
    });
  }

  async write(text: string): Promise<void> {
    this.#check();
    if (this.#stream.write(text)) return;
    await once(this.#stream, 'drain').catch((error) => {
      this.#error ??= error;
    });
    this.#check();
  }

  async end(): Promise<void> {
    await new Promise(setImmediate); // errors come a moment later
    this.#check();
  }

  discard(): void {}

  #check(): void {
    if (!this.#error) return;
    throw new OutputError(`${this.#option}: cannot write to standard output (${systemReason(this.#error)}).`);
  }
}
