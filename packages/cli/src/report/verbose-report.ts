import { type DetectOptions, describeSearch } from '../detect/detect-options.ts';
import type { FileHeader } from '../detect/frame-result.ts';
import type { Report } from './report.ts';
import { showText } from './show-text.ts';

/** Says how each file is searched, and what it took to get there. */
export class VerboseReport implements Report {
  readonly #options: Omit<DetectOptions, 'places'>;
  readonly #print: (text: string) => void;

  constructor(options: Omit<DetectOptions, 'places'>, print: (text: string) => void) {
    this.#options = options;
    this.#print = print;
  }

  opened({ name, frameCount, triangleCount, prepareMs }: FileHeader): void {
    const search = describeSearch({ ...this.#options, places: 'all' }, frameCount);
    const ready = `ready after ${Math.round(prepareMs)} ms`;
    const triangles = `${triangleCount.toLocaleString('en')} triangle${triangleCount === 1 ? '' : 's'}`;
    this.#print(showText(`${name}: ${triangles}, ${ready}; search: ${search}.`));
  }
}
