import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { expandInputs } from '../source/expand-inputs.ts';
import { filesOf } from '../source/input.ts';
import { referredFiles } from '../source/referred-files.ts';

/** A name leads to where the server may not look, or may not write. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/** The folders below which a server reads and writes; everything else is refused, links that lead out included. */
export class AllowedFolders {
  /** Without links. */
  readonly #folders: readonly string[];

  /** @throws RangeError if one is not a folder. */
  constructor(folders: readonly string[]) {
    this.#folders = folders.map((folder) => {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new RangeError(`mcp: ${folder} is no folder.`);
      return realpathSync(folder);
    });
  }

  get first(): string {
    return this.#folders[0];
  }

  /**
   * The absolute name of an input: a file, or a pattern of numbered files. What it expands to, and what models among it refer to, must be
   * inside as well.
   *
   * @throws OutsideError
   */
  async findInput(name: string): Promise<string> {
    if (/^scene:/.test(name) || name === '-') throw new OutsideError(`${name}: only files can be read.`);
    const path = this.#placeOf(name);
    const inputs = await expandInputs([path]);
    const files = inputs.flatMap(filesOf);
    for (const file of [...files, ...files.flatMap(referredFiles)]) {
      // one that is not there is reported by the command that looks for it
      if (existsSync(file) && !this.#holds(realpathSync(file))) throw this.#outside(name);
    }
    return path;
  }

  /**
   * The absolute name of an output in a folder that is there.
   *
   * @throws OutsideError
   */
  findOutput(name: string): string {
    const path = this.#placeOf(name);
    if (!existsSync(dirname(path))) throw new OutsideError(`${name}: there is no such folder.`);
    const real = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
    if (!this.#holds(real)) throw this.#outside(name);
    return path;
  }

  /** As a caller would name it: relative to the first folder, if it is below it. */
  shortName(path: string): string {
    const short = relative(this.first, path);
    return short.startsWith('..') || isAbsolute(short) ? path : short;
  }

  /** Relative names are looked for in every folder, in turn. */
  #placeOf(name: string): string {
    if (name === '' || name.includes('\0')) throw new OutsideError('a name must not be empty, nor hold a zero byte.');
    const candidates = this.#folders.map((folder) => resolve(folder, name));
    const inside = candidates.filter((path) => this.#holds(path));
    if (inside.length === 0) throw this.#outside(name);
    return inside.find((path) => existsSync(path)) ?? inside[0];
  }

  #holds(path: string): boolean {
    return this.#folders.some(
      (folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
    );
  }

  #outside(name: string): OutsideError {
    return new OutsideError(`${name}: is not below a folder that this server was given (${this.#folders.join(', ')}).`);
  }
}
