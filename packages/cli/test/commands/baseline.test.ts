import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namePattern } from '../../src/detect/ignore-rules.ts';
import type { FileReport } from '../../src/index.ts';
import { type TestMesh, toObj } from '../meshes.ts';
import { parseReport } from '../report-schema.ts';
import { callCli, makeFolder } from '../start-cli.ts';

/** A rectangle in n × m squares, each cut along one or the other diagonal. */
function sheet(n: number, m: number, at: (u: number, v: number) => readonly number[], flip = false): TestMesh {
  const positions: number[] = [];
  for (let j = 0; j <= m; j++) for (let i = 0; i <= n; i++) positions.push(...at(i / n, j / m));
  const triangles: number[] = [];
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) {
      const [a, b, c, d] = [j * (n + 1) + i, j * (n + 1) + i + 1, (j + 1) * (n + 1) + i, (j + 1) * (n + 1) + i + 1];
      triangles.push(...(flip ? [a, b, c, b, d, c] : [a, b, d, a, d, c]));
    }
  }
  return { positions, triangles };
}

/** A table, a wavy cloth through half of it, and an arm above the other half. */
function makeModel({ tip = 0.3, flip = false, n = 9 } = {}): string {
  const table = sheet(29, 29, (u, v) => [0.5 * u, v, 0]);
  const farTable = sheet(n, n, (u, v) => [0.51 + 0.49 * u, v, 0], flip);
  const cloth = sheet(31, 31, (u, v) => [0.01 + 0.43 * u, 0.01 + 0.97 * v, 0.02 * Math.sin(41 * u) + 0.001]);
  const arm = {
    positions: [0.78, 0.5, 0.6, 0.82, 0.5, 0.6, 0.8, 0.54, 0.6, 0.8, 0.513, tip],
    triangles: [0, 1, 3, 1, 2, 3, 2, 0, 3],
  };
  return toObj({ table, farTable, cloth, arm });
}

async function check(folder: string, ...args: string[]) {
  const result = await callCli(['check', join(folder, 'model.obj'), '--threads', '1', '--json', '-', '--all', ...args]);
  const file = result.out === '' ? undefined : (parseReport(result.out).files[0] as FileReport);
  return { ...result, frame: file?.frames[0], summary: file?.summary };
}

describe('check --baseline', () => {
  it('says exactly what is new after an edit, and nothing after remeshing elsewhere', async () => {
    const folder = makeFolder();
    const write = (text: string) => writeFileSync(join(folder, 'model.obj'), text);
    const baseline = join(folder, 'known.json');
    write(makeModel());
    const before = await check(folder);
    expect(before.frame?.contacts).toBeGreaterThan(1400);
    // by default nothing is recorded, and a baseline that is not there is no baseline
    expect(await check(folder, '--baseline', baseline)).toMatchObject({ status: 2 });
    expect(await check(folder, '--baseline', baseline, '--update-baseline')).toMatchObject({ status: 0 });
    const same = await check(folder, '--baseline', baseline);
    expect(same).toMatchObject({ status: 0, frame: { contacts: 0, known: before.frame?.contacts } });

    write(makeModel({ tip: -0.1 }));
    const moved = await check(folder, '--baseline', baseline);
    const pierced = (await check(folder)).frame!;
    const fresh = pierced.list?.filter(({ first, second }) => first.object === 'arm' || second.object === 'arm');
    expect(moved.status).toBe(1);
    expect(moved.frame?.list).toHaveLength(fresh!.length);
    expect(moved.frame?.list?.map(({ point }) => point)).toEqual(fresh?.map(({ point }) => point));
    expect(moved.summary?.worstFrames[0]).toMatchObject({ placeCount: 1 });

    write(makeModel({ flip: true, n: 7 }));
    expect(await check(folder, '--baseline', baseline)).toMatchObject({ status: 0, frame: { contacts: 0 } });
    // and a part that is among the known ones may be remeshed as well
    write(makeModel().replaceAll(/^v (0\.\d+) /gm, (_, x: string) => `v ${Number(x) * 1.0005} `));
    expect(await check(folder, '--baseline', baseline)).toMatchObject({ status: 0 });
  });

  it('keeps what it knows of files that the run does not look at, and is written in a fixed order', async () => {
    const folder = makeFolder();
    const baseline = join(folder, 'known.json');
    for (const name of ['b.obj', 'a.obj']) {
      writeFileSync(join(folder, name), makeModel());
      const args = ['--threads', '1', '--quiet', '--baseline', baseline, '--update-baseline'];
      expect((await callCli(['check', join(folder, name), ...args])).status).toBe(0);
    }
    const text = readFileSync(baseline, 'utf8');
    expect(Object.keys(JSON.parse(text).files)).toEqual(['a.obj', 'b.obj']);
    await callCli(['check', folder, '--threads', '1', '--quiet', '--baseline', baseline, '--update-baseline']);
    expect(readFileSync(baseline, 'utf8')).toBe(text);
    writeFileSync(baseline, text.replace('"cell"', '"sell"'));
    const broken = await callCli(['check', folder, '--threads', '1', '--baseline', baseline]);
    expect(broken).toMatchObject({ status: 2, err: expect.stringContaining('known.json is no baseline') });
  });
});

