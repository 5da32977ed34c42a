import picomatch from 'picomatch';

/** Whether a path, with slashes and relative to the folder that the glob is meant for, matches. */
export type FileGlob = (path: string) => boolean;

/**
 * `*` and `?` stay within a folder, `**` crosses folders, `{a,b}`, `[a-z]` and a leading `!` work as in other tools.
 *
 * @throws SyntaxError if brackets do not match.
 */
export function fileGlob(pattern: string): FileGlob {
  return picomatch(pattern, { dot: true, strictBrackets: true });
}

/** The folder to start looking in, and whether there is anything to expand at all. */
export function splitGlob(pattern: string): { readonly base: string; readonly isGlob: boolean } {
  const { base, isGlob } = picomatch.scan(pattern);
  return { base, isGlob };
}

/** Why a glob cannot be used, or undefined. */
export function globFault(pattern: string): string | undefined {
  if (pattern.includes('\\')) return 'use / between folders, also on Windows';
  if (pattern.startsWith('/')) return 'it must be relative to the folder of the config';
  // a bracket that is never closed means itself to picomatch, which is never what was meant
  let depth = 0;
  for (const c of pattern) {
    if (c === '[') depth++;
    if (c === ']') depth--;
    if (depth < 0 || depth > 1) return 'its brackets do not match';
  }
  if (depth !== 0) return 'its brackets do not match';
  try {
    fileGlob(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
