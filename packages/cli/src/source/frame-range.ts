/** Frame numbers from `first` to `last`, both included, every `step`. An open end reaches to the clip's end. */
export interface FrameRange {
  readonly first?: number;
  readonly last?: number;
  readonly step: number;
}

const RANGE = /^(-?\d+)?(?:(:)(-?\d+)?(?::(\d+))?)?$/;

/** Reads `12`, `a:b`, `a:b:step`, `::step` and lists of these separated by commas; undefined if it makes no sense. */
export function parseFrameRanges(text: string): FrameRange[] | undefined {
  const ranges: FrameRange[] = [];
  for (const part of text.split(',')) {
    const match = RANGE.exec(part.trim());
    if (!match || match[0] === '') return undefined;
    const [, from, colon, to, every] = match;
    const step = every === undefined ? 1 : Number(every);
    if (step < 1) return undefined;
    const first = from === undefined ? undefined : Number(from);
    const last = colon === undefined ? first : to === undefined ? undefined : Number(to);
    if (first !== undefined && last !== undefined && first > last) return undefined;
    ranges.push({ first, last, step });
  }
  return ranges;
}

/** Places in `numbers` (ascending frame numbers) that any of the ranges takes; all without ranges. */
export function selectFrames(numbers: ArrayLike<number>, ranges: readonly FrameRange[] | undefined): Uint32Array {
  const places: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    const taken =
      !ranges ||
      ranges.some(({ first, last, step }) => {
        const start = first ?? numbers[0];
        return number >= start && (last === undefined || number <= last) && (number - start) % step === 0;
      });
    if (taken) places.push(i);
  }
  return Uint32Array.from(places);
}
