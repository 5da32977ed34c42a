import { spawnSync } from 'node:child_process';
import type { Contender } from '../contender.ts';
import { buildNative, nativePrograms } from './build-native.ts';
import { nativePeer } from './native-peer.ts';

/** Names of the peers in C++ and the form of the program each runs. */
const FORMS = [
  ['cpp-box-tree', 'box-tree', []],
  ['embree', 'embree', []],
  ['cgal-boxes', 'cgal', ['boxes']],
  ['cgal-pmp', 'cgal', ['pmp']],
] as const;

export const nativePeerNames: readonly string[] = FORMS.map(([name]) => name);

export interface NativePeers {
  readonly peers: Contender[];
  /** `CGAL 5.5.1`, and so on. */
  readonly versions: string[];
  /** Why the others cannot be built here, a sentence each. */
  readonly missing: string[];
}

/** The peers in C++ that can be built here; builds what is not yet. */
export function findNativePeers(): NativePeers {
  const missing: string[] = [];
  const versions: string[] = [];
  const peers = nativePrograms.flatMap((program) => {
    const built = buildNative(program);
    if ('missing' in built) {
      missing.push(built.missing);
      return [];
    }
    const version = spawnSync(built.path, ['--version'], { encoding: 'utf8' }).stdout.trim();
    if (version !== '') versions.push(version); // the box tree is our own
    return FORMS.filter(([, name]) => name === program.name).map(([name, , args]) =>
      nativePeer(name, built.path, args),
    );
  });
  return { peers, versions, missing };
}
