import { byId, element, followTheme, listenForShortcuts } from '@selfcollide/kit';
import { App } from './app.ts';
import { DEFAULT_SCENE } from './gallery-scenes.ts';
import { Gallery } from './panels/gallery.ts';
import { receiveFiles } from './receive-files.ts';

function start(): void {
  let app: App;
  try {
    app = new App();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'This page needs WebGL 2: update the browser, or turn hardware acceleration on in its settings.';
    byId('problem').hidden = false;
    byId('problem-text').replaceChildren(element('strong', {}, advice), ` (${reason})`);
    return;
  }
  const moving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const { player } = app;
  const openScene = (name: string, frame?: number, triangles?: number) =>
    app.open({ kind: 'scene', name, triangles }, { frame, play: moving && frame === undefined });
  const gallery = new Gallery((name) => openScene(name));
  const details = (id: string) => byId(id).querySelector('summary')!.click();

  receiveFiles(
    (files) => app.open({ kind: 'files', files }, { play: moving }),
    (message) => app.problem(message),
  );
  followTheme(byId('theme'), () => {
    app.stage.readColors();
    app.chart.rebuild();
  });
  byId('open-gallery').addEventListener('click', () => gallery.open());
  byId('play').addEventListener('click', () => player.toggle());
  byId('step-back').addEventListener('click', () => player.step(-1));
  byId('step-forward').addEventListener('click', () => player.step(1));
  byId<HTMLInputElement>('scrub').addEventListener('input', ({ target }) => {
    player.stay(Number((target as HTMLInputElement).value));
  });
  byId<HTMLSelectElement>('speed').addEventListener('change', ({ target }) => {
    player.speed = Number((target as HTMLSelectElement).value);
  });

  listenForShortcuts([
    { keys: [' '], shown: 'Space', does: 'Play or pause', run: () => player.toggle() },
    { keys: ['ArrowLeft'], shown: '←', does: 'One frame back', run: () => player.step(-1) },
    { keys: ['ArrowRight'], shown: '→', does: 'One frame forward', run: () => player.step(1) },
    { keys: ['Home'], shown: 'Home', does: 'First frame', run: () => player.stay(0) },
    { keys: ['End'], shown: 'End', does: 'Last frame', run: () => player.stay(player.frameCount - 1) },
    { keys: ['n'], shown: 'N', does: 'Next contact', run: () => app.contacts.step(1) },
    { keys: ['p'], shown: 'P', does: 'Previous contact', run: () => app.contacts.step(-1) },
    { keys: ['h'], shown: 'H', does: 'The whole mesh in view', run: () => app.stage.home() },
    {
      keys: ['1', '2', '3', '4', '5', '6'],
      shown: '1 – 6',
      does: 'Show the contacts of that method',
      run: (key) => app.methods.choose(Number(key) - 1),
    },
    { keys: ['m'], shown: 'M', does: 'What no-contour misses', run: () => app.methods.toggleMissed() },
    { keys: ['c'], shown: 'C', does: 'Chart', run: () => details('chart-details') },
    { keys: ['a'], shown: 'A', does: 'See the algorithm', run: () => details('algorithm-details') },
    { keys: ['['], shown: '[', does: 'Larger patches', run: () => app.algorithm.stepLevel(-1) },
    { keys: [']'], shown: ']', does: 'Smaller patches', run: () => app.algorithm.stepLevel(1) },
    { keys: ['g'], shown: 'G', does: 'Scenes', run: () => gallery.open() },
    { keys: ['o'], shown: 'O', does: 'Open a file', run: () => byId('open-file').click() },
    { keys: ['t'], shown: 'T', does: 'Light or dark', run: () => byId('theme').click() },
  ]);

  /** `#scene=knee&frame=40&triangles=9000` opens that; `?file=NAME` opens files that came with the page (`selfcollide view NAME`). */
  const openFromAddress = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (key: string) => (wanted.has(key) ? Number(wanted.get(key)) || 0 : undefined);
    openScene(wanted.get('scene') ?? DEFAULT_SCENE, number('frame'), number('triangles'));
  };
  addEventListener('hashchange', openFromAddress);
  const files = new URLSearchParams(location.search).getAll('file');
  if (files.length === 0) openFromAddress();
  else openServedFiles(app, files, moving);
  // for tests and for the curious
  Object.assign(globalThis, { viewer: app });
}

async function openServedFiles(app: App, names: readonly string[], play: boolean): Promise<void> {
  const load = async (name: string) => {
    const response = await fetch(`file/${encodeURIComponent(name)}`);
    if (!response.ok) throw new Error(`answer ${response.status}`);
    return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  try {
    app.open({ kind: 'files', files: await Promise.all(names.map(load)) }, { play });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    app.problem(`${names[0]} could not be loaded (${reason}). Is "selfcollide view" still running? Or drop it here.`);
  }
}

start();
