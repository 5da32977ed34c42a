import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../src/index.ts';
import { parseReport } from '../report-schema.ts';
import { startCli } from '../start-cli.ts';
import { dataFolder, hasData } from './shared-data.ts';

/** The manifest cuts its bent quads from their first corner; bench/test/data compares that cut with it. */
const BENT_QUADS = 'static/doubleLoopWithCube.obj';

interface ManifestEntry {
  readonly file: string;
  readonly V: number;
  readonly T: number;
  readonly components: number;
  readonly boundaryEdges: number;
  readonly nonManifoldEdges: number;
  readonly bowtieVertices: number;
  readonly euler: number;
  readonly edgeTriContacts?: number;
  readonly ofWhichSameComponent: number;
}

async function check(...args: string[]): Promise<FileReport[]> {
  const { out, err } = await startCli(['check', ...args, '--list', '0', '--json', '-'], { cwd: dataFolder });
  expect(err).toBe('');
  return parseReport(out).files as FileReport[];
}

const counts = ({ frames }: FileReport) => frames.map(({ contacts }) => contacts);

describe.skipIf(!hasData)('real models', () => {
  const entries: ManifestEntry[] = hasData
    ? JSON.parse(readFileSync(`${dataFolder}manifest.json`, 'utf8')).filter(
        (entry: ManifestEntry) => entry.edgeTriContacts !== undefined && entry.file !== BENT_QUADS,
      )
    : [];
  const files = entries.map(({ file }) => file);

  it('have the contacts of the manifest, all and within a piece', async () => {
    expect(entries.length).toBeGreaterThan(25);
    const all = await check(...files);
    expect(all.map(({ name, frames }) => [name, frames[0].contacts])).toEqual(
      entries.map(({ file, edgeTriContacts }) => [file, edgeTriContacts]),
    );
    const self = await check(...files, '--self-only');
    expect(self.map(({ name, frames }) => [name, frames[0].contacts])).toEqual(
      entries.map(({ file, ofWhichSameComponent }) => [file, ofWhichSameComponent]),
    );
  });

  it('are described by info as the manifest does', async () => {
    const { out } = await startCli(['info', ...files, '--json'], { cwd: dataFolder });
    const infos: Record<string, number>[] = JSON.parse(out);
    expect(
      infos.map(({ triangles, components, boundaryEdges, nonManifoldEdges, bowTieVertices, euler }) => ({
        ...{ T: triangles, components, boundaryEdges, nonManifoldEdges },
        ...{ bowtieVertices: bowTieVertices, euler },
      })),
    ).toEqual(
      entries.map(({ T, components, boundaryEdges, nonManifoldEdges, bowtieVertices, euler }) => ({
        ...{ T, components, boundaryEdges, nonManifoldEdges, bowtieVertices, euler },
      })),
    );
  });

  it('kick_* is a sequence', async () => {
    const [kick] = await check('sequences/kick_shell%d.obj');
    expect(kick.frames.map(({ frame, contacts }) => [frame, contacts])).toEqual([
      [0, 499],
      [30, 496],
      [45, 494],
    ]);
    expect(kick.frames.every(({ topologyChanged }) => !topologyChanged)).toBe(true);
    expect(kick.warnings).toEqual(['Frame numbers go up by 15.', 'Frame 15 is missing.']); // 0, 30 and 45 are there
  });

  it.each([
    ['rod-twist_303%d.ply', 4944],
    ['armadillo-rollers_32%d.ply', 23_958],
  ])('%s passes through itself between two clean frames', async (name, impacts) => {
    const pattern = `sequences/${name}`;
    expect((await startCli(['check', pattern, '--quiet'], { cwd: dataFolder })).status).toBe(0);
    const [file] = await check(pattern, '--between-frames');
    expect(file.frames.map((frame) => [frame.contacts, frame.impacts])).toEqual([
      [0, impacts],
      [0, 0],
    ]);
    expect(file.summary).toMatchObject({ steps: 1, stepsWithImpacts: 1, framesWithFindings: 1 });
  });

  it.each([
    ['sequences/kick_shell%d.obj', '0.001', '0', [15_766, 15_610, 15_572]],
    ['sequences/kick_shell%d.obj', '0.001', '0.004', [3547, 3445, 3447]],
    ['sequences/cloth-funnel_227.ply', '0.002', '0', [3961]],
    ['sequences/armadillo-rollers_326.ply', '0.001', '0', [23_115]],
  ])('%s has pairs within %s, rest radius %s: %j', async (name, distance, radius, pairs) => {
    const [file] = await check(name, '--proximity', distance, '--rest-radius', radius);
    expect(file.frames.map(({ proximities }) => proximities)).toEqual(pairs);
  });

  it('CesiumMan: 57 to 73 at five times of the walk, 0 in the bind pose', async () => {
    const [atTimes, atKeys] = [
      await check('skinned/CesiumMan.glb', '--times', '0,0.4,0.8,1.2,1.6'),
      await check('skinned/CesiumMan.glb', '--fps', 'keys'),
    ].flat();
    expect(atTimes.rest).toMatchObject({ pose: 'bind pose', contacts: 0, trianglePairs: 0 });
    expect(counts(atTimes)).toEqual([57, 67, 60, 73, 70]);
    expect(atKeys.frames).toHaveLength(48);
    expect([Math.min(...counts(atKeys)), Math.max(...counts(atKeys))]).toEqual([51, 103]);
  });

  it('Fox: 0 in the bind pose, up to 77 at the start of Run', async () => {
    const [fox] = await check('skinned/Fox.glb');
    expect(fox.rest?.contacts).toBe(0);
    expect(fox.clips.map(({ name, frames }) => [name, frames])).toEqual([
      ['Survey', 103],
      ['Walk', 22],
      ['Run', 35],
    ]);
    expect(fox.summary.clips.map(({ most }) => most)).toEqual([11, 35, 93]);
    const [run] = await check('skinned/Fox.glb', '--animation', 'Run', '--frames', '0');
    expect(counts(run)).toEqual([77]);
  });

  it('RiggedFigure does not hit itself', async () => {
    const [figure] = await check('skinned/RiggedFigure.glb');
    expect(figure.summary).toMatchObject({ frames: 38, framesWithFindings: 0 });
  });

  it('RobotExpressive: all animations, overlaps of the rest pose left out on request', async () => {
    const [robot] = await check('skinned/RobotExpressive.glb', '--fps', '3');
    expect(robot.clips).toHaveLength(14);
    expect(robot.rest?.contacts).toBe(1353);
    expect(robot.summary.framesWithFindings).toBe(robot.frames.length);
    expect(robot.summary.objectPairs.some(({ objects: [a, b] }) => a !== b)).toBe(true);
    const [fresh] = await check('skinned/RobotExpressive.glb', '--fps', '3', '--ignore-rest');
    for (const [i, { contacts, ignored }] of fresh.frames.entries()) {
      expect(contacts + ignored).toBe(robot.frames[i].contacts);
    }
    expect(fresh.frames.some(({ ignored }) => ignored > 1000)).toBe(true);
  });
});
