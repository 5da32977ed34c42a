import type { ContenderTimes } from '../../src/star/measure-animation.ts';
import { paperTable } from '../../src/star/paper-table.ts';
import { BOXES, HASH, NO_CONTOUR, OURS, OURS_AS_IN_PAPER } from '../../src/star/star-contenders.ts';
import type { StarResult } from '../../src/star/star-result.ts';

/** A contender that takes `ms` at rest and twice, then four times that in two frames; the second round is 10 % slower. */
export function times(name: string, ms: number, more: Partial<ContenderTimes> = {}): ContenderTimes {
  return {
    name,
    safe: !name.startsWith('unsafe'),
    rest: [ms, 1.1 * ms],
    frames: [
      [2 * ms, 4 * ms],
      [2.2 * ms, 4.4 * ms],
    ],
    ...more,
  };
}

const contacts = { contacts: [10, 100], hash: 'abc' };

/** Two frames of a scene; star-contour takes 1 ms at rest, boxes 4, hash 8, Embree 3, CGAL 16. */
export function result(scene: string, more: Partial<StarResult> = {}, embreeMs = 3): StarResult {
  return {
    scene,
    kind: 'simulated',
    triangles: 4096,
    frames: ['0', '99'],
    paper: paperTable[scene]?.[0],
    tasks: { paperForm: [90, 10, 0, 0, 0, 0, 0, 0, 0], ours: [0, 0, 0, 0, 0, 0, 0, 0, 100] },
    times: {
      exactPairs: [9, 90],
      failures: [],
      contenders: [
        times(HASH, 8, contacts),
        times(BOXES, 4, contacts),
        times(OURS_AS_IN_PAPER, 2, contacts),
        times(OURS, 1, contacts),
        times(NO_CONTOUR, 0.5, { contacts: [10, 97], hash: 'def' }),
        times('embree', embreeMs, { safe: false, pairs: [9, 91] }),
        times('cgal-boxes', 16, { safe: false, pairs: [9, 90] }),
      ],
    },
    ...more,
  };
}
