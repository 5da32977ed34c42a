import { spawn } from 'node:child_process';
import { onInterrupt } from './on-interrupt.ts';

/** Waits for the end of its input, which is that of the program, whatever ends it. Signals of the terminal are not for it. */
const SCRIPT = `trap '' INT TERM HUP QUIT
cat > /dev/null
for folder; do rm -f -- "$folder"/.*."$SELFCOLLIDE_PID".partial; done`;

/**
 * Has a shell remove what this program has begun to write in these folders, should it be killed; returns a function that takes this back. A
 * handler of ours could not: it runs between frames, and one frame may take minutes. So signals end the program at once, as if nobody listened.
 * `cleanUp` is for where there is no such shell.
 */
export function removeWhenGone(folders: readonly string[], cleanUp: () => void): () => void {
  if (process.platform === 'win32') return onInterrupt(cleanUp);
  let takeBack = () => {};
  // standard error is passed on, so that whoever waits for its end waits for the shell too
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...new Set(folders)], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', SELFCOLLIDE_PID: String(process.pid) },
    detached: true,
  });
  shell.on('error', () => {
    takeBack = onInterrupt(cleanUp);
  });
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => {
    shell.kill('SIGKILL');
    takeBack();
  };
}
