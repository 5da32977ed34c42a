import type { CheckReport } from '../../cli/src/index.ts';
import { callCli } from '../../cli/test/start-cli.ts';

/** Contacts that `selfcollide check` prints for frames of a file or scene, by frame. */
export async function printedCounts(input: string, frames: readonly number[]): Promise<Map<number, number>> {
  const list = [...new Set(frames)].sort((a, b) => a - b).join(',');
  const options = ['--frames', list, '--json', '-', '--list', '0', '--threads', '1'];
  const { out, err } = await callCli(['check', input, ...options]);
  const [file] = (JSON.parse(out) as CheckReport).files;
  if (!file || 'error' in file) throw new Error(`${input}: ${err}`);
  return new Map(file.frames.map(({ frame, contacts }) => [frame, contacts]));
}
