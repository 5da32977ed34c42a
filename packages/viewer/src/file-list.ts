import { markFile, showFiles } from '@selfcollide/kit';
import type { SourceRequest } from './messages.ts';

/** Files that make up a scene can be looked at one by one. */
export function listFiles(
  source: SourceRequest | null,
  files: readonly string[],
  open: (source: SourceRequest) => void,
): void {
  if (source?.kind !== 'files' || files.length < 2) {
    showFiles([], () => {});
    return;
  }
  const entries = [`All ${files.length} files as one scene`, ...files];
  showFiles(
    entries.map((text) => ({ text, state: 'searching' })),
    (index) => open({ ...source, only: index === 0 ? undefined : files[index - 1] }),
  );
  markFile(source.only === undefined ? 0 : 1 + files.indexOf(source.only));
}
