import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import type { CellGroup } from '../detect/surface-cells.ts';
import { plural } from '../report/format-number.ts';
import { OutputFile } from '../report/output-file.ts';
import type { Report } from '../report/report.ts';
import { showText } from '../report/show-text.ts';
import { type Baseline, baselineKey, writeBaseline } from './baseline-file.ts';

/** Writes what is found as the new baseline. Files that this run does not look at, or cannot read, keep what they had. */
export class BaselineRecorder implements Report {
  readonly #path: string;
  readonly #files: Map<string, { cell: number; groups: readonly CellGroup[] }>;
  readonly #output: OutputFile;
  readonly #generator: string;
  readonly #print: (text: string) => void;
  #header: FileHeader | undefined;
  #groups = new Map<string, CellGroup & { readonly seen: Map<string, readonly number[]> }>();
  #places = 0;

  private constructor(
    path: string,
    before: Baseline,
    output: OutputFile,
    generator: string,
    print: (text: string) => void,
  ) {
    this.#path = path;
    this.#files = new Map(before);
    this.#output = output;
    this.#generator = generator;
    this.#print = print;
  }

  /** @throws UsageError if there can be no such file. */
  static async create(path: string, before: Baseline, generator: string, print: (text: string) => void) {
    return new BaselineRecorder(path, before, await OutputFile.create('--baseline', path), generator, print);
  }

  opened(header: FileHeader): void {
    this.#header = header;
    this.#groups = new Map();
  }

  frame({ cells = [] }: FrameResult): void {
    for (const { kind, objects, cells: rows } of cells) {
      const key = `${kind}\n${objects.join('\n')}`;
      const group = this.#groups.get(key) ?? { kind, objects, cells: [], seen: new Map<string, readonly number[]>() };
      this.#groups.set(key, group);
      for (const row of rows) group.seen.set(row.join(), row);
    }
  }

  closed(): void {
    const { name, cell } = this.#header!;
    const groups = Array.from(this.#groups.values(), ({ kind, objects, seen }) => ({
      kind,
      objects,
      cells: [...seen.values()],
    }));
    const key = baselineKey(this.#path, name);
    if (groups.length > 0) this.#files.set(key, { cell: cell!, groups });
    else this.#files.delete(key); // a clean file has nothing to be let through
    this.#places += groups.reduce((sum, { cells }) => sum + cells.length, 0);
  }

  async end(): Promise<void> {
    await this.#output.write(writeBaseline(this.#files, this.#generator));
    await this.#output.end();
    this.#print(
      showText(
        `Wrote ${this.#path}: findings of ${plural(this.#files.size, 'file')}, ${plural(this.#places, 'spot')} in this run.`,
      ),
    );
  }

  discard(): void {
    this.#output.discard();
  }
}
