import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeObj } from '@selfcollide/io';
import { makeScene } from '@selfcollide/scenes';
import { describe, expect, it } from 'vitest';
import type { FrameResult } from '../src/detect/frame-result.ts';
import type { Checker, CheckSettings } from '../src/threads/checker.ts';
import { LocalChecker } from '../src/threads/local-checker.ts';
import { runChecks } from '../src/threads/run-checks.ts';
import { ThreadChecker } from '../src/threads/thread-checker.ts';
import { buildCli } from './build-cli.ts';
import { parseReport } from './report-schema.ts';
import { makeFolder, startCli } from './start-cli.ts';

/** A sequence of `frames` files that show `distinct` different poses in turn; equal ones are the same file on disk. */
async function makeSequence(frames: number, distinct: number, triangles: number): Promise<string> {
  const folder = makeFolder();
  const scene = await makeScene('twisted-sheet', { triangles, frames: distinct });
  const positions = new Float64Array(scene.mesh.positions.length);
  const path = (i: number) => join(folder, `cloth_${String(i).padStart(4, '0')}.obj`);
  for (let i = 0; i < frames; i++) {
    if (i >= distinct) {
      linkSync(path(i % distinct), path(i));
      continue;
    }
    scene.frame(i, positions);
    writeFileSync(path(i), writeObj([{ name: 'sheet', positions, triangles: scene.mesh.triangles }]));
  }
  return folder;
}

describe('threads', () => {
  it('change nothing in the report', async () => {
    const cwd = await makeSequence(40, 40, 600);
    const args = ['check', 'cloth_%04d.obj', 'missing.obj', 'scene:bunny:600', 'scene:mixture', '--json', '-'];
    const reports = [];
    for (const options of [
      ['--threads', '1'],
      ['--threads', '3'],
    ]) {
      const { out, status, err } = await startCli([...args, ...options], { cwd });
      expect({ status, err }).toEqual({ status: 3, err: 'missing.obj: no such file.\n' });
      const { files, summary } = parseReport(out);
      reports.push({ files, summary: { ...summary, seconds: 0 } });
    }
    expect(reports[1]).toEqual(reports[0]);
    expect(reports[0].summary.framesWithFindings).toBeGreaterThan(20);
  });

  it('tell the same places of the worst frames, which many frames are looked at once more for', async () => {
    const placesOf = async (frames: number, threads: string) => {
      const cwd = await makeSequence(frames, 30, 600);
      const { out, status } = await startCli(['check', 'cloth_%04d.obj', '--threads', threads], { cwd });
      expect(status).toBe(1);
      return out.slice(out.indexOf('place in frame'), out.indexOf('✗'));
    };
    const few = await placesOf(30, '1');
    expect(few).toMatch(/^place in frame .* severity .*\n.*(shallow|deep) /);
    // the same poses again and again: the first of them is the worst
    expect(await placesOf(240, '1')).toBe(few);
    expect(await placesOf(240, '3')).toBe(few);
  });

  it('change nothing when the search is limited', async () => {
    const run = async (threads: string) => {
      const args = ['check', 'scene:bunny:600', '--max-contacts', '5', '--threads', threads, '--json', '-'];
      return parseReport((await startCli(args)).out).files;
    };
    expect(await run('2')).toEqual(await run('1'));
  });
});

