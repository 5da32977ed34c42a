import type { FileHeader, FrameResult } from '../detect/frame-result.ts';
import { UsageError } from '../failure.ts';
import { drawPlace } from '../picture/draw-place.ts';
import type { FileSummary } from './file-summary.ts';
import { plural } from './format-number.ts';
import { OutputFile } from './output-file.ts';
import type { Report } from './report.ts';
import { showText } from './show-text.ts';

/** Pixels. */
const HEIGHT = 560;

/** Writes one place of the worst frame of every input as PNG: the whole model and a close-up. Without findings: its first frame. */
export class PictureReport implements Report {
  /** Where to write, input by input. */
  readonly #paths: readonly string[];
  /** Number of the place, from 1. */
  readonly #place: number;
  #next = 0;
  readonly #print: (text: string) => void;
  #header: FileHeader | undefined;
  #wanted = -1;
  #result: FrameResult | undefined;

  private constructor(paths: readonly string[], place: number, print: (text: string) => void) {
    this.#paths = paths;
    this.#place = place;
    this.#print = print;
  }

  /** @throws UsageError if there can be no such file. */
  static async create(paths: readonly string[], place: number, print: (text: string) => void): Promise<PictureReport> {
    (await OutputFile.create('--picture', paths[0])).discard(); // the others are in the same folder
    return new PictureReport(paths, place, print);
  }

  opened(header: FileHeader): void {
    this.#header = header;
    this.#result = undefined;
  }

  extraPoses({ worst }: FileSummary): number[] {
    this.#wanted = worst[0]?.frame ?? 0;
    return [this.#wanted];
  }

  failed(): void {
    this.#next++;
  }

  pose(result: FrameResult): void {
    if (result.frame === this.#wanted) this.#result = result;
  }

  /** @throws UsageError if the frame has fewer places than the number asked for. */
  async closed(summary: FileSummary): Promise<void> {
    const path = this.#paths[this.#next++];
    const { pose, places } = this.#result ?? {};
    if (!pose || !places) return; // the frame could not be read, which was said
    const label = summary.frameLabel(this.#wanted);
    const place = places[this.#place - 1];
    if (!place && this.#place > 1) {
      throw new UsageError(`--place: ${label} has ${plural(places.length, 'place')} to draw, got ${this.#place}.`);
    }
    const file = await OutputFile.create('--picture', path);
    const picture = drawPlace(pose.mesh ?? this.#header!.mesh!, pose, place, HEIGHT);
    const { encode } = await import('fast-png');
    await file.write(encode({ ...picture, channels: 3, depth: 8 }));
    await file.end();
    const what = place ? `place ${this.#place}, ${place.name}` : 'nothing to mark';
    this.#print(showText(`Wrote ${path}: ${label}, ${what}.`));
  }
}
