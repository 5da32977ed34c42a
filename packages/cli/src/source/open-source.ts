import { hidingContent } from './hide-content.ts';
import type { Input } from './input.ts';
import { openFile } from './open-file.ts';
import { openFrames } from './open-frames.ts';
import type { PoseOptions, Source } from './source.ts';

/**
 * Opens an input, whatever its kind.
 *
 * @throws IoError, a system error, or UsageError if the options do not fit the input.
 */
export async function openSource(input: Input, options: PoseOptions): Promise<Source> {
  switch (input.kind) {
    case 'file':
      return input.located ? hidingContent(() => openFile(input, options)) : openFile(input, options);
    case 'sequence':
      return input.located ? hidingContent(() => openFrames(input, options)) : openFrames(input, options);
    case 'scene': {
      // scenes are more to load than all that files need
      const { openScene } = await import('./open-scene.ts');
      return openScene(input, options);
    }
  }
}
