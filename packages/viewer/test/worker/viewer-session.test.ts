import { makeScene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { partWeld, weldTriangles, weldVertices } from 'selfcollide/mesh';
import { describe, expect, it } from 'vitest';
import type { Filter, FrameResult, FrameWishes, ViewerReply } from '../../src/messages.ts';
import { ViewerSession } from '../../src/worker/viewer-session.ts';

const everything: Filter = { scope: 'all', ignoreRest: false, ignored: [] };
const plain: FrameWishes = {
  shown: 'star-contour',
  measured: [],
  missed: false,
  algorithm: null,
  step: false,
  filter: everything,
};

function startSession() {
  const replies: ViewerReply[] = [];
  const session = new ViewerSession((reply) => replies.push(reply));
  const frame = async (number: number, wishes: Partial<FrameWishes> = {}): Promise<FrameResult> => {
    await session.take({ kind: 'frame', frame: number, wishes: { ...plain, ...wishes } });
    const last = replies[replies.length - 1];
    if (last.kind !== 'frame') throw new Error(JSON.stringify(last));
    return last.result;
  };
  return { session, replies, frame };
}

describe('ViewerSession', () => {
  it('finds what unsafe-normal-cone misses, whichever method is shown', async () => {
    const { session, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'helical-ramp' } });
    const safe = await frame(3, { missed: true });
    const unsafe = await frame(3, { missed: true, shown: 'unsafe-normal-cone' });
    expect(safe.missed!.count).toBeGreaterThan(0);
    expect(unsafe.contacts.count + unsafe.missed!.count).toBe(safe.contacts.count);
    expect([...unsafe.missed!.triangle].sort()).toEqual([...safe.missed!.triangle].sort());
    expect((await frame(3)).missed).toBeNull();
  });

  it('finds what comes together until the next frame, the first one first, and nothing after the last frame', async () => {
    const { session, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'twisted-sheet', triangles: 800 } });
    const scene = await makeScene('twisted-sheet', { triangles: 800 });
    const pose = (number: number) => {
      const out = new Float64Array(scene.mesh.positions.length);
      scene.frame(number, out);
      return out;
    };
    const last = scene.frameCount - 1;
    const detector = createDetector(scene.mesh, { method: 'box-tree' });
    detector.update(pose(last - 1));
    const expected = detector.findImpacts(pose(last));
    const { step } = await frame(last - 1, { step: true });
    expect(step!.count).toBe(expected.vertexCount + expected.edgeCount);
    expect(step!.count).toBeGreaterThan(5);
    expect(step!.impacts[0].time).toBe(expected.earliest);
    const times = step!.impacts.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { sides, vertices, text } of step!.impacts) {
      expect(vertices.length).toBe(4);
      expect(Math.min(sides[0].length, sides[1].length)).toBeGreaterThan(0);
      expect(text).toMatch(/^(vertex \d+ meets face \d+|edge \d+–\d+ meets edge \d+–\d+)$/);
    }
    expect((await frame(last, { step: true })).step).toMatchObject({
      count: 0,
      problem: expect.stringContaining('last'),
    });
    expect((await frame(last - 1)).step).toBeNull();
  });

  it('keeps what is open when something cannot be opened', async () => {
    const { session, replies, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'bow-ties' } });
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'nowhere' } });
    expect(replies[replies.length - 1]).toMatchObject({ kind: 'failed', request: 'open' });
    const bytes = new TextEncoder().encode('OFF\n3 1 0\n0 0');
    await session.take({ kind: 'open', source: { kind: 'files', files: [{ name: 'cut.off', data: bytes }] } });
    expect(replies[replies.length - 1]).toMatchObject({ kind: 'failed', message: expect.stringContaining('cut.off') });
    expect((await frame(2)).contacts.count).toBe(120);
  });

  it('refuses brute force for meshes that would take forever, and says so', async () => {
    const { session, replies } = startSession();
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'knee', triangles: 4000 } });
    await session.take({ kind: 'frame', frame: 0, wishes: { ...plain, shown: 'brute-force' } });
    expect(replies[replies.length - 1]).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Choose another method'),
    });
  });

  it('parts a seam that opens, and is none the worse for it afterwards', async () => {
    const { mesh } = await makeScene('duplicated-vertices');
    const off = (positions: Float64Array) => {
      const lines = [`OFF`, `${positions.length / 3} ${mesh.triangles.length / 3} 0`];
      for (let i = 0; i < positions.length; i += 3) lines.push(positions.subarray(i, i + 3).join(' '));
      for (let i = 0; i < mesh.triangles.length; i += 3) lines.push(`3 ${mesh.triangles.subarray(i, i + 3).join(' ')}`);
      return new TextEncoder().encode(lines.join('\n'));
    };
    // the first triangle leaves its neighbours and stands across the sheet, through a corner of another
    const apart = mesh.positions.slice();
    const offsets = [1, 1, 1, -1, -1, -1, 1, -1, 0.3];
    for (let i = 0; i < 9; i++) apart[i] = mesh.positions[300 + (i % 3)] + offsets[i];
    const files = [mesh.positions, apart, mesh.positions].map((p, i) => ({ name: `m${i}.off`, data: off(p) }));
    const { session, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'files', files } });
    const counts = [(await frame(0)).contacts.count, (await frame(1)).contacts.count, (await frame(2)).contacts.count];
    const triangles = weldTriangles(mesh.triangles, partWeld(weldVertices(mesh.positions), apart));
    const detector = createDetector({ positions: apart, triangles }, { weld: false, method: 'brute-force' });
    expect(counts).toEqual([0, detector.findIntersections().count, 0]);
    expect(counts[1]).toBeGreaterThan(0);
  });

  it('puts files together as objects of one scene, or shows one of them', async () => {
    const sheet = (z: number, tilt: number) =>
      new TextEncoder().encode(`OFF\n4 2 0\n0 0 ${z}\n1 0 ${z + tilt}\n1 1 ${z + tilt}\n0 1 ${z}\n3 0 1 2\n3 0 2 3\n`);
    const files = [
      { name: 'body.off', data: sheet(0, 0) },
      { name: 'shirt_2.off', data: sheet(-0.3, 0.7) },
      { name: 'shirt_1.off', data: sheet(1, 0) },
    ];
    const { session, replies, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'files', files } });
    const opened = replies.at(-1)!;
    if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened));
    expect(opened.mesh).toMatchObject({
      frameCount: 2,
      objectNames: ['body.off', 'shirt_1.off … shirt_2.off'],
      files: ['body.off', 'shirt_1.off … shirt_2.off'],
    });
    expect([...(opened.mesh.clips[0].numbers as number[])]).toEqual([1, 2]);
    expect((await frame(0)).contacts.count).toBe(0);
    const { contacts } = await frame(1);
    expect(contacts.count).toBeGreaterThan(0);
    expect(contacts.objectPairs).toEqual([{ objects: [0, 1], contacts: contacts.count }]);
    // the curve is the line x = 3/7 in the plane z = 0, in pieces that hang together
    expect(contacts.placeCount).toBe(1);
    expect(contacts.curve.length).toBeGreaterThan(0);
    // filters
    const count = async (filter: Partial<Filter>) =>
      (await frame(1, { filter: { ...everything, ...filter } })).contacts.count;
    expect(await count({ scope: 'between' })).toBe(contacts.count);
    expect(await count({ scope: 'self' })).toBe(0);
    expect(await count({ ignored: [[1, 0]] })).toBe(0);
    expect(await count({ ignored: [[1, 1]] })).toBe(contacts.count);
    expect(await count({ ignoreRest: true })).toBe(contacts.count);
    await session.take({ kind: 'count', frame: 1, filter: everything, turn: 7 });
    expect(replies.at(-1)).toEqual({ kind: 'counted', frame: 1, turn: 7, count: contacts.count });

    await session.take({ kind: 'open', source: { kind: 'files', files, only: 'body.off' } });
    expect(replies.at(-1)).toMatchObject({ mesh: { name: 'body.off', frameCount: 1, objectNames: ['body'] } });
    expect((await frame(0)).contacts.count).toBe(0);
  });

  it('leaves out what touches at rest', async () => {
    const floor = 'v -9 -9 0\nv 9 -9 0\nv 0 9 0\n';
    const leaf = (x: number) => `v ${x} 0 -1\nv ${x} 1 1\nv ${x} -1 1\n`;
    const file = (moved: number) =>
      new TextEncoder().encode(`${floor}${leaf(0)}${leaf(moved)}f 1 2 3\nf 4 5 6\nf 7 8 9\n`);
    const high = new TextEncoder().encode(`${floor}${leaf(0)}v 3 0 5\nv 3 1 7\nv 3 -1 7\nf 1 2 3\nf 4 5 6\nf 7 8 9\n`);
    const files = [
      { name: 'a1.obj', data: high },
      { name: 'a2.obj', data: file(3) },
    ];
    const { session, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'files', files } });
    const ignoreRest = { filter: { ...everything, ignoreRest: true } };
    expect([(await frame(0)).contacts.count, (await frame(1)).contacts.count]).toEqual([2, 4]);
    expect([(await frame(0, ignoreRest)).contacts.count, (await frame(1, ignoreRest)).contacts.count]).toEqual([0, 2]);
  });
});
