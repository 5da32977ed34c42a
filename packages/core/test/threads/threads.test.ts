import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { Intersections } from '../../src/results/intersections.ts';
import { createThreadedDetector, type ThreadedDetector, type ThreadedOptions } from '../../src/threads.ts';
import { contactsFound } from '../contact-oracle.ts';
import { sheet, together } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';
import { buildThreads } from './build-threads.ts';

type Options = Omit<ThreadedOptions, 'threads'>;

let folder: string;
const open: ThreadedDetector[] = [];

beforeAll(async () => {
  folder = await buildThreads();
});
afterEach(() => {
  for (const detector of open.splice(0)) detector.dispose();
  vi.unstubAllGlobals();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (file = 'thread', workerData: unknown = null) => {
  return () => new Worker(join(folder, `${file}.mjs`), { workerData });
};

async function create(mesh: typeof crumpled, options: ThreadedOptions): Promise<ThreadedDetector> {
  const detector = await createThreadedDetector(mesh, { startThread: start(), ...options });
  open.push(detector);
  return detector;
}

/** A sheet of 1,536 triangles and a smaller one, so that there are contacts within each and between both. */
const crumpled = together(sheet(32, 24), sheet(16, 16));
const objects = Uint8Array.from({ length: 2048 }, (_, t) => (t < 1536 ? 0 : 1));

function pose(seed: number, amount: number): Float64Array {
  const random = seededRandom(seed);
  return crumpled.positions.map((x) => x + amount * (random() - 0.5));
}

const poses = [pose(1, 0.1), pose(2, 1.5), crumpled.positions, pose(3, 2), pose(4, 0.7)];

const inOrder = ({ count, edgeA, edgeB, triangle }: Intersections) =>
  Array.from({ length: count }, (_, i) => `${edgeA[i]} ${edgeB[i]} ${triangle[i]}`);

describe('threads inside a frame', () => {
  it.each([
    ['star-contour', {}],
    ['TypeScript', { engine: 'plain' }],
    ['two objects', { pairs: 'between-objects', objects }],
  ] as const)('find the same contacts in the same order, however many there are: %s', async (_, options: Options) => {
    const reference = createDetector(crumpled, options);
    const teams = await Promise.all([1, 2, 4].map((threads) => create(crumpled, { ...options, threads })));
    expect(teams.map(({ threads }) => threads)).toEqual([1, 2, 4]);
    let most = 0;
    for (let round = 0; round < 2; round++) {
      for (const positions of [...poses, Float32Array.from(poses[1])]) {
        reference.update(positions);
        const wanted = contactsFound(reference);
        for (const detector of teams) detector.update(positions);
        expect(contactsFound(teams[1])).toEqual(wanted);
        const [alone, ...shared] = teams.map((detector) => inOrder(detector.findIntersections()));
        for (const order of shared) expect(order).toEqual(alone);
        most = Math.max(most, alone.length);
      }
    }
    expect(most).toBeGreaterThan(1000);
    expect(teams.map(({ engineReason, engine }) => [engine, /ended/.test(engineReason)])).toEqual(
      teams.map(() => [options.engine ?? 'kernel', false]),
    );
  });

  it('know the pose that a detector was made with', async () => {
    const mesh = { ...crumpled, positions: poses[1] };
    const detector = await create(mesh, { threads: 2 });
    await new Promise((resolve) => setTimeout(resolve, 50)); // the partner is there
    expect(contactsFound(detector)).toEqual(contactsFound(createDetector(mesh)));
  });

  it('may come and go: a new pose before anybody asked, triangles, locations, limits', async () => {
    const reference = createDetector(crumpled);
    const detector = await create(crumpled, { threads: 3 });
    for (const positions of [...poses, ...poses]) detector.update(positions);
    reference.update(poses.at(-1)!);
    expect(contactsFound(detector)).toEqual(contactsFound(reference));
    const pairs = (of: typeof reference) => {
      const { count, triangleA, triangleB } = of.findIntersectingTriangles();
      return Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort();
    };
    expect(pairs(detector)).toEqual(pairs(reference));
    expect(detector.findIntersections({ maxContacts: 5 })).toMatchObject({ count: 5, truncated: true });
    detector.findIntersections();
    expect(detector.locate(0).point.every(Number.isFinite)).toBe(true);
    expect(detector.selfIntersects()).toBe(true);
  });

  it('positions that are no pose are refused as ever, change nothing, and end no thread', async () => {
    const reference = createDetector(crumpled);
    const detector = await create(crumpled, { threads: 2 });
    const bad = poses[3].slice();
    bad[100] = Number.NaN;
    for (let round = 0; round < 12; round++) {
      const positions = poses[round % poses.length];
      for (const each of [reference, detector]) each.update(positions);
      if (round % 2 === 0) contactsFound(detector);
      expect(() => detector.update(bad)).toThrow('finite');
      expect(() => detector.update(bad.subarray(3))).toThrow('positions must hold');
      expect(contactsFound(detector)).toEqual(contactsFound(reference));
      await new Promise((resolve) => setTimeout(resolve, 5)); // that it died would be known then
    }
    expect(detector.threads).toBe(2);
  });

  it.each(['freeze', 'die'])('a partner that takes parts and then %ss does not hold the frame up', async (how) => {
    const reference = createDetector(crumpled);
    const detector = await create(crumpled, { threads: 2, startThread: start('bad-thread', how) });
    const alone = await create(crumpled, { threads: 1 });
    const reasons: string[] = [];
    for (const positions of [...poses, ...poses]) {
      for (const each of [reference, alone, detector]) each.update(positions);
      const wanted = contactsFound(reference);
      expect(contactsFound(detector)).toEqual(wanted);
      expect(inOrder(detector.findIntersections())).toEqual(inOrder(alone.findIntersections()));
      reasons.push(detector.engineReason); // of the last search: a partner that did not get to run in it was not late
      await new Promise((resolve) => setTimeout(resolve, 20)); // that it died is known once events get their turn
    }
    expect(detector.engine).toBe('kernel');
    const told = reasons.filter((reason) => reason !== '');
    expect(told).not.toEqual([]);
    for (const reason of told) expect(reason).toMatch(/^thread 1 (took too long with a part|has ended \(status 3\))/);
    if (how === 'die') expect(detector.threads).toBe(1);
  });

  it('one that ends between frames is not missed; the reason says so', async () => {
    const workers: Worker[] = [];
    const detector = await create(crumpled, {
      threads: 3,
      startThread: () => {
        workers.push(start()());
        return workers.at(-1)!;
      },
    });
    await workers[0].terminate();
    expect(detector.threads).toBe(2);
    expect(detector.engineReason).toMatch(/^thread 1 has ended \(status 1\); the others do its work$/);
    detector.update(poses[1]);
    expect(contactsFound(detector)).toEqual(contactsFound(createDetector({ ...crumpled, positions: poses[1] })));
  });

  it('where threads cannot be had, works without and says why', async () => {
    const wanted = contactsFound(createDetector(crumpled));
    const refused = await create(crumpled, {
      threads: 2,
      startThread: () => {
        throw new Error('no more threads');
      },
    });
    expect(refused).toMatchObject({ threads: 1, engine: 'kernel' });
    expect(refused.engineReason).toBe('thread 1 has ended (no more threads); the others do its work');
    expect(contactsFound(refused)).toEqual(wanted);
    vi.stubGlobal('SharedArrayBuffer', undefined);
    const unshared = await create(crumpled, { threads: 2 });
    expect(unshared.threads).toBe(1);
    expect(unshared.engineReason).toContain('SharedArrayBuffer is missing');
    expect(contactsFound(unshared)).toEqual(wanted);
  });

  it('are refused for what they cannot do', async () => {
    const refuse = (options: object, message: string) =>
      expect(createThreadedDetector(crumpled, options as ThreadedOptions)).rejects.toThrow(message);
    await refuse({}, 'createThreadedDetector: threads must be a whole number from 1, got undefined.');
    await refuse({ threads: 65 }, 'createThreadedDetector: threads must be at most 64, got 65.');
    await refuse({ threads: 2, method: 'box-tree' }, "method must be 'star-contour', got 'box-tree'");
    await refuse({ threads: 2, trace: true }, 'createThreadedDetector: trace must be left out, got true.');
    await refuse({ threads: 2, weld: 'while-together' }, "weld must be true, false or 'keep', got 'while-together'.");
    await refuse({ threads: 2, nonsense: 1 }, 'nonsense');
  });
});
