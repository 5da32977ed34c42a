import { spawnSync } from 'node:child_process';
import { clothScenes, walkScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { formatMs, formatTable } from '../format-table.ts';
import { buildNative } from '../native/build-native.ts';
import { startSyncChild } from '../native/sync-child.ts';
import { quantile } from '../quantile.ts';

const FCL = {
  ...{ name: 'fcl-distance', debianPackage: 'libfcl-dev', headers: ['fcl/narrowphase/distance.h'] },
  ...{ flags: ['-I/usr/include/eigen3'], libraries: [['-lfcl']] },
};

/** Times the distance of the closest pair, what ours lists: hardly more than that pair, and what somebody would who knows how far and not which is first. */
const REACHES = [1 + 1e-9, 2];

export interface ClosestPairs {
  readonly table: string;
  readonly version: string;
}

/**
 * Cloths of the paper's scenes and their solids as they begin, by FCL, which tells the closest pair of two meshes and no more, and by `findProximities` with `against`.
 * Text instead, if FCL is not here.
 *
 * @throws Error if the two do not agree how far the closest pair is apart.
 */
export function measureClosestPairs(names: readonly string[], rounds: number): ClosestPairs | { missing: string } {
  const built = buildNative(FCL);
  if ('missing' in built) return built;
  const version = spawnSync(built.path, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const rows = names.map((name) => {
    const { mesh, solid } = [...clothScenes, ...walkScenes].find((entry) => entry.name === name)!.make();
    const bodies = [mesh, solid];
    const child = startSyncChild(built.path, []);
    const detectors = bodies.map((body) => createDetector(body));
    const fcl: number[] = [];
    const ours: number[][] = REACHES.map(() => []);
    const pairs = REACHES.map(() => 0);
    let distance = 0;
    let least = 0;
    try {
      for (const { positions, triangles } of bodies) {
        child.send(Uint32Array.of(positions.length / 3, triangles.length / 3));
        child.send(triangles);
        child.send(positions);
      }
      child.receive(1);
      for (let round = -2; round < rounds; round++) {
        for (const { positions } of bodies) child.send(positions);
        const [updateMs, queryMs, found] = child.receive(3);
        distance = found;
        if (round >= 0) fcl.push(updateMs + queryMs);
        for (const [k, reach] of REACHES.entries()) {
          const started = performance.now();
          detectors.forEach((detector, i) => {
            detector.update(bodies[i].positions);
          });
          const near = detectors[0].findProximities({ distance: reach * distance, against: detectors[1] });
          if (round >= 0) ours[k].push(performance.now() - started);
          pairs[k] = near.count;
          least = near.distance.reduce((smallest, one) => Math.min(smallest, one), Number.POSITIVE_INFINITY);
        }
      }
    } finally {
      child.close();
    }
    if (!(Math.abs(least - distance) <= 1e-9 * distance)) {
      throw new Error(`measureClosestPairs: ${name}: FCL's closest pair is ${distance} apart, ours ${least}.`);
    }
    const theirs = quantile(fcl, 0.5);
    const of = bodies.map(({ triangles }) => String(triangles.length / 3)).join(' and ');
    const own = ours.flatMap((times, k) => {
      const ms = quantile(times, 0.5);
      return [String(pairs[k]), formatMs(ms), (theirs / ms).toFixed(2)];
    });
    return [name, of, least.toPrecision(6), formatMs(theirs), ...own];
  });
  const own = ['pairs of ours', 'ms', '×', 'twice as far: pairs', 'ms', '×'];
  const head = ['cloth and solid', 'triangles', 'distance', 'fcl ms', ...own];
  return { version, table: formatTable(head, rows) };
}
