import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../src/index.ts';
import { type TestMesh, toMdd, toObj } from '../meshes.ts';
import { parseReport } from '../report-schema.ts';
import { callCli, makeFolder } from '../start-cli.ts';

const TETRAHEDRON: TestMesh = {
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};
/** Two triangles with a common edge, the second folded onto the first. */
const FOLDED: TestMesh = { positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 3, 0], triangles: [0, 1, 2, 1, 0, 3] };
/** The same, open. */
const OPEN: TestMesh = { ...FOLDED, positions: FOLDED.positions.with(10, -3) };
/** The second triangle pierces the first, with which it shares a vertex. */
const PIERCED: TestMesh = { positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1, 1, 1], triangles: [0, 1, 2, 0, 3, 4] };

async function check(text: string, ...options: string[]) {
  const file = join(makeFolder(), 'a.obj');
  writeFileSync(file, text);
  const { status, out } = await callCli(['check', file, '--threads', '1', '--json', '-', '--all', ...options]);
  const report = parseReport(out).files[0] as FileReport;
  return { status, frame: report.frames[0], report };
}

describe('geometry doubled in place', () => {
  const doubled = toObj({ a: TETRAHEDRON, b: TETRAHEDRON });

  it.each([[], ['--between-objects'], ['--find', 'duplicate']])(
    'in two objects is found with %j',
    async (...options) => {
      const { status, frame } = await check(doubled, ...options);
      expect({ status, duplicates: frame.duplicates }).toEqual({ status: 1, duplicates: 4 });
      for (const { first, second } of frame.list ?? []) expect(new Set([first.object, second.object]).size).toBe(2);
      if (options[0] !== '--find') expect(frame.contacts).toBeGreaterThan(0);
    },
  );

  it('is no contact of an object with itself', async () => {
    expect(await check(doubled, '--self-only')).toMatchObject({ status: 0, frame: { contacts: 0, duplicates: 0 } });
  });

  it('in one object is found too, also where it has vertices of its own', async () => {
    const { positions, triangles } = TETRAHEDRON;
    const again = { positions, triangles: [...triangles, 2, 1, 0] };
    expect(await check(toObj({ a: again }))).toMatchObject({
      status: 1,
      frame: {
        ...{ contacts: 0, folded: 0, duplicates: 1, trianglePairs: 1 },
        list: [{ kind: 'duplicate', first: { face: 1, vertices: [1, 3, 2] }, second: { face: 5 } }],
      },
    });
    const copy = { positions: [...positions, ...positions], triangles: [...triangles, ...triangles.map((v) => v + 4)] };
    expect(await check(toObj({ a: copy }))).toMatchObject({ status: 1, frame: { duplicates: 4 } });
  });

  it('n times gives n − 1 findings', async () => {
    const face = [0, 1, 2];
    const { frame } = await check(toObj({ a: { ...TETRAHEDRON, triangles: Array(200).fill(face).flat() } }));
    expect(frame.duplicates).toBe(199);
  });

  it('can be switched off', async () => {
    const again = toObj({ a: { ...TETRAHEDRON, triangles: [...TETRAHEDRON.triangles, 0, 1, 2] } });
    expect((await check(again, '--find', 'intersection,folded')).status).toBe(0);
  });
});

describe('faces folded onto neighbours', () => {
  it('are found, and can be switched off', async () => {
    const text = toObj({ a: FOLDED });
    const { status, frame } = await check(text);
    expect({ status, frame }).toMatchObject({
      status: 1,
      frame: { contacts: 0, folded: 1, duplicates: 0, trianglePairs: 1, list: [{ kind: 'folded', point: [2, 0, 0] }] },
    });
    expect((await check(text, '--find', 'intersection,duplicate')).status).toBe(0);
    expect((await check(toObj({ a: OPEN }))).status).toBe(0);
  });

  it('are decided exactly', async () => {
    // a hair out of the plane, and at sizes at which products underflow or lose everything
    for (const [scale, away] of [
      [1, 1e-300],
      [1e-160, 1e-300],
      [1e150, 1e120],
    ]) {
      const positions = FOLDED.positions.map((value) => value * scale);
      expect((await check(toObj({ a: { ...FOLDED, positions } }))).frame.folded, `${scale}`).toBe(1);
      const apart = { ...FOLDED, positions: positions.with(11, away) };
      expect((await check(toObj({ a: apart }))).frame.folded, `${scale} ${away}`).toBe(0);
    }
  });

  it('are left out with --ignore-rest, unless they are new', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'a.obj'), toObj({ a: FOLDED }));
    writeFileSync(join(folder, 'b.obj'), toObj({ a: OPEN }));
    writeFileSync(join(folder, 'a.mdd'), toMdd([FOLDED.positions, OPEN.positions]));
    for (const [name, expected] of [
      ['a.obj', [0, 0]],
      ['b.obj', [1, 0]],
    ] as const) {
      const args = ['check', join(folder, name), '--cache', join(folder, 'a.mdd'), '--ignore-rest', '--json', '-'];
      const { out } = await callCli([...args, '--threads', '1']);
      expect((parseReport(out).files[0] as FileReport).frames.map(({ folded }) => folded)).toEqual(expected);
    }
  });
});

describe('the verdict', () => {
  it.each([
    ['pierced', PIERCED],
    ['folded', FOLDED],
    ['doubled', { ...OPEN, triangles: [0, 1, 2, 1, 0, 3, 0, 1, 2] }],
    ['clean', OPEN],
  ])('is one, whatever is listed: %s', async (name, mesh) => {
    const text = toObj({ a: mesh });
    const [edges, pairs] = [await check(text), await check(text, '--pairs', 'triangles')];
    const status = name === 'clean' ? 0 : 1;
    expect([edges.status, pairs.status]).toEqual([status, status]);
    expect(edges.frame.list?.length).toBe(status);
    expect(pairs.frame.list?.length).toBe(status);
    expect(pairs.frame.trianglePairs).toBe(status);
  });

  it('says what it is about', async () => {
    const file = join(makeFolder(), 'a.obj');
    writeFileSync(file, toObj({ a: FOLDED }));
    const { out } = await callCli(['check', file, '--threads', '1', '--verbose']);
    expect(out).toContain('hits itself: 1 folded pair.');
    expect(out).toContain('face 1 is folded onto face 2');
    expect((await callCli(['check', file, '--find', 'folds'])).status).toBe(2);
  });
});
