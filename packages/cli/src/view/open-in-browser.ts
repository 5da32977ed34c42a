import { spawn } from 'node:child_process';

/** Opens an address in the user's browser. Resolves to whether that could be started. */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, ...args] =
    platform === 'darwin'
      ? ['open', url]
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref(); // the browser outlives this program
      resolve(true);
    });
  });
}
