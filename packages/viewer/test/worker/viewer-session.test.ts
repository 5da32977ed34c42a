import { makeScene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { partWeld, weldTriangles, weldVertices } from 'selfcollide/mesh';
import { describe, expect, it } from 'vitest';
import type { FrameResult, FrameWishes, ViewerReply } from '../../src/messages.ts';
import { ViewerSession } from '../../src/worker/viewer-session.ts';

const plain: FrameWishes = { shown: 'star-contour', measured: [], missed: false, algorithm: null };

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
  it('finds what no-contour misses, whichever method is shown', async () => {
    const { session, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'helical-ramp' } });
    const safe = await frame(3, { missed: true });
    const unsafe = await frame(3, { missed: true, shown: 'unsafe-normal-cone' });
    expect(safe.missed!.count).toBeGreaterThan(0);
    expect(unsafe.contacts.count + unsafe.missed!.count).toBe(safe.contacts.count);
    expect([...unsafe.missed!.triangle].sort()).toEqual([...safe.missed!.triangle].sort());
    expect((await frame(3)).missed).toBeNull();
  });

  it('keeps what is open when something cannot be opened', async () => {
    const { session, replies, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'bow-ties' } });
    await session.take({ kind: 'open', source: { kind: 'scene', name: 'nowhere' } });
    expect(replies[replies.length - 1]).toMatchObject({ kind: 'failed', request: 'open' });
    const bytes = new TextEncoder().encode('OFF\n3 1 0\n0 0');
    await session.take({ kind: 'open', source: { kind: 'files', files: [{ name: 'cut.off', bytes }] } });
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
    const files = [mesh.positions, apart, mesh.positions].map((p, i) => ({ name: `m${i}.off`, bytes: off(p) }));
    const { session, frame } = startSession();
    await session.take({ kind: 'open', source: { kind: 'files', files } });
    const counts = [(await frame(0)).contacts.count, (await frame(1)).contacts.count, (await frame(2)).contacts.count];
    const triangles = weldTriangles(mesh.triangles, partWeld(weldVertices(mesh.positions), apart));
    const detector = createDetector({ positions: apart, triangles }, { weld: false, method: 'brute-force' });
    expect(counts).toEqual([0, detector.findIntersections().count, 0]);
    expect(counts[1]).toBeGreaterThan(0);
  });
});
