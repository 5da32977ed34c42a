import { readModel } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import { FIRST_SIDE, ROW, readSide, SECOND_SIDE } from '../../src/detect/contact-rows.ts';
import type { DetectOptions } from '../../src/detect/detect-options.ts';
import { POSE_KINDS } from '../../src/detect/finding-kinds.ts';
import { FrameChecker } from '../../src/detect/frame-checker.ts';
import type { Source, SourcePose } from '../../src/source/source.ts';
import { crossing, moved, type TestMesh, toObj } from '../meshes.ts';

const OPTIONS: DetectOptions = {
  method: 'auto',
  kinds: POSE_KINDS,
  betweenFrames: false,
  pairs: 'edge-triangle',
  scope: 'all',
  ignoreRest: false,
  places: 'all',
  listLimit: 100,
};

const read = (meshes: Record<string, TestMesh>) =>
  readModel(new TextEncoder().encode(toObj(meshes)), { name: 'test.obj' });

/** A source that shows these poses of a mesh; its first is the rest pose. */
async function sourceOf(meshes: Record<string, TestMesh>, poses: SourcePose[]): Promise<Source> {
  const base = await read(meshes);
  const numbers = Float64Array.from(poses, (_, i) => i);
  return {
    name: 'test.obj',
    format: 'obj',
    base,
    rest: base.positions,
    restKind: poses.length > 1 ? 'first frame' : 'only pose',
    clips: [{ name: '', firstFrame: 0, frameCount: poses.length, numbers }],
    frameCount: poses.length,
    warnings: [],
    pose: async (i) => poses[i],
  };
}

const flat = (...meshes: TestMesh[]) => ({ positions: Float64Array.from(meshes.flatMap((mesh) => mesh.positions)) });

