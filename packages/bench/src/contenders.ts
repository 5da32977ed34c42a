import { methodNamed } from '@selfcollide/papers';
import type { Contender } from './contender.ts';
import { detectorContender } from './detector-contender.ts';
import { safeMethods, unsafeMethods } from './methods.ts';
import { findNativePeers, nativePeerNames } from './native/native-peers.ts';
import { threeMeshBvh, threeMeshBvhTuned } from './peers/three-mesh-bvh.ts';

const contenders: readonly Contender[] = [
  ...[...safeMethods, ...unsafeMethods].map((name) => detectorContender(methodNamed(name))),
  threeMeshBvh,
  threeMeshBvhTuned,
];

/** The oracle takes hours on the default scenes, so it runs only when named. */
const ONLY_WHEN_NAMED = new Set(['brute-force']);

/**
 * The contenders of these names, in this order; if there are none, all but the oracle and the peers in C++, which have to be compiled.
 *
 * @throws RangeError for a name that does not exist, or whose program cannot be built here.
 */
export function selectContenders(names: readonly string[]): Contender[] {
  if (names.length === 0) return contenders.filter(({ name }) => !ONLY_WHEN_NAMED.has(name));
  const known = [...contenders.map(({ name }) => name), ...nativePeerNames];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`--methods must be among ${known.join(', ')}; got ${unknown}.`);
  const native = names.some((name) => nativePeerNames.includes(name)) ? findNativePeers() : { peers: [], missing: [] };
  return names.map((wanted) => {
    const contender = [...contenders, ...native.peers].find(({ name }) => name === wanted);
    if (contender) return contender;
    throw new RangeError(`--methods: ${wanted} cannot be built here. ${native.missing.join(' ')}`);
  });
}
