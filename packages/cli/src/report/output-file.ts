import { realpathSync, rmSync, statSync } from 'node:fs';
import { chmod, type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OutputError, systemReason, UsageError } from '../failure.ts';

/** Text is collected up to this length before it is written. */
const BUFFER_LENGTH = 2 ** 16;

/**
 * A file that appears at its place only when it is whole: it is written beside it and renamed. Whoever stops halfway leaves what was there
 * before. Devices and pipes cannot be replaced and are written to directly.
 */
export class OutputFile {
  readonly #option: string;
  readonly #path: string;
  readonly #temporary: string | undefined;
  readonly #handle: FileHandle;
  #buffer = '';
  #open = true;

  private constructor(option: string, path: string, temporary: string | undefined, handle: FileHandle) {
    this.#option = option;
    this.#path = path;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /**
   * Opens the output at once, so that a wrong path is found before a long run; `option` is named in errors.
   *
   * @throws UsageError if there can be no such file.
   */
  static async create(option: string, path: string): Promise<OutputFile> {
    try {
      const before = statSync(path, { throwIfNoEntry: false });
      if (before?.isDirectory()) throw new UsageError(`${option}: cannot write ${path} (is a folder).`);
      if (before && !before.isFile()) return new OutputFile(option, path, undefined, await open(path, 'w'));
      const target = before ? realpathSync(path) : path; // what a link leads to is replaced, not the link
      const temporary = partialOf(target);
      const handle = await open(temporary, 'w');
      if (before) await chmod(temporary, before.mode & 0o777);
      return new OutputFile(option, target, temporary, handle);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${option}: cannot write ${path} (${systemReason(error as NodeJS.ErrnoException)}).`);
    }
  }

  /** Removes what `create` has begun for this path and not handed out yet: for whoever is interrupted meanwhile. */
  static removeBegun(path: string): void {
    const before = statSync(path, { throwIfNoEntry: false });
    rmSync(partialOf(before ? realpathSync(path) : path), { force: true });
  }

  /** @throws OutputError if the disk is full, or whatever else comes between. */
  async write(data: string | Uint8Array): Promise<void> {
    if (typeof data !== 'string') return this.#append(data);
    this.#buffer += data;
    if (this.#buffer.length >= BUFFER_LENGTH) await this.#flush();
  }

  /** Puts the file in its place. */
  async end(): Promise<void> {
    await this.#flush();
    await this.#try(async () => {
      this.#open = false;
      await this.#handle.close();
      if (this.#temporary !== undefined) await rename(this.#temporary, this.#path);
    });
  }

  /** Leaves what was there before; nothing if the file is whole. At once, since the program may be about to end. */
  discard(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
    this.#handle.close().catch(() => {});
  }

  async #flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = '';
    if (text !== '') await this.#append(text);
  }

  #append(data: string | Uint8Array): Promise<void> {
    return this.#try(() => this.#handle.writeFile(data));
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.discard();
      const reason = systemReason(error as NodeJS.ErrnoException);
      throw new OutputError(`${this.#option}: cannot write ${this.#path} (${reason}).`);
    }
  }
}

function partialOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
}
