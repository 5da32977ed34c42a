import { createResponse } from '@selfcollide/response';
import { createDetector, type Positions } from 'selfcollide';
import { hasExactContact } from './exact-contacts.ts';

/** What is wrong with the response on purpose, so that the judge must find it out. */
export type ResponseFault = 'none' | 'no response' | 'rounding ignored' | 'group pair forgotten';

export interface ResponseFuzz {
  readonly steps: number;
  readonly seed: number;
  readonly fault?: ResponseFault;
}

export interface ResponseFuzzReport {
  readonly steps: number;
  /** Steps whose wanted positions hit themselves: others show nothing. */
  readonly tangled: number;
  /** The first step after which the mesh hit itself, or on which it passed through itself. */
  readonly failure?: string;
}

const STEPS_PER_MESH = 25;
/** What a caller rounds to that ignores rounding: coarse, so that few steps find it. */
const COARSE = 2 ** 10;

/** Random sheets and random targets under a steady push, in 32 and 64 bits, with groups, friction and thickness; until a step fails. */
export function fuzzResponse({ steps, seed, fault = 'none' }: ResponseFuzz): ResponseFuzzReport {
  let tangled = 0;
  let taken = 0;
  for (let mesh = seed; taken < steps; mesh++) {
    const random = randomOf(mesh);
    const is32 = random() < 0.5 && fault !== 'rounding ignored';
    const made = randomSheets(random, is32);
    const { positions, triangles, groups } = made;
    const isThrough = random() < 0.3;
    const ignore: [number, number][] = isThrough ? [[0, 2]] : [];
    const forgotten: [number, number][] = fault === 'group pair forgotten' ? [[0, 1]] : [];
    const ignored = new Set(ignore.map((pair) => pair.join(' ')));
    const response = createResponse(made, {
      gap: fault === 'rounding ignored' ? 0 : [0, 1e-6, 0.02][Math.floor(3 * random())],
      smooth: Math.floor(3 * random()),
      friction: random() < 0.5 ? 0 : random(),
      thickness: random() < 0.3 && fault === 'none' ? 0.05 : 0,
      groups,
      ignore: [...ignore, ...forgotten],
    });
    if (hasExactContact(positions, triangles, groups, ignored) || response.reset(positions) > 0) {
      response.dispose();
      continue;
    }
    const judge = createDetector(made, { method: 'brute-force', weld: false, groups, ignore });
    let x: Positions = positions.slice();
    let wanted: Positions = x.slice();
    for (let step = 0; step < STEPS_PER_MESH && taken < steps; step++, taken++) {
      const noise = 0.4 * random();
      wanted = wanted.map((c, i) => c + made.push(i) + noise * (random() - 0.5)) as Positions;
      if (hasExactContact(wanted, triangles, groups, ignored)) tangled++;
      const reached = fault === 'no response' ? wanted : response.advance(wanted).positions;
      const written =
        fault === 'rounding ignored'
          ? Float64Array.from(reached, (c) => Math.round(c * COARSE) / COARSE)
          : reached.slice();
      const where = `seed ${mesh}, step ${step}, ${is32 ? 32 : 64} bits`;
      if (hasExactContact(written, triangles, groups, ignored)) {
        return { steps: taken, tangled, failure: `${where}: the mesh hits itself` };
      }
      judge.update(x);
      if (judge.earliestImpact(written) !== null) {
        return { steps: taken, tangled, failure: `${where}: the mesh passes through itself on the way` };
      }
      x = written;
    }
    response.dispose();
    judge.dispose();
  }
  return { steps: taken, tangled };
}

/** Three sheets over each other, pushed together from above and below. */
function randomSheets(random: () => number, is32: boolean) {
  const cells = 2 + Math.floor(2 * random());
  const count = (cells + 1) ** 2;
  const list: number[] = [];
  const triangles: number[] = [];
  const groups: number[] = [];
  for (let sheet = 0; sheet < 3; sheet++) {
    for (let y = 0; y <= cells; y++) {
      for (let x = 0; x <= cells; x++) {
        list.push(x + 0.3 * random() + 0.2 * sheet, y + 0.3 * random(), 0.5 * sheet + 0.2 * random());
        if (x === cells || y === cells) continue;
        const a = sheet * count + y * (cells + 1) + x;
        triangles.push(a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1);
        groups.push(sheet, sheet);
      }
    }
  }
  const positions: Positions = is32 ? Float32Array.from(list) : Float64Array.from(list);
  const push = (i: number) => (i % 3 === 2 ? 0.1 * (1 - Math.floor(i / (3 * count))) : 0);
  return { positions, triangles: Uint32Array.from(triangles), groups, push };
}

function randomOf(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) >>> 0) % 2147483646 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
