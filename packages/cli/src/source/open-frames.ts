import { openSequence } from '@selfcollide/io';
import { buildClips } from './build-clips.ts';
import type { SequenceInput } from './input.ts';
import { loadNamed, resolveLocated } from './located-files.ts';
import { describeMissing } from './missing-frames.ts';
import { resolveBeside } from './resolve-beside.ts';
import type { PoseOptions, Source } from './source.ts';

/** Opens numbered files. The first of all is the rest pose, whichever frames are taken, so that a part gives what the whole gives. */
export async function openFrames(input: SequenceInput, options: PoseOptions): Promise<Source> {
  const { name, files, numbers, located } = input;
  const known = new Set(files);
  const besideThem = located
    ? resolveLocated(files[0], located)
    : resolveBeside(files[0], options.allowOutside ?? false);
  const load = (path: string, byteLength?: number): Promise<Uint8Array> =>
    known.has(path) ? loadNamed(path, located) : besideThem(path, byteLength);
  const sequence = await openSequence({ names: files, load });
  const [{ clip, places }] = buildClips(name, [{ name: '', numbers, files }], options.frames);
  const { base } = sequence;

  return {
    name,
    format: base.format,
    base,
    rest: base.positions,
    restKind: 'first frame',
    clips: [clip],
    frameCount: clip.frameCount,
    warnings: [...base.warnings, ...describeMissing(numbers, options.frames)],
    async pose(frame) {
      const { model, topologyChanged } = await sequence.frame(places[frame]);
      return { positions: model.positions, ...(topologyChanged && { model }) };
    },
  };
}
