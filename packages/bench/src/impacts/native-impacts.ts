import { spawnSync } from 'node:child_process';
import { buildNative, type NativeProgram } from '../native/build-native.ts';
import { startSyncChild } from '../native/sync-child.ts';
import type { ImpactContender, PairQuery } from './impact-contender.ts';
import { edgeKey, vertexKey } from './moving-step.ts';

const PROGRAMS: readonly (NativeProgram & { readonly forms: readonly (readonly [name: string, args: string[]])[] })[] =
  [
    {
      ...{ name: 'impacts', debianPackage: 'g++', headers: ['vector'], flags: [], libraries: [[]] },
      forms: [
        ['cpp-cubic', ['cubic']],
        ['cpp-inclusion', ['inclusion']],
      ],
    },
    {
      name: 'fcl',
      debianPackage: 'libfcl-dev',
      headers: ['fcl/narrowphase/detail/traversal/collision/intersect.h'],
      flags: ['-I/usr/include/eigen3'],
      libraries: [['-lfcl']],
      forms: [['fcl', []]],
    },
  ];

/** Without a scale of their own, pairs are refined as far as a mesh of edges of length 1 would be. */
const PAIR_TOLERANCE = 2 ** -20;

export interface NativeImpacts {
  readonly peers: ImpactContender[];
  readonly versions: string[];
  /** Why the others cannot be built here, a sentence each. */
  readonly missing: string[];
}

/** The peers in C++ that can be built here; builds what is not yet. */
export function findNativeImpacts(): NativeImpacts {
  const versions: string[] = [];
  const missing: string[] = [];
  const peers = PROGRAMS.flatMap((program) => {
    const built = buildNative(program);
    if ('missing' in built) {
      missing.push(built.missing);
      return [];
    }
    const version = spawnSync(built.path, ['--version'], { encoding: 'utf8' }).stdout.trim();
    if (version !== '') versions.push(version);
    return program.forms.map(([name, args]) => nativeImpacts(name, built.path, args));
  });
  return { peers, versions, missing };
}

/** A compiled peer: a child process, see native/impact-peer.hpp. It takes its own times. */
function nativeImpacts(name: string, program: string, args: readonly string[]): ImpactContender {
  return {
    name,
    exact: false,
    answerQueries(queries) {
      const child = startSyncChild(program, [...args, '--pairs']);
      const times = new Float64Array(queries.length);
      let ms = 0;
      for (const kind of ['vertex-triangle', 'edge-edge'] as const) {
        const chosen = [...queries.keys()].filter((i) => queries[i].kind === kind);
        child.send(Float64Array.of(chosen.length, kind === 'edge-edge' ? 1 : 0, PAIR_TOLERANCE));
        child.send(joinPoints(chosen.map((i) => queries[i])));
        const [took, ...answers] = child.receive(1 + chosen.length);
        ms += took;
        chosen.forEach((i, k) => {
          times[i] = answers[k];
        });
      }
      child.close();
      return { times, ms };
    },
    prepare({ triangles, from: rest }) {
      const child = startSyncChild(program, args);
      child.send(Uint32Array.of(rest.length / 3, triangles.length / 3));
      child.send(triangles);
      child.send(rest);
      child.receive(1);
      return {
        search(from, to, tolerance, maxSeconds = Number.POSITIVE_INFINITY) {
          child.send(Float64Array.of(tolerance, maxSeconds));
          child.send(from);
          child.send(to);
          const [updateMs, queryMs, tests, complete, vertices, edges] = child.receive(6);
          const found = child.receive(3 * vertices + 5 * edges);
          const impacts = () => readImpacts(found, vertices, edges);
          return { updateMs, queryMs, tests, complete: complete === 1, count: vertices + edges, impacts };
        },
        memoryBytes: () => undefined,
        close: () => child.close(),
      };
    },
  };
}

function joinPoints(queries: readonly PairQuery[]): Float64Array {
  const joined = new Float64Array(24 * queries.length);
  queries.forEach(({ points }, i) => {
    joined.set(points, 24 * i);
  });
  return joined;
}

function readImpacts(found: Float64Array, vertices: number, edges: number): Map<string, number> {
  const times = new Map<string, number>();
  for (let i = 0; i < vertices; i++) times.set(vertexKey(found[3 * i], found[3 * i + 1]), found[3 * i + 2]);
  for (let i = 0, at = 3 * vertices; i < edges; i++, at += 5) {
    times.set(edgeKey(found[at], found[at + 1], found[at + 2], found[at + 3]), found[at + 4]);
  }
  return times;
}
