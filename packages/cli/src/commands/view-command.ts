import { statSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { UsageError } from '../failure.ts';
import { findViewer } from '../view/find-viewer.ts';
import { openInBrowser } from '../view/open-in-browser.ts';
import { serveViewer } from '../view/serve-viewer.ts';

interface ViewFlags {
  readonly port: number;
  readonly open: boolean;
}

/** `selfcollide view`: serves until it is interrupted. */
export function viewCommand({ out }: Terminal): Command {
  return new Command('view')
    .summary('look at a model and its contacts in the browser')
    .description(
      'Opens the viewer in the browser, with a model file or a built-in scene. Nothing leaves this computer.',
    )
    .argument('[file]', 'model to look at (GLB, OBJ, PLY, STL, OFF), or scene:NAME')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes any that is free', portNumber, 0)
    .option('--no-open', 'only print the address')
    .addHelpText('after', EXAMPLES)
    .action(async (input: string | undefined, { port, open }: ViewFlags) => {
      const scene = input?.startsWith('scene:') ? input.slice('scene:'.length) : undefined;
      const file = scene === undefined ? input : undefined;
      if (file !== undefined) checkFile(file);
      const served = await serve(file, port);
      const url = scene === undefined ? served.url : `${served.url}${sceneHash(scene)}`;
      out.write(`Viewer at ${url}\nCtrl+C ends it.\n`);
      if (open && !(await openInBrowser(url))) out.write('No browser could be started; open the address yourself.\n');
      await interrupted();
      await served.close();
    });
}

async function serve(file: string | undefined, port: number) {
  try {
    return await serveViewer({ folder: findViewer(), port, ...(file !== undefined && { file }) });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') throw new UsageError(`--port ${port} is taken; choose another, or 0 for any.`);
    if (code === 'EACCES') throw new UsageError(`--port ${port} is not allowed; choose one from 1024.`);
    throw error;
  }
}

/** `knee` or, with a number of triangles, `knee:5000`. */
function sceneHash(scene: string): string {
  const [name, triangles] = scene.split(':');
  return `#scene=${encodeURIComponent(name)}${triangles ? `&triangles=${encodeURIComponent(triangles)}` : ''}`;
}

function checkFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  throw new UsageError(`${file}: no such file.`);
}

function portNumber(text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= 0 && value <= 65535) return value;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      resolve();
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
  });
}

const EXAMPLES = `
Examples:
  $ selfcollide view character.glb
  $ selfcollide view scene:knee
  $ selfcollide view --port 8000 --no-open`;