describe('what to let through', () => {
  it('ignores by object, by pair, and by material', async () => {
    const folder = makeFolder();
    const text = makeModel({ tip: -0.1 });
    writeFileSync(join(folder, 'model.obj'), text);
    const all = (await check(folder)).frame!.contacts;
    const withoutArm = (await check(folder, '--ignore', 'ar?')).frame!;
    const onlyArm = (await check(folder, '--ignore', 'cl*,*able')).frame!;
    expect(withoutArm.contacts + onlyArm.contacts).toBe(all);
    expect(withoutArm.suppressed).toBe(onlyArm.contacts);
    expect(onlyArm.contacts).toBeGreaterThan(0);
    expect(await check(folder, '--ignore', 'cloth', '--ignore', 'arm')).toMatchObject({ status: 0 });
    expect((await check(folder, '--ignore', 'cloth,arm')).frame!.contacts).toBe(all); // these two do not meet

    writeFileSync(join(folder, 'model.obj'), text.replace('o arm\n', 'o arm\nusemtl skin\n'));
    writeFileSync(join(folder, 'rules.json'), '{ "ignore": [{ "materials": ["sk*"] }] }');
    const byMaterial = await check(folder, '--config', join(folder, 'rules.json'));
    expect(byMaterial.frame).toMatchObject({ contacts: withoutArm.contacts, suppressed: withoutArm.suppressed });
    // the limit counts what is left
    const limited = await check(folder, '--ignore', 'cloth', '--max-contacts', String(onlyArm.contacts));
    expect(limited.frame).toMatchObject({ contacts: onlyArm.contacts, truncated: false });
  });

  it('takes names as they are, but for * and ?', () => {
    expect(namePattern('a.b*').test('a.bc')).toBe(true);
    expect(namePattern('a.b*').test('axbc')).toBe(false);
    expect(namePattern('[x]?').test('[x]y')).toBe(true);
    expect(namePattern('Eye').test('Eyes')).toBe(false);
    for (const [pattern, name, fits] of [
      ['*', '', true],
      ['a*b*c', 'aXbXbYc', true],
      ['a*b*c', 'aXbXbYcd', false],
      ['*a?', 'aaab', true],
      ['?', '👁', true],
      ['', 'a', false],
    ] as const) {
      expect([pattern, name, namePattern(pattern).test(name)]).toEqual([pattern, name, fits]);
    }
    // a hundred stars took longer than anybody waits
    expect(namePattern(`${'*'.repeat(100)}b`).test('a'.repeat(200))).toBe(false);
    expect(namePattern(`${'*a'.repeat(50)}b`).test('a'.repeat(200))).toBe(false);
  });

  it('fails over limits only', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'model.obj'), makeModel({ tip: -0.1 }));
    const { contacts } = (await check(folder)).frame!;
    expect((await check(folder, '--fail-over', `contacts=${contacts}`)).status).toBe(0);
    expect((await check(folder, '--fail-over', `contacts=${contacts - 1}`)).status).toBe(1);
    expect((await check(folder, '--fail-over', 'frames=1')).status).toBe(0);
    // what was cut short may be more than may be
    const cut = ['--max-contacts', '1', '--fail-over'];
    expect((await check(folder, ...cut, `contacts=${contacts}`)).status).toBe(1);
    expect((await check(folder, ...cut, 'frames=1')).status).toBe(0);
    expect((await check(folder, '--fail-over', 'frames=1,places=1')).status).toBe(1);
    for (const wrong of ['contacts', 'contacts=-1', 'depth=2km', 'size=1', '']) {
      expect((await check(folder, '--fail-over', wrong)).status).toBe(2);
    }
  });
});