describe('threads that join', () => {
  it('give the same frames as one alone', async () => {
    const entry = pathToFileURL(await buildCli());
    /** Started however short the input is. */
    class WarmChecker extends ThreadChecker {
      override get isCold() {
        return false;
      }
    }
    const settings: CheckSettings = {
      ...{ method: 'auto', pairs: 'edge-triangle', scope: 'all', kinds: ['intersection', 'folded', 'duplicate'] },
      ...{ betweenFrames: false, ignoreRest: false, listLimit: 20, places: 'all', measure: 'all' },
      ...{ animation: 'all', withMesh: false, sharePreparation: true },
    };
    const check = async (checkers: readonly Checker[]) => {
      const frames: FrameResult[] = [];
      const input = { kind: 'sequence', name: 'cloth', files, numbers: files.map((_, i) => i) } as const;
      // every thread says once whether there are seams
      await runChecks([input], checkers, { frame: (result) => void frames.push({ ...result, ms: 0, nearSeams: 0 }) });
      await Promise.all(checkers.map((checker) => checker.close()));
      return frames;
    };
    const folder = await makeSequence(150, 30, 600);
    const files = Array.from({ length: 150 }, (_, i) => join(folder, `cloth_${String(i).padStart(4, '0')}.obj`));
    const alone = await check([new LocalChecker(settings)]);
    const joined = [0, 1].map(() => new WarmChecker(entry, settings));
    expect(await check([new LocalChecker(settings), ...joined])).toEqual(alone);
    expect(alone).toHaveLength(150);
    expect(alone.some(({ contacts }) => contacts > 0)).toBe(true);
  });
});

describe('methods', () => {
  it.each(['box-tree', 'spatial-hash', 'kdop', 'brute-force'])(
    '%s gives the same in several threads',
    async (method) => {
      const run = async (threads: string) => {
        const args = [
          'check',
          'scene:bunny:400',
          'scene:knee:400',
          '--method',
          method,
          '--threads',
          threads,
          '--json',
          '-',
        ];
        return parseReport((await startCli(args)).out).files.map((file) => ('frames' in file ? file.frames : []));
      };
      const [one, two] = [await run('1'), await run('2')];
      expect(two).toEqual(one);
      expect(one.flat().some(({ contacts }) => contacts > 0)).toBe(true);
    },
  );
});

describe('bench check', () => {
  it('compares one thread with several', async () => {
    const { out, err, status } = await startCli([
      'bench',
      'check',
      'scene:knee:400',
      '--threads',
      '2',
      '--rounds',
      '1',
    ]);
    expect({ err, status }).toEqual({ err: '', status: 0 });
    expect(out).toMatch(/^scene:knee:400: \d+ frames, medians of 1 rounds in turns after 5 to warm up\n/);
    expect(out).toMatch(/\n +1 +[\d.]+ +[\d,]+ +1\.00×\n +2 +[\d.]+ +[\d,]+ +[\d.]+×\n$/);
  });

  it('says what is wrong with the file', async () => {
    const { err, status } = await startCli(['bench', 'check', 'missing.glb']);
    expect({ err, status }).toEqual({ err: 'missing.glb: no such file.\n', status: 3 });
  });
});

describe('memory', () => {
  /** Bytes that keeping the vertices and triangles of a frame alone would take. */
  const triangles = 2000;
  const frameBytes = (triangles / 2) * 24 + triangles * 12;

  it('does not grow with the number of frames', async () => {
    const cwd = await makeSequence(2000, 10, triangles);
    // the peak of the process, told by itself when it ends; in kB on Linux
    const tell = 'process.on("exit",()=>console.error("peak " + process.resourceUsage().maxRSS))';
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
    const peak = async (frames: string) => {
      const args = [
        'check',
        'cloth_%04d.obj',
        '--frames',
        frames,
        '--threads',
        '1',
        '--list',
        '20',
        '--json',
        'r.json',
      ];
      const { err } = await startCli([...args, '--html', 'r.html', '--quiet'], { cwd, nodeOptions });
      return 1024 * Number(/peak (\d+)/.exec(err)?.[1]);
    };
    const few = await peak(':499');
    const many = Math.min(await peak(':'), await peak(':')); // it varies by some tens of megabytes
    const kept = 1500 * frameBytes;
    expect(kept).toBeGreaterThan(60e6);
    // rows of the page with their measures are kept, about 25 kB a frame here; poses are not
    expect(many - few).toBeLessThan(0.75 * kept);
  });
});
