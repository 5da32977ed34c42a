import { spawnSync } from 'node:child_process';
import { createDetector } from 'selfcollide';
import { Box3, BufferAttribute, BufferGeometry } from 'three';
import { ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';
import type { Contender } from '../contender.ts';
import { type Method, nameOf } from '../methods.ts';
import { buildNative, type NativeProgram } from '../native/build-native.ts';
import { nativePeer } from '../native/native-peer.ts';

/** Makes a contender that counts pairs of triangles within a distance that share no vertex. */
export interface ProximityContender {
  readonly name: string;
  within(distance: number): Contender;
}

/** A method of this library, with options such as `restRadius`. */
export function proximityMethod(
  method: Method,
  options: { readonly restRadius?: number } = {},
  name: string = nameOf(method),
): ProximityContender {
  return {
    name,
    within: (distance) => ({
      ...{ name, safe: !nameOf(method).startsWith('unsafe') && !options.restRadius },
      prepare(mesh) {
        const detector = createDetector(mesh, { ...options, method });
        const wanted = { distance };
        const query = () => detector.findProximities(wanted).count;
        return {
          update: (positions) => detector.update(positions),
          ...{ query, countTrianglePairs: query },
          memoryBytes: () => detector.memoryBytes,
          lastCounters: () => detector.counters,
        };
      },
    }),
  };
}

/** three-mesh-bvh: each triangle's box, grown by the distance, is cast into the tree; its own distance of two triangles, in its single precision positions. */
export const proximityThreeMeshBvh: ProximityContender = {
  name: 'three-mesh-bvh',
  within: (distance) => ({
    name: 'three-mesh-bvh',
    safe: false,
    prepare(mesh) {
      const positions = new Float32Array(mesh.positions);
      const index = Uint32Array.from(mesh.triangles ?? { length: positions.length / 3 }, (v, i) => v ?? i);
      const attribute = new BufferAttribute(positions, 3);
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', attribute);
      geometry.setIndex(new BufferAttribute(index, 1));
      const bvh = new MeshBVH(geometry, { targetLeafSize: 2 }); // sorts `index` in place
      const box = new Box3();
      const own = new ExtendedTriangle();
      const shares = (i: number, j: number) => {
        for (let a = 3 * i; a < 3 * i + 3; a++) {
          for (let b = 3 * j; b < 3 * j + 3; b++) if (index[a] === index[b]) return true;
        }
        return false;
      };
      const query = () => {
        let pairs = 0;
        for (let i = 0; i < index.length / 3; i++) {
          own.a.fromBufferAttribute(attribute, index[3 * i]);
          own.b.fromBufferAttribute(attribute, index[3 * i + 1]);
          own.c.fromBufferAttribute(attribute, index[3 * i + 2]);
          own.needsUpdate = true;
          box.setFromPoints([own.a, own.b, own.c]).expandByScalar(distance);
          bvh.shapecast({
            intersectsBounds: (bounds) => bounds.intersectsBox(box),
            intersectsTriangle(other, j) {
              if (i < j && !shares(i, j) && other.distanceToTriangle(own) <= distance) pairs++;
              return false; // go on
            },
          });
        }
        return pairs;
      };
      return {
        update(next) {
          positions.set(next);
          bvh.refit();
        },
        ...{ query, countTrianglePairs: query, memoryBytes: () => undefined },
      };
    },
  }),
};

const PROGRAMS: readonly (NativeProgram & { readonly contender: string })[] = [
  {
    ...{ name: 'proximities', debianPackage: 'g++', headers: ['vector'], flags: [], libraries: [[]] },
    contender: 'cpp-box-tree',
  },
  {
    ...{ name: 'embree-proximities', debianPackage: 'libembree-dev', flags: [] },
    headers: ['embree4/rtcore.h', 'embree3/rtcore.h'],
    libraries: [['-lembree4'], ['-lembree3']],
    contender: 'embree',
  },
  {
    ...{ name: 'cgal-proximities', debianPackage: 'libcgal-dev', headers: ['CGAL/squared_distance_3.h'] },
    flags: ['-frounding-math'], // its interval arithmetic switches the rounding mode
    libraries: [['-lgmp', '-lmpfr']],
    contender: 'cgal-boxes',
  },
];

export interface NativeProximities {
  readonly peers: ProximityContender[];
  readonly versions: string[];
  /** Why the others cannot be built here, a sentence each. */
  readonly missing: string[];
}

/** The peers in C++ that can be built here; builds what is not yet. */
export function findNativeProximities(): NativeProximities {
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
    const { contender: name } = program;
    return [{ name, within: (distance: number) => nativePeer(name, built.path, [String(distance)]) }];
  });
  return { peers, versions, missing };
}
