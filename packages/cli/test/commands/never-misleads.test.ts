import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crossing, type TestMesh, toObj } from '../meshes.ts';
import { callCli, makeFolder } from '../start-cli.ts';

const TETRAHEDRON: TestMesh = {
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};

async function check(text: string, ...options: string[]) {
  const file = join(makeFolder(), 'a.obj');
  writeFileSync(file, text);
  return callCli(['check', file, '--threads', '1', ...options]);
}

it.each([1, 2, 1000])('--max-contacts %i does not hide doubled geometry', async (limit) => {
  const doubled = toObj({ a: TETRAHEDRON, b: TETRAHEDRON });
  const { status, out } = await check(doubled, '--find', 'duplicate', '--max-contacts', String(limit));
  expect(status).toBe(1);
  expect(out).toContain('4 doubled faces');
});

it('faces that name a vertex twice are no doubled faces, whichever objects they belong to', async () => {
  const line: TestMesh = { positions: [0, 0, 0, 1, 0, 0], triangles: [0, 0, 1] };
  for (const mesh of [
    toObj({ a: line, b: line }),
    `${toObj({ a: line })}f 1 1 2\n`,
    `${toObj({ a: line })}f 1 2 2\n`,
  ]) {
    expect((await check(mesh, '--find', 'duplicate')).status).toBe(0);
  }
});

describe('the verdict claims no more than was looked for', () => {
  it.each([
    [['--find', 'folded'], 'a.obj has no folded pairs.'],
    [['--find', 'folded,duplicate', '--self-only'], 'a.obj has no folded pairs or doubled faces within an object.'],
  ])('%j', async (options, verdict) => {
    expect((await check(toObj({ a: crossing }), ...options)).out).toContain(verdict);
  });

  it('between objects', async () => {
    const { positions, triangles } = crossing;
    const parts = {
      a: { positions: positions.slice(0, 9), triangles: triangles.slice(0, 3) },
      b: { positions: positions.slice(9), triangles: [0, 1, 2] },
    };
    const { status, out } = await check(toObj(parts), '--self-only');
    expect(status).toBe(0);
    expect(out).toMatch(/✓ no object of .*a\.obj hits itself\./);
    const apart = await check(toObj({ a: TETRAHEDRON }), '--between-objects');
    expect(apart.out).toMatch(/✓ the objects of .*a\.obj do not hit each other\./);
  });
});

it.each([0, 100])('a huge text file of zeros behind %i bytes is refused before it is read', async (head) => {
  const file = join(makeFolder(), 'a.obj');
  writeFileSync(file, 'v 0 0 0\n'.repeat(20).slice(0, head));
  truncateSync(file, 2 ** 31);
  const started = performance.now();
  const { status, err } = await callCli(['check', file, '--threads', '1']);
  expect({ status, err }).toEqual({ status: 3, err: `${file}: byte ${head}: expected text, found a byte 0.\n` });
  expect(performance.now() - started).toBeLessThan(2000);
});

describe('reports', () => {
  const GLTF = '{"asset":{"version":"2.0"},"buffers":[{"uri":"my%20buf.bin","byteLength":4}]}';

  it.each([
    ['m.gltf', 'my buf.bin'],
    ['m.glb', 'my buf.bin'],
    ['t.node', 't.ele'],
    ['t.ele', 't.node'],
    ['v.veg', 'inner.veg'],
    ['v.veg', 'rows.txt'],
  ])('of %s do not replace %s', async (model, victim) => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'm'));
    const json = GLTF.padEnd(4 * Math.ceil(GLTF.length / 4));
    const glb = Buffer.alloc(20 + json.length);
    glb.write('glTF');
    glb.writeUInt32LE(2, 4);
    glb.writeUInt32LE(glb.length, 8);
    glb.writeUInt32LE(json.length, 12);
    glb.write('JSON', 16);
    glb.write(json, 20);
    writeFileSync(join(folder, 'm.gltf'), GLTF);
    writeFileSync(join(folder, 'm.glb'), glb);
    writeFileSync(join(folder, 'v.veg'), '*INCLUDE inner.veg\n');
    for (const name of ['my buf.bin', 't.node', 't.ele', 'rows.txt']) writeFileSync(join(folder, name), 'keep');
    writeFileSync(join(folder, 'inner.veg'), '*VERTICES\n*INCLUDE rows.txt\n');
    const before = readFileSync(join(folder, victim));
    for (const option of ['--json', '--html']) {
      const { status, err } = await callCli(['check', join(folder, model), option, join(folder, victim)]);
      expect(status).toBe(2);
      expect(err).toContain('which an input refers to');
    }
    expect(readFileSync(join(folder, victim))).toEqual(before);
  });

  it.each(['--json', '--html'])('%s needs a name', async (option) => {
    const before = readdirSync('.');
    const { status, err } = await check(toObj({ a: crossing }), option, '');
    expect(status).toBe(2);
    expect(err).toContain(`${option}: the name of a file must not be empty.`);
    expect(readdirSync('.')).toEqual(before);
  });
});

it('times before and after a clip are named, since only its first and last pose are there', async () => {
  const file = join(makeFolder(), 'knee.glb');
  await callCli(['scenes', 'knee', file, '--triangles', '300', '--frames', '31']);
  const run = (times: string) => callCli(['check', file, '--threads', '1', '--times', times]);
  expect((await run('0.5')).out).not.toContain('begins or ends');
  expect((await run('0.5,99')).out).toMatch(/"[^"]*" runs from 0 to 1 s: at 99 s it is taken as it begins or ends/);
});

it('a link to itself is unreadable, and the other files are checked', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'a.obj'), toObj({ a: crossing }));
  symlinkSync('loop.off', join(folder, 'loop.off'));
  const files = ['loop.off', 'a.obj'].map((name) => join(folder, name));
  const { status, out, err } = await callCli(['check', ...files, '--threads', '1']);
  expect(status).toBe(3);
  expect(err).toContain('loop.off: ');
  expect(out).toContain('a.obj');
});
