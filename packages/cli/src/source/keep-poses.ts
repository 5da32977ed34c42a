import type { Source, SourcePose } from './source.ts';

/** Poses as of a source, but each stays valid until two others were asked for: the end of one step is the start of the next. */
export function keepPoses(source: Source): (frame: number) => Promise<SourcePose> {
  const kept = new Map<number, SourcePose>();
  return async (frame) => {
    const known = kept.get(frame);
    if (known) return known;
    const pose = await source.pose(frame);
    const copy = { ...pose, positions: pose.positions.slice() };
    const [oldest] = kept.keys();
    if (kept.size === 2) kept.delete(oldest);
    kept.set(frame, copy);
    return copy;
  };
}
