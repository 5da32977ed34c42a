import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDetector } from 'selfcollide';
import { afterAll, describe, expect, it } from 'vitest';
import { type Build, loadBuild } from '../src/against/load-build.ts';
import { checkSceneNames, loadScene } from '../src/against/load-scene.ts';
import { formatAgainst, SCENES } from '../src/against/run-against.ts';
import { timeBuilds } from '../src/against/time-builds.ts';

const effort = { rounds: 3, seconds: [0, 5] } as const;
const sources = { createDetector } as unknown as Build;
const folder = mkdtempSync(join(tmpdir(), 'selfcollide-against-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeBuild(name: string, text: string): string {
  const dist = join(folder, name, 'packages', 'core', 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'index.mjs'), text);
  return join(folder, name);
}

async function twisted() {
  const scene = await loadScene('twisted-sheet:800');
  const positions = new Float64Array(scene.mesh.positions.length);
  scene.frame(scene.frameCount - 1, positions);
  return { mesh: scene.mesh, frames: [{ number: 3, positions }] };
}

describe('loadBuild', () => {
  it('loads the core of another checkout, each folder apart', async () => {
    const text = 'let calls = 0; export const createDetector = () => ++calls;';
    const [first, second] = [await loadBuild(writeBuild('a', text)), await loadBuild(writeBuild('b', text))];
    const call = (build: Build) => (build.createDetector as () => unknown)();
    expect([call(first), call(first), call(second)]).toEqual([1, 2, 1]);
  });

  it('says what is missing', async () => {
    await expect(loadBuild(join(folder, 'none'))).rejects.toThrow(
      /--against: .*none must be a checkout that was built/,
    );
    await expect(loadBuild(writeBuild('c', 'export {};'))).rejects.toThrow(/does not export createDetector/);
  });
});

it('refuses a scene that does not exist', () => {
  checkSceneNames(SCENES);
  expect(SCENES.length).toBeGreaterThanOrEqual(10);
  expect(() => checkSceneNames(['scan', 'wagon:3'])).toThrow(/--against: scenes must be among .*; got wagon:3/);
});

describe('timeBuilds', () => {
  it('finds the same contacts in equal builds, which are run with no more than the first version had', async () => {
    const { mesh, frames } = await twisted();
    const old: Build = {
      createDetector(mesh, options) {
        expect(Object.keys(options)).toEqual(['method']);
        const detector = sources.createDetector(mesh, options);
        return {
          update: (positions) => detector.update(positions),
          findIntersections: () => detector.findIntersections(),
        };
      },
    };
    const times = timeBuilds([sources, old], ['star-contour', 'box-tree'], mesh, frames, effort);
    expect(times.map(({ method }) => method)).toEqual(['star-contour', 'box-tree']);
    for (const { contacts, hashes, ratio, thisMs, otherMs } of times) {
      expect(contacts[0]).toBeGreaterThan(100);
      expect(contacts[1]).toBe(contacts[0]);
      expect(hashes[1]).toBe(hashes[0]);
      expect(ratio).toBeCloseTo(thisMs / otherMs, 10);
    }
    expect(formatAgainst(times.map((row) => ['sheet', row]))).toContain('Contacts are the same.');
  });

  it('tells a build that loses one contact', async () => {
    const { mesh, frames } = await twisted();
    const lossy: Build = {
      createDetector(mesh, options) {
        const detector = sources.createDetector(mesh, options);
        return {
          update: (positions) => detector.update(positions),
          findIntersections: () => {
            const { count, edgeA, edgeB, triangle } = detector.findIntersections();
            return { count: count - 1, edgeA, edgeB, triangle };
          },
        };
      },
    };
    const [row] = timeBuilds([sources, lossy], ['box-tree'], mesh, frames, effort);
    expect(row.contacts[0] - row.contacts[1]).toBe(1);
    const text = formatAgainst([['sheet', row]]);
    expect(text).toContain('DIFFER');
    expect(text).toContain('Contacts differ in 1 of 1 rows.');
  });

  it('takes turns, and who begins changes', () => {
    const order: string[] = [];
    const build = (name: string): Build => ({
      createDetector: () => ({
        update: () => order.push(name),
        findIntersections: () => ({ count: 0, edgeA: [], edgeB: [], triangle: [] }) as never,
      }),
    });
    const frames = [{ number: 0, positions: new Float64Array(9) }];
    timeBuilds([build('a'), build('b')], ['any'], { positions: new Float64Array(9) }, frames, effort);
    // what it finds, warming up, three rounds
    expect(order.join(' ')).toBe('a b a b a b b a a b');
  });
});
