import type { Contender } from './contender.ts';
import { detectorContender } from './detector-contender.ts';
import { safeMethods, unsafeMethods } from './methods.ts';
import { threeMeshBvh, threeMeshBvhTuned } from './peers/three-mesh-bvh.ts';

const contenders: readonly Contender[] = [
  ...safeMethods.map(detectorContender),
  ...unsafeMethods.map(detectorContender),
  threeMeshBvh,
  threeMeshBvhTuned,
];

/** The oracle takes hours on the default scenes, so it runs only when named. */
const ONLY_WHEN_NAMED = new Set(['brute-force']);

/** The contenders of these names, in this order; all but the oracle if there are none. */
export function selectContenders(names: readonly string[]): Contender[] {
  if (names.length === 0) return contenders.filter(({ name }) => !ONLY_WHEN_NAMED.has(name));
  return names.map((wanted) => {
    const contender = contenders.find(({ name }) => name === wanted);
    if (contender) return contender;
    const known = contenders.map(({ name }) => name).join(', ');
    throw new RangeError(`--methods must be among ${known}; got ${wanted}.`);
  });
}
