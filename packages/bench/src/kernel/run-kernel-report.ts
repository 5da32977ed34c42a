import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDetector } from 'selfcollide';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { findNativePeers } from '../native/native-peers.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';
import { ChromiumFrames, type PageTimes } from './chromium-frames.ts';
import { type ColdTimes, timeCold } from './cold-start.ts';
import { kernelSceneTitles, loadKernelScene } from './kernel-scenes.ts';
import {
  ENGINE_METHODS,
  ENGINES,
  type EngineTimes,
  measureEngines,
  measurePeers,
  type PeerTime,
} from './measure-engines.ts';

export interface KernelReportOptions {
  readonly quick: boolean;
  readonly write: boolean;
  /** Words that a scene's title must have one of; empty for all. */
  readonly scenes: readonly string[];
}

/** All that was measured of one scene. */
export interface KernelResult {
  readonly times: readonly EngineTimes[];
  readonly peers: readonly PeerTime[];
  /** Of star-contour, TypeScript then kernel. */
  readonly cold: readonly [ColdTimes, ColdTimes];
  /** The same in Chromium; empty where there is none. */
  readonly pages: readonly (readonly [PageTimes, PageTimes])[];
}

/**
 * `npm run bench -- --table kernel`: both engines on the scenes of docs/kernel.md, whole frames and parts of them, warm and in a fresh process, in Node and Chromium, with peers in C++.
 * Returns the exit status: 1 if engines found different contacts; nothing is written then.
 */
export async function runKernelReport({ quick, write, scenes }: KernelReportOptions): Promise<number> {
  if (write && scenes.length > 0) throw new RangeError('--write needs all scenes of the table, so name none.');
  const titles = kernelSceneTitles().filter(
    (title) => scenes.length === 0 || scenes.some((word) => title.includes(word)),
  );
  if (titles.length === 0) {
    throw new RangeError(`--table kernel: scenes must be among ${kernelSceneTitles().join(', ')}; got ${scenes}.`);
  }
  const seconds = quick ? 0.5 : 3;
  const { peers, missing } = findNativePeers();
  for (const reason of missing) console.error(`bench: left out: ${reason}`);
  const chromium = await ChromiumFrames.open().catch(({ message }) => {
    console.error(`bench: left out: Chromium (${message.split('\n')[0]})`);
    return null;
  });
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-kernel-'));
  const results: KernelResult[] = [];
  try {
    for (const title of titles) {
      console.error(title);
      const scene = await loadKernelScene(title);
      const prepared = createDetector(scene.mesh, { engine: 'plain' }).serialize();
      const file = join(folder, 'prepared');
      writeFileSync(file, prepared);
      const times = ENGINE_METHODS.map((method) => measureEngines(scene, method, prepared, seconds));
      const [ts, wasm] = ENGINES.map((engine) => timeCold(title, 'star-contour', engine, file));
      const pages: [PageTimes, PageTimes][] = [];
      if (chromium !== null) {
        const time = (engine: string) =>
          chromium.time(scene, prepared, { method: 'star-contour', engine, seconds: seconds / 2 });
        pages.push([await time('plain'), await time('kernel')]);
      }
      results.push({ times, peers: measurePeers(peers, scene, seconds), cold: [ts, wasm], pages });
    }
  } finally {
    await chromium?.close();
    rmSync(folder, { recursive: true });
  }
  const text = formatKernelTables(results);
  console.log(text);
  const wrong = results.flatMap(({ times, pages }) =>
    times.filter(
      ({ hashes, contacts }, i) => hashes[0] !== hashes[1] || pages[i]?.some((page) => page.contacts !== contacts),
    ),
  );
  for (const { title, method } of wrong)
    console.error(`${title}, ${method}: engines or Chromium found different contacts.`);
  if (wrong.length > 0) return 1;
  if (write) {
    const { cpu, node } = describeMachine();
    const about = `${new Date().toISOString().slice(0, 10)}, ${cpu}, Node ${node}, one thread${quick ? ', --quick' : ''}`;
    const page = join(repositoryFolder(), 'docs', 'kernel.md');
    const block = `\`\`\`\n${about}\n\n${text}\n\`\`\``;
    writeFileSync(page, replaceMarked(readFileSync(page, 'utf8'), 'kernel tables', block));
    const readme = join(repositoryFolder(), 'README.md');
    writeFileSync(readme, replaceMarked(readFileSync(readme, 'utf8'), 'kernel ratios', formatRatios(results)));
    console.log(`Written to ${page} and ${readme}`);
  }
  return 0;
}

