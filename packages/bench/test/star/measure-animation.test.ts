import type { Intersections } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import type { Contender } from '../../src/contender.ts';
import { measureAnimation } from '../../src/star/measure-animation.ts';

const mesh = { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 2) };
const frames = [1, 2].map((number) => ({ number, positions: new Float64Array(9).fill(number) }));
const effort = { rounds: 2, restRounds: 3, seconds: [0, 0] } as const;

/** Writes down what it is asked; finds as many contacts as the pose is high. */
function ours(name: string, log: string[]): Contender {
  return {
    name,
    safe: true,
    prepare() {
      let height = 0;
      return {
        update(positions) {
          height = positions[0];
          log.push(`${name}${height}`);
        },
        query: () => height,
        countTrianglePairs: () => 10 * height,
        memoryBytes: () => 0,
        lastContacts: () =>
          ({ count: height, edgeA: [0, 0], edgeB: [1, 1], triangle: [2, 3] }) as unknown as Intersections,
        close: () => void log.push(`${name} closed`),
      };
    },
  };
}

const peer: Contender = {
  name: 'peer',
  safe: false,
  prepare: () => ({
    update() {},
    query: () => 7,
    countTrianglePairs: () => 7,
    memoryBytes: () => undefined,
    ownTimes: () => ({ update: 30, query: 12 }),
  }),
};

describe('measureAnimation', () => {
  it('takes turns at rest, then each alone to see what it finds, then in turns over the frames', () => {
    const log: string[] = [];
    const { contenders, exactPairs } = measureAnimation([ours('a', log), ours('b', log)], mesh, frames, effort);
    const turns = (...heights: number[]) => heights.flatMap((h) => [`a${h}`, `b${h}`]);
    const found = ['a1', 'a2', 'b1', 'b2'];
    const closed = ['a closed', 'b closed'];
    expect(log).toEqual([...turns(0, 0, 0, 0, 0), ...found, ...turns(1, 2, 1, 2), ...closed]);
    expect(contenders.map(({ rest, frames, contacts }) => [rest.length, frames.length, contacts])).toEqual([
      [3, 2, [1, 2]],
      [3, 2, [1, 2]],
    ]);
    expect(contenders[0].hash).toBe(contenders[1].hash);
    expect(exactPairs).toEqual([10, 20]);
  });

  it('believes the times of who takes its own, and counts its pairs', () => {
    const { contenders } = measureAnimation([ours('a', []), peer], mesh, frames, effort);
    expect(contenders[1]).toEqual({
      ...{ name: 'peer', safe: false, pairs: [7, 7] },
      ...{
        rest: [42, 42, 42],
        frames: [
          [42, 42],
          [42, 42],
        ],
      },
    });
  });

  it('goes on while rounds took little time, and leaves out the rest pose if told', () => {
    const { contenders } = measureAnimation([ours('a', [])], mesh, frames, {
      ...{ rounds: 1, restRounds: 0, seconds: [0.01, 1] },
    });
    expect(contenders[0].rest).toEqual([]);
    expect(contenders[0].frames.length).toBeGreaterThan(1);
  });

  it('goes on without a peer that cannot take the mesh, but not without a method of ours', () => {
    const fail = () => {
      throw new Error('no manifold');
    };
    const { contenders, failures } = measureAnimation([ours('a', []), { ...peer, prepare: fail }], mesh, [], effort);
    expect(contenders.map(({ name }) => name)).toEqual(['a']);
    expect(failures).toEqual(['peer: no manifold']);
    expect(() => measureAnimation([{ ...ours('a', []), prepare: fail }], mesh, [], effort)).toThrow('no manifold');
  });
});
