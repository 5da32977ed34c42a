/**
 * Which frames to run: a count (`'5'`: so many, spread evenly from first to last) or a list (`'0,12,40'`: these; a trailing comma
 * makes a list of one).
 */
export function selectFrames(wanted: string, frameCount: number): number[] {
  if (!/^\d+$/.test(wanted)) {
    const frames = wanted.replace(/,$/, '').split(',').map(Number);
    const bad = frames.find((frame) => !Number.isSafeInteger(frame) || frame < 0 || frame >= frameCount);
    if (bad === undefined && wanted.includes(',')) return frames;
    throw new RangeError(
      `--frames must be a count or a list of frames from 0 to ${frameCount - 1} such as 0,5,9, got ${wanted}.`,
    );
  }
  const count = Math.min(Number(wanted), frameCount);
  if (count < 1) throw new RangeError(`--frames must be at least 1, got ${wanted}.`);
  if (count === 1) return [frameCount - 1]; // the last frame: scenes end in their hardest pose
  return Array.from({ length: count }, (_, i) => Math.round((i * (frameCount - 1)) / (count - 1)));
}
