import { byId, type Shortcut } from '@selfcollide/kit';
import { App } from './app.ts';
import { DEFAULT_SCENE } from './gallery-scenes.ts';
import { findLiveScene, type LiveScene } from './live/live-scenes.ts';
import type { LiveView } from './live/live-view.ts';
import type { FileToOpen } from './messages.ts';
import type { Gallery } from './panels/gallery.ts';
import { receiveFiles } from './receive-files.ts';
import { cannotStart } from './status.ts';

function start(): void {
  let app: App;
  let gallery: Promise<Gallery> | undefined;
  /** Loaded when it is first opened. */
  const openGallery = async () => {
    gallery ??= import('./panels/gallery.ts').then((module) => new module.Gallery((name) => openScene(name)));
    (await gallery).open();
  };
  const shortcuts: Shortcut[] = [
    {
      keys: ['1', '2', '3', '4', '5', '6'],
      shown: '1 – 6',
      does: 'Show the contacts of that method',
      run: (key) => app.methods.choose(Number(key) - 1),
    },
    { keys: ['m'], shown: 'M', does: 'What unsafe-normal-cone misses', run: () => app.methods.toggleMissed() },
    { keys: ['c'], shown: 'C', does: 'Chart of the cost', run: () => app.toggleDetails('chart-details') },
    { keys: ['i'], shown: 'I', does: 'Impacts until the next frame', run: () => app.toggleDetails('step-details') },
    { keys: ['a'], shown: 'A', does: 'See the algorithm', run: () => app.toggleDetails('algorithm-details') },
    { keys: ['['], shown: '[', does: 'Larger patches', run: () => app.algorithm.stepLevel(-1) },
    { keys: [']'], shown: ']', does: 'Smaller patches', run: () => app.algorithm.stepLevel(1) },
    {
      keys: ['l'],
      shown: 'L',
      does: 'Clay instead of the model’s own materials',
      run: () => byId('clay').click(),
    },
    { keys: ['g'], shown: 'G', does: 'Scenes', run: () => openGallery() },
    { keys: ['o'], shown: 'O', does: 'Open files', run: () => byId('open-file').click() },
  ];
  try {
    app = new App(shortcuts);
  } catch (error) {
    cannotStart(error);
    return;
  }
  const moving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let live: Promise<LiveView> | undefined;
  /** Loaded when a scene is first opened that is simulated. */
  const openLive = async (scene: LiveScene) => {
    live ??= import('./live/live-view.ts').then((module) => new module.LiveView(app));
    const view = await live;
    view.open(scene);
    Object.assign(globalThis, { live: view }); // as below
  };
  /** Whatever is opened next takes the place of a simulation. */
  const leaveLive = async () => (await live)?.close();
  const openScene = async (name: string, frame?: number, triangles?: number) => {
    const scene = findLiveScene(name);
    if (scene) return openLive(scene);
    await leaveLive();
    app.open({ kind: 'scene', name, triangles }, { frame, play: moving && frame === undefined });
  };

  receiveFiles(
    async (files) => {
      await leaveLive();
      app.open({ kind: 'files', files }, { play: moving });
    },
    (message) => app.problem(message),
  );
  byId('open-gallery').addEventListener('click', openGallery);

  /** `#scene=knee&frame=40&triangles=9000` opens that; `?files` opens files that came with the page (`selfcollide view FILES`). */
  const openFromAddress = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (key: string) => (wanted.has(key) ? Number(wanted.get(key)) || 0 : undefined);
    const name = wanted.get('scene');
    if (name === null) openScene(DEFAULT_SCENE.name, DEFAULT_SCENE.frame);
    else openScene(name, number('frame'), number('triangles'));
  };
  addEventListener('hashchange', openFromAddress);
  if (new URLSearchParams(location.search).has('files')) openServedFiles(app, moving);
  else openFromAddress();
  // for tests and for the curious
  Object.assign(globalThis, { viewer: app });
}

/** The server has a list: thousands of names would not fit an address. */
async function openServedFiles(app: App, play: boolean): Promise<void> {
  try {
    const response = await fetch('files.json');
    if (!response.ok) throw new Error(`answer ${response.status}`);
    const { files }: { files: FileToOpen[] } = await response.json();
    const at = (data: unknown) => new URL(String(data), location.href).href;
    app.open({ kind: 'files', files: files.map((file) => ({ ...file, data: at(file.data) })) }, { play });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    app.problem(`The files could not be loaded (${reason}). Is "selfcollide view" still running? Or drop them here.`);
  }
}

start();
