import { IoError } from '@selfcollide/io';
import { FailedInput } from '../failure.ts';
import type { Source } from './source.ts';

/** What readers say they found that is a number or a fixed phrase: not a word of the file. */
const PLAIN =
  /^(found (none|-?[\d.][\d.e+-]*|NaN|-?Infinity)\b|the file (ends|has)|only \d|every face|transforms in)[^"'`]*$/;

/**
 * What is read for somebody far away: no text of a file is quoted in errors. It may be another file than they believe, and what is quoted ends up
 * in Redis, where nothing of a file belongs.
 */
export async function hidingContent(open: () => Promise<Source>): Promise<Source> {
  const source = await hide(open);
  return { ...source, pose: (frame) => hide(() => source.pose(frame)) };
}

async function hide<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IoError)) throw error;
    const { file, expected, found, line, offset } = error;
    // of a file that it refers to, what is found is a reason of ours or of the system
    if (found === undefined || PLAIN.test(found) || expected.startsWith('the file "')) throw error;
    const place = line !== undefined ? ` line ${line}:` : offset !== undefined ? ` byte ${offset}:` : '';
    const message = `${file}:${place} expected ${expected}, found something else.`;
    throw new FailedInput({ kind: 'unreadable', message });
  }
}
