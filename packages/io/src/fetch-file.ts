import { IoError } from './io-error.ts';

/**
 * Fetches another file that one refers to, by the name written in it. Where `byteLength` is given, only so many bytes are used, and fewer will
 * be refused.
 */
export type ResolveFile = (uri: string, byteLength?: number) => Promise<Uint8Array>;

/** @throws {@link IoError} that names both files. */
export async function fetchFile(
  file: string,
  uri: string,
  resolve: ResolveFile | undefined,
  byteLength?: number,
): Promise<Uint8Array> {
  const expected = `the file "${uri}"`;
  if (!resolve) throw new IoError({ file, expected, found: 'no resolve function was given' });
  try {
    return await resolve(uri, byteLength);
  } catch (cause) {
    if (cause instanceof IoError) throw cause;
    const found = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    throw new IoError({ file, expected, found, cause });
  }
}
