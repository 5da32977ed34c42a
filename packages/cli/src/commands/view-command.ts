import { characterFigureEntry, scenes } from '@selfcollide/scenes';
import { Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { UsageError } from '../failure.ts';
import { listScenes } from '../scenes/named-scene.ts';
import { findViewer } from '../view/find-viewer.ts';
import { listFiles } from '../view/list-files.ts';
import { openInBrowser } from '../view/open-in-browser.ts';
import { type ServedFile, serveViewer } from '../view/serve-viewer.ts';

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
    .argument('[files...]', 'models to look at, several as one scene; quoted patterns; folders; or scene:NAME')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes any that is free', portNumber, 0)
    .option('--no-open', 'only print the address')
    .addHelpText('after', EXAMPLES)
    .action(async (inputs: string[], { port, open }: ViewFlags) => {
      const [scene] = inputs.filter((input) => input.startsWith('scene:')).map((input) => input.slice('scene:'.length));
      if (scene !== undefined && inputs.length > 1) throw new UsageError('view shows a scene or files, not both.');
      const files = scene === undefined ? await listFiles(inputs) : [];
      const hash = scene === undefined ? '' : sceneHash(scene);
      const served = await serve(files, port);
      const url = `${served.url}${hash}`;
      out.write(`Viewer at ${url}\nCtrl+C ends it.\n`);
      if (open && !(await openInBrowser(url))) out.write('No browser could be started; open the address yourself.\n');
      await interrupted();
      await served.close();
    });
}

async function serve(files: readonly ServedFile[], port: number) {
  try {
    return await serveViewer({ folder: findViewer(), port, files });
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
  if (name !== characterFigureEntry.name && !scenes.some((entry) => entry.name === name)) {
    const advice = `write it with "selfcollide scenes ${name} ${name}.glb" and view that`;
    const known = listScenes().some((entry) => entry.name === name);
    throw new UsageError(
      `${name}: ${known ? `not a scene of the viewer; ${advice}.` : 'no such scene; "selfcollide scenes" lists them.'}`,
    );
  }
  return `#scene=${encodeURIComponent(name)}${triangles ? `&triangles=${encodeURIComponent(triangles)}` : ''}`;
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
  $ selfcollide view scene.gltf                a glTF brings the files it refers to along
  $ selfcollide view "sim_%04d.obj"            numbered files, a frame each; also "sim_*.obj"
  $ selfcollide view renders/                  every mesh in a folder
  $ selfcollide view garment.obj body.obj      two objects of one scene
  $ selfcollide view scene:knee
  $ selfcollide view --port 8000 --no-open`;
