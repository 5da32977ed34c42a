import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { morphModes, readModel } from '@selfcollide/io';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createSubspaceDetector } from 'selfcollide';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfFile } from '../../../io/test/gltf/gltf-file.ts';
import type { CertifyFileReport } from '../../src/certify/certify-report.ts';
import { dataFolder } from '../data/shared-data.ts';
import { openReport, useBrowser } from '../open-report.ts';
import { callCli, makeFolder, startCli } from '../start-cli.ts';

const schema = JSON.parse(readFileSync(new URL('../../schema/certify-report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);

function parseReport(text: string): CertifyFileReport {
  const report = JSON.parse(text);
  if (!validate(report)) throw new Error(JSON.stringify(validate.errors?.slice(0, 5), null, 2));
  return report as CertifyFileReport;
}

/** Two triangles a unit apart. `close` moves one by 2 towards the other, `away` by 1 from it, `near` and `nearer` by 0.6 each. */
function flaps(change: (json: GltfFile['json'], file: GltfFile) => void = () => {}): Uint8Array {
  const file = new GltfFile();
  const upper = (z: number) => Float32Array.from({ length: 18 }, (_, i) => (i >= 9 && i % 3 === 2 ? z : 0));
  const lower = (z: number) => Float32Array.from({ length: 18 }, (_, i) => (i < 9 && i % 3 === 2 ? z : 0));
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.1, 0.1, 1, 1.1, 0, 1.2, 0, 1.1, 1.2);
  const targets = [upper(-2), upper(1), upper(-0.6), lower(0.6)];
  file.json.meshes = [
    {
      primitives: [
        {
          attributes: { POSITION: file.accessor(positions, 'VEC3') },
          targets: targets.map((target) => ({ POSITION: file.accessor(target, 'VEC3') })),
        },
      ],
      extras: { targetNames: ['close', 'away', 'near', 'nearer'] },
    },
  ];
  file.json.nodes = [{ name: 'Flaps', mesh: 0 }];
  change(file.json, file);
  return file.toGlb();
}

function write(bytes: Uint8Array = flaps()): string {
  const path = join(makeFolder(), 'flaps.glb');
  writeFileSync(path, bytes);
  return path;
}

describe('selfcollide certify', () => {
  it('says how far each target may go, and which two only collide together', async () => {
    const file = write();
    const { status, out, err } = await callCli(['certify', file, '--pairs', '--together', '--json', '-']);
    expect(err).toBe('');
    expect(status).toBe(1);
    const report = parseReport(out);
    const [close, away, near, nearer] = report.targets;
    expect(report.status).toBe('collides');
    expect(close.status).toBe('collides');
    expect(close.freeHigh).toBeGreaterThan(0.489);
    expect(close.freeHigh).toBeLessThanOrEqual(0.5);
    expect(close.stoppedBy.high?.triangles).toEqual([0, 1]);
    expect([away, near, nearer].map((target) => target.status)).toEqual(['free', 'free', 'free']);
    const named = (a: string, b: string) => report.pairs?.find((pair) => pair.a === a && pair.b === b);
    expect(named('near', 'nearer')?.status).toBe('collides');
    expect(named('near', 'nearer')?.freeShare).toBeCloseTo(1 / 1.2, 1);
    expect(named('away', 'near')?.status).toBe('free');
    expect(report.together?.status).toBe('collides');
  });

  it('writes over nothing that it reads or has written', async () => {
    const file = write();
    const over = (...args: string[]) => callCli(['certify', file, ...args]);
    for (const option of ['--json', '--html', '--prepared']) {
      expect(await over(option, file)).toMatchObject({ status: 2, out: '' });
    }
    const twice = join(makeFolder(), 'r');
    const { status, err } = await over('--json', twice, '--html', twice);
    expect([status, err]).toEqual([2, expect.stringContaining('which is what --json writes')]);
    expect(readFileSync(file)).toEqual(Buffer.from(flaps()));
    expect(existsSync(twice)).toBe(false);
  });

  it('prints a table, and ranges that are free', async () => {
    const file = write();
    const all = await callCli(['certify', file, '--pairs']);
    expect(all.out).toContain('Flaps, 2 triangles, 4 morph targets');
    expect(all.out).toContain('Nothing touches at rest.');
    expect(all.out).toMatch(/close +0 to 1 +0 to 0\.4\d+ +triangles 0 and 1 touch at close 0\.5/);
    expect(all.out).toMatch(/near \+ nearer +8\d % +triangles 0 and 1 touch at near 0\.\d+, nearer 0\.\d+/);
    const free = await callCli(['certify', file, '--range', '0:0.4', '--pairs', '--range', 'close=0:0.1']);
    expect(free).toMatchObject({ status: 0, err: '' });
    expect(free.out).toContain('Proved: no contacts beyond those at rest');
    expect((await callCli(['certify', file, '--range', '-1:0'])).status).toBe(1); // `away` backwards
    expect(await callCli(['certify', file, '--range', '0:0.4', '--quiet'])).toEqual({ status: 0, out: '', err: '' });
  });

  it('asks which object, where several have targets', async () => {
    const file = write(
      flaps((json) => {
        json.nodes.push({ name: 'Twin', mesh: 0, translation: [5, 0, 0] });
      }),
    );
    const unnamed = await callCli(['certify', file]);
    expect(unnamed.status).toBe(2);
    expect(unnamed.err).toContain('several have morph targets ("Flaps", "Twin")');
    expect((await callCli(['certify', file, '--object', 'Twin', '--range', '0:0.4'])).status).toBe(0);
  });

  it('takes the number of an object, where several are called the same', async () => {
    const file = write(flaps((json) => json.nodes.push({ name: 'Flaps', mesh: 0, translation: [5, 0, 0] })));
    const named = await callCli(['certify', file, '--object', 'Flaps']);
    expect(named.status).toBe(2);
    expect(named.err).toContain(
      '--object must be one alone, by its number (0, 1), got "Flaps", which several are called.',
    );
    expect((await callCli(['certify', file, '--object', '1', '--range', '0:0.4'])).status).toBe(0);
  });

  it('writes no certificates to standard output', async () => {
    const { status, out, err } = await callCli(['certify', write(), '--prepared', '-']);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('--prepared: must be a file, since it is no text, got -.');
  });

  it.each<[string, string[], number, RegExp]>([
    [
      'an unknown target',
      ['--range', 'clos=0:1'],
      2,
      /no target has the name "clos"; there are close, away, near, nearer\./,
    ],
    ['no range', ['--range', 'close'], 2, /--range must be LOW:HIGH or NAME=LOW:HIGH, got "close"\./],
    ['half a range', ['--range', 'close=0:'], 2, /got "close=0:"\./],
    ['an empty range', ['--range', '0.5:0'], 2, /must not be empty: its low end is above its high end, got "0\.5:0"\./],
    ['a range without 0', ['--range', '0.5:1'], 2, /must have 0, the rest pose, in it, got "0\.5:1"\./],
    [
      'two ranges for one',
      ['--range', 'close=0:1', '--range', 'close=0:2'],
      2,
      /one range for close, got "close=0:1" and "close=0:2"\./,
    ],
    ['two ranges for all', ['--range', '0:1', '--range', '0:2'], 2, /one range for all targets, got "0:1" and "0:2"\./],
    ['an unknown object', ['--object', 'Nose'], 2, /one with morph targets \("Flaps"\), got "Nose"\./],
    ['a tolerance of 0', ['--tolerance', '0'], 2, /above 0 and below 1/],
    ['two reports to one place', ['--json', '-', '--html', '-'], 2, /only one of them can be -/],
    ['an output that cannot be', ['--json', '/no/such/folder/x.json'], 2, /--json: cannot write/],
  ])('refuses %s', async (_, args, status, message) => {
    const result = await callCli(['certify', write(), ...args]);
    expect(result.status).toBe(status);
    expect(result.err).toMatch(message);
    expect(result.out).toBe('');
  });

  it('refuses files without targets, with skins, and what is no model', async () => {
    const without = write(
      flaps((json) => {
        delete json.meshes[0].primitives[0].targets;
      }),
    );
    const none = await callCli(['certify', without]);
    expect(none.status).toBe(3);
    expect(none.err).toContain('expected an object with morph targets, found none');
    expect((await callCli(['certify', '/no/such/file.glb'])).status).toBe(3);
    const skinned = write(
      flaps((json, file) => {
        const attributes = json.meshes[0].primitives[0].attributes;
        attributes.JOINTS_0 = file.accessor(
          Uint8Array.from({ length: 24 }, (_, i) => (i % 4 === 1 ? 1 : 0)),
          'VEC4',
        );
        attributes.WEIGHTS_0 = file.accessor(
          Float32Array.from({ length: 24 }, (_, i) => (i % 4 < 2 ? 0.5 : 0)),
          'VEC4',
        );
        json.nodes.push({ name: 'a' }, { name: 'b' });
        json.nodes[0].skin = 0;
        json.skins = [{ joints: [1, 2] }];
      }),
    );
    const refused = await callCli(['certify', skinned]);
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('must not be skinned by several joints, or --bind-pose be given');
    expect((await callCli(['certify', skinned, '--bind-pose'])).status).toBe(1);
  });

  it('writes certificates that a detector loads', async () => {
    const file = write();
    const path = join(makeFolder(), 'flaps.bin');
    expect((await callCli(['certify', file, '--prepared', path, '--quiet'])).status).toBe(1);
    const modes = morphModes(await readModel(readFileSync(file), { name: file }));
    const detector = createSubspaceDetector(modes.mesh, modes, { prepared: readFileSync(path), budgets: true });
    expect(detector.radius).toBeGreaterThan(0);
  });
});

const robot = join(dataFolder, 'skinned/RobotExpressive.glb');
describe.skipIf(!existsSync(robot))('RobotExpressive.glb', () => {
  it('is decided below 60 s', async () => {
    const started = performance.now();
    const { status, out } = await callCli(['certify', robot, '--pairs', '--json', '-']);
    expect(status).toBe(1);
    expect(performance.now() - started).toBeLessThan(60_000);
    const report = parseReport(out);
    expect(report.targets.map(({ name }) => name)).toEqual(['Angry', 'Surprised', 'Sad']);
    expect(report.undecided).toBe(0);
  }, 60_000);
});

useBrowser();
describe('the page of certify', () => {
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'selfcollide-certify-'));
    page = join(folder, 'face.html');
    writeFileSync(join(folder, 'flaps.glb'), flaps());
    expect((await startCli(['certify', join(folder, 'flaps.glb'), '--pairs', '--html', page])).status).toBe(1);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has sliders that stop where their proof ends, and witnesses to click', async () => {
    expect(existsSync(page)).toBe(true);
    const { page: shown, wrong } = await openReport(page);
    expect(await shown.textContent('#verdict')).toBe(
      'Flaps of flaps.glb: hits itself for some weights'.replace('flaps.glb', join(folder, 'flaps.glb')),
    );
    expect(await shown.locator('.target').count()).toBe(4);
    const value = () => shown.locator('.target output').first().textContent();
    await shown.fill('#target-0', '0.9');
    expect(Number(await value())).toBeLessThanOrEqual(0.5);
    expect(Number(await value())).toBeGreaterThan(0.48);
    // no more than is proved, in print and, but for what browsers round, in the slider itself
    const freeHigh = Number(/to (.*)$/.exec((await shown.locator('.bar').first().getAttribute('title')) ?? '')?.[1]);
    expect(Number(await value())).toBeLessThanOrEqual(freeHigh);
    expect(Number(await shown.inputValue('#target-0'))).toBeCloseTo(freeHigh, 12);
    expect(await shown.textContent('#pose-label')).toBe('proved free');
    await shown.uncheck('#stops');
    await shown.fill('#target-0', '0.9');
    expect(Number(await value())).toBeCloseTo(0.9, 3);
    expect(await shown.textContent('#pose-label')).toBe('beyond what is proved');
    await shown.locator('#witnesses button').first().click();
    expect(await shown.textContent('#pose-label')).toBe('triangles 0 and 1 touch');
    await shown.click('#rest');
    expect(await shown.textContent('#pose-label')).toBe('at rest');
    expect(wrong).toEqual([]);
  });
});
