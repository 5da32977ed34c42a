import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { UsageError } from '../failure.ts';

/** Text that goes to a file or to standard output, no faster than it can be taken. */
export class TextOutput {
  readonly #stream: NodeJS.WritableStream;
  readonly #closes: boolean;
  #error: Error | undefined;

  private constructor(stream: NodeJS.WritableStream, closes: boolean) {
    this.#stream = stream;
    this.#closes = closes;
    stream.on('error', (error) => {
      this.#error ??= error;
    });
  }

  /**
   * Opens the output at once, so that a wrong path is found before a long run. `-` is standard output.
   *
   * @throws UsageError if the file cannot be written.
   */
  static async open(option: string, path: string, standard: NodeJS.WritableStream): Promise<TextOutput> {
    if (path === '-') return new TextOutput(standard, false);
    const stream: WriteStream = createWriteStream(path);
    try {
      await once(stream, 'open');
    } catch (error) {
      throw new UsageError(`${option}: cannot write ${path} (${(error as Error).message}).`);
    }
    return new TextOutput(stream, true);
  }

  async write(text: string): Promise<void> {
    if (this.#error) throw this.#error;
    if (this.#stream.write(text)) return;
    await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    if (this.#error) throw this.#error;
    if (!this.#closes) return;
    this.#stream.end();
    await once(this.#stream, 'finish');
  }
}