describe('FrameChecker', () => {
  it('names contacts as the file does', async () => {
    const checker = new FrameChecker(await sourceOf({ a: crossing }, [flat(crossing)]), OPTIONS);
    const result = await checker.check(0, false);
    expect(result).toMatchObject({ contacts: 2, trianglePairs: 1, placeCount: 1, parted: 0, truncated: false });
    // OBJ counts from 1; contacts are in the order of their edges
    const sides = [0, 1].map((i) => [readSide(result.rows, i, FIRST_SIDE), readSide(result.rows, i, SECOND_SIDE)]);
    const [first, second] = [
      { object: 0, part: 0, face: 1, vertices: [1, 2, 3] },
      { object: 0, part: 0, face: 2, vertices: [4, 5, 6] },
    ];
    expect(sides).toEqual([
      [{ ...first, vertices: [2, 3] }, second],
      [{ ...second, vertices: [4, 5] }, first],
    ]);
    expect([...result.rows.subarray(ROW + 12, ROW + 15)]).toEqual([1, 1, 0]);
  });

  it('separates places and sorts them by size', async () => {
    const far = moved(crossing, [100, 0, 0]);
    const source = await sourceOf({ a: crossing, b: far }, [flat(crossing, far)]);
    const { places, placeCount, objectPairs } = await new FrameChecker(source, OPTIONS).check(0, false);
    expect(placeCount).toBe(2);
    expect(places.map(({ objects }) => objects)).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
    expect(places[1].center[0]).toBeGreaterThan(100);
    expect(objectPairs).toHaveLength(2);
  });

  it('tells objects apart, and pieces where there is one object', async () => {
    const single = (from: number): TestMesh => ({
      positions: crossing.positions.slice(9 * from, 9 * from + 9),
      triangles: [0, 1, 2],
    });
    const two = await sourceOf({ a: single(0), b: single(1) }, [flat(crossing)]);
    const one = await sourceOf({ all: crossing }, [flat(crossing)]);
    const count = async (source: Source, scope: 'self' | 'between') =>
      (await new FrameChecker(source, { ...OPTIONS, scope }).check(0, false)).contacts;
    expect([await count(two, 'self'), await count(two, 'between')]).toEqual([0, 2]);
    expect([await count(one, 'self'), await count(one, 'between')]).toEqual([0, 2]);
  });

  it('leaves out what the rest pose has', async () => {
    const far = moved(crossing, [0, 0, 50]);
    const apart: TestMesh = { ...far, positions: far.positions.with(9, 200).with(12, 200).with(15, 200) };
    const source = await sourceOf({ a: crossing, b: apart }, [flat(crossing, apart), flat(crossing, far)]);
    const checker = new FrameChecker(source, { ...OPTIONS, ignoreRest: true });
    expect(await checker.check(0, false)).toMatchObject({ contacts: 0, trianglePairs: 0, ignored: 2 });
    expect(await checker.check(1, false)).toMatchObject({ contacts: 2, trianglePairs: 1, ignored: 2 });
    expect(checker.header(0, false).rest).toEqual({
      pose: 'first frame',
      contacts: 2,
      folded: 0,
      duplicates: 0,
      proximities: 0,
      impacts: 0,
      trianglePairs: 1,
    });
  });

  it('does not count left out contacts towards the limit', async () => {
    const far = moved(crossing, [0, 0, 50]);
    const apart: TestMesh = { ...far, positions: far.positions.with(9, 200).with(12, 200).with(15, 200) };
    const source = await sourceOf({ a: crossing, b: apart }, [flat(crossing, apart), flat(crossing, far)]);
    const limited = (maxContacts: number) =>
      new FrameChecker(source, { ...OPTIONS, ignoreRest: true, maxContacts }).check(1, false);
    expect(await limited(2)).toMatchObject({ contacts: 2, truncated: false });
    expect(await limited(1)).toMatchObject({ contacts: 1, truncated: true });
  });

  it('lists no more than asked for, and counts all the same', async () => {
    const source = await sourceOf({ a: crossing }, [flat(crossing)]);
    const result = await new FrameChecker(source, { ...OPTIONS, listLimit: 1 }).check(0, false);
    expect(result.contacts).toBe(2);
    expect(result.rows).toHaveLength(ROW);
  });

  it('parts welded vertices where they move apart, and nowhere else', async () => {
    // two triangles along one edge whose ends are there twice; then the second swings away and through the first
    const seam: TestMesh = {
      positions: [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 2, -4, 0],
      triangles: [0, 1, 2, 3, 4, 5],
    };
    const source = await sourceOf({ a: seam }, [flat(seam), flat(crossing), flat(seam)]);
    const checker = new FrameChecker(source, OPTIONS);
    expect(checker.header(0, false).welded).toBe(2);
    expect(await checker.check(1, false)).toMatchObject({ parted: 2, contacts: 2 });
    // frame 0 after frame 1 gives what it gives alone
    expect(await checker.check(0, false)).toMatchObject({ parted: 0, contacts: 0 });
    expect(await checker.check(2, true)).toMatchObject({ contacts: 0, pose: { painted: new Uint32Array(0) } });
  });

  it('prepares anew where the triangles change', async () => {
    const other = await read({ x: crossing, y: moved(crossing, [50, 0, 0]) });
    const changed = { positions: other.positions, model: other };
    const source = await sourceOf({ a: crossing }, [flat(crossing), changed]);
    const checker = new FrameChecker(source, { ...OPTIONS, ignoreRest: true });
    const result = await checker.check(1, true);
    expect(result).toMatchObject({ contacts: 4, ignored: 0, ownObjects: ['x', 'y'] });
    expect(result.pose?.mesh?.vertexCount).toBe(12);
    expect(await checker.check(0, false)).toMatchObject({ contacts: 0, ignored: 2 });
  });

  it('turns a pose that cannot be used into a failure of that frame', async () => {
    const broken = { positions: Float64Array.from(crossing.positions).fill(Number.NaN, 0, 1) };
    const checker = new FrameChecker(await sourceOf({ a: crossing }, [flat(crossing), broken]), OPTIONS);
    expect((await checker.check(1, false)).failure?.message).toContain(
      'test.obj: partWeld: coordinates must be finite',
    );
    expect((await checker.check(0, false)).contacts).toBe(2);
  });

  it('gives the same with what another checker prepared', async () => {
    const poses = Array.from({ length: 20 }, (_, i) => flat(moved(crossing, [i, 0, 0])));
    const source = await sourceOf({ a: crossing }, poses);
    const first = new FrameChecker(source, OPTIONS);
    expect(first.header(0, false).method).toBe('star-contour');
    const second = new FrameChecker(source, OPTIONS, first.preparation());
    const strip = async (checker: FrameChecker) => ({ ...(await checker.check(7, false)), ms: 0 });
    expect(await strip(second)).toEqual(await strip(first));
  });

  it('says where only in frames that may be among the worst, if asked for those', async () => {
    // frame i holds i copies that cross, the others are pulled apart
    const meshes = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`m${i}`, moved(crossing, [20 * i, 0, 0])]));
    const together = flat(...Object.values(meshes));
    const apart = (count: number) => {
      const { positions } = flat(...Object.values(meshes));
      const each = positions.length / 14;
      for (let i = count; i < 14; i++)
        for (let at = each * i + 2; at < each * i + each / 2; at += 3) positions[at] += 100;
      return { positions };
    };
    const order = [9, 14, 13, 12, 11, 10, 8, 7, 6, 5, 4, 0, 3, 1, 2];
    const source = await sourceOf(meshes, [together, ...order.map(apart)]);
    const all = new FrameChecker(source, OPTIONS);
    const worst = new FrameChecker(source, { ...OPTIONS, places: 'worst' });
    const without: number[] = [];
    for (let frame = 0; frame <= order.length; frame++) {
      const expected = await all.check(frame, false);
      const result = await worst.check(frame, false);
      expect(result.contacts).toBe(expected.contacts);
      if (result.placeCount === 0) without.push(expected.contacts / 2);
      else expect(result.places).toEqual(expected.places);
    }
    // of the frames, with 14, 14, 13, 12 … copies, the ten worst have six copies or more
    expect(without.length).toBe(6);
    expect(Math.max(...without)).toBeLessThan(6);
  });
});