/** Whole frames with peers, then parts of frames, then fresh processes. */
export function formatKernelTables(results: readonly KernelResult[]): string {
  const names = [...new Set(results.flatMap(({ peers }) => peers.map(({ name }) => name)))];
  const whole = results.flatMap(({ times, peers }) =>
    times.map(({ title, method, contacts, ms: [ts, wasm] }) => [
      title,
      method,
      ...[formatCount(contacts), formatMs(ts), formatMs(wasm), ratio(ts, wasm)],
      ...names.map((name) => {
        const peer = peers.find((other) => other.name === name);
        return peer === undefined ? '–' : `${formatMs(peer.ms)} (${(peer.ms / wasm).toFixed(1)})`;
      }),
    ]),
  );
  const parts = results.flatMap(({ times }) =>
    times.map(({ title, method, stages: [ts, wasm] }) => [
      title,
      method,
      ...(['pose', 'masks', 'boxes', 'rest'] as const).map((part) =>
        ts[part] === 0 ? '–' : `${formatMs(ts[part])} → ${formatMs(wasm[part])}`,
      ),
    ]),
  );
  const cold = results.map(({ times: [{ title }], cold: [ts, wasm] }) => [
    title,
    ...[formatMs(ts.first), formatMs(wasm.first), ratio(ts.first, wasm.first)],
    ...[formatMs(ts.ten), formatMs(wasm.ten), ratio(ts.ten, wasm.ten)],
  ]);
  const pages = results.flatMap(({ times, pages: pagesOf }) =>
    pagesOf.map(([ts, wasm], i) => [
      ...[times[i].title, times[i].method, formatMs(ts.ms), formatMs(wasm.ms), ratio(ts.ms, wasm.ms)],
      ...[formatMs(ts.first), formatMs(wasm.first), ratio(ts.first, wasm.first)],
      ...[formatMs(ts.ten), formatMs(wasm.ten), ratio(ts.ten, wasm.ten)],
    ]),
  );
  const times = ['plain', 'kernel', 'gain'];
  return [
    'Whole frames: update and query of one pose, ms; peers: ms (times the kernel’s)',
    formatTable(['scene', 'method', 'contacts', 'plain', 'kernel', 'gain', ...names], whole),
    '',
    'Parts of frames, ms, plain → kernel; boxes are those of all nodes, the rest is walk, contours, candidates, confirmation',
    formatTable(['scene', 'method', 'pose', 'masks', 'boxes', 'rest'], parts),
    '',
    'Fresh process, star-contour, ms: the first frame, the first ten',
    formatTable(['scene', ...times, 'ten: plain', 'kernel', 'gain'], cold),
    ...(pages.length === 0
      ? []
      : ['', 'Chromium, each engine in a page of its own, ms: a warm frame, the first, the first ten']),
    ...(pages.length === 0
      ? []
      : [
          formatTable(
            ['scene', 'method', ...times, 'first: plain', ...times.slice(1), 'ten: plain', ...times.slice(1)],
            pages,
          ),
        ]),
  ].join('\n');
}

/** What `star-contour` gains, for the README: a Markdown table. */
export function formatRatios(results: readonly KernelResult[]): string {
  const names = [...new Set(results.flatMap(({ peers }) => peers.map(({ name }) => name)))];
  const head = ['one frame of `star-contour`', 'contacts', 'ms', 'TypeScript', ...names];
  const rows = results.map(({ times: [{ title, contacts, ms }], peers }) => {
    const times = [ms[0], ...names.map((name) => peers.find((peer) => peer.name === name)?.ms)];
    const gains = times.map((other) => (other === undefined ? '–' : `${(other / ms[1]).toFixed(1)}×`));
    return [title, formatCount(contacts), formatMs(ms[1]), ...gains];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

function ratio(ts: number, wasm: number): string {
  return `${(ts / wasm).toFixed(2)}×`;
}
