import type { Positions, TriangleMesh } from 'selfcollide';
import { weldVertices } from 'selfcollide/mesh';
import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH, type MeshBVHOptions } from 'three-mesh-bvh';
import type { Contender, PreparedContender } from '../contender.ts';
import { trianglesIntersect } from './triangles-intersect.ts';

/** three-mesh-bvh as its documentation shows it: default options, the triangle callback, its own triangle test. */
export const threeMeshBvh: Contender = {
  name: 'three-mesh-bvh',
  safe: false,
  prepare(mesh) {
    const tree = buildTree(mesh, {});
    return prepared(tree, () => {
      const { bvh, index, identity } = tree;
      let pairs = 0;
      bvh.bvhcast(bvh, identity, {
        intersectsTriangles(first, second, i, j) {
          // a tree against itself meets every pair both ways
          if (i < j && !shareVertex(index, 3 * i, 3 * j) && first.intersectsTriangle(second)) pairs++;
          return false; // go on
        },
      });
      return pairs;
    });
  },
};

/** The same library, tuned by someone who knows it: small leaves, typed arrays instead of triangle objects, a lean triangle test. */
export const threeMeshBvhTuned: Contender = {
  name: 'three-mesh-bvh-tuned',
  safe: false,
  prepare(mesh) {
    const tree = buildTree(mesh, { targetLeafSize: 2 });
    return prepared(tree, () => {
      const { bvh, index, positions, identity } = tree;
      let pairs = 0;
      bvh.bvhcast(bvh, identity, {
        intersectsRanges(firstStart, firstCount, secondStart, secondCount) {
          // leaves against leaves: each pair of leaves comes both ways
          if (firstStart > secondStart) return false;
          const sameLeaf = firstStart === secondStart;
          const firstEnd = 3 * (firstStart + firstCount);
          const secondEnd = 3 * (secondStart + secondCount);
          for (let i = 3 * firstStart; i < firstEnd; i += 3) {
            const a = index[i];
            const b = index[i + 1];
            const c = index[i + 2];
            for (let j = sameLeaf ? i + 3 : 3 * secondStart; j < secondEnd; j += 3) {
              const d = index[j];
              const e = index[j + 1];
              const f = index[j + 2];
              if (a === d || a === e || a === f || b === d || b === e || b === f) continue;
              if (c === d || c === e || c === f) continue;
              if (trianglesIntersect(positions, 3 * a, 3 * b, 3 * c, 3 * d, 3 * e, 3 * f)) pairs++;
            }
          }
          return false; // go on
        },
      });
      return pairs;
    });
  },
};

interface PeerTree {
  readonly bvh: MeshBVH;
  /** Three vertex numbers a triangle, in the order of the tree. */
  readonly index: Uint32Array;
  readonly positions: Float32Array;
  readonly attribute: BufferAttribute;
  readonly identity: Matrix4;
}

function buildTree(mesh: TriangleMesh, options: MeshBVHOptions): PeerTree {
  const positions = new Float32Array(mesh.positions);
  const vertexCount = positions.length / 3;
  const triangles = mesh.triangles ?? Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  // peers do not weld, and would report every pair of neighbours across split vertices
  const welded = weldVertices(positions, { triangles });
  const index = Uint32Array.from(triangles, (vertex) => welded[vertex]);
  const attribute = new BufferAttribute(positions, 3);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', attribute);
  geometry.setIndex(new BufferAttribute(index, 1));
  const bvh = new MeshBVH(geometry, options); // sorts `index` in place
  return { bvh, index, positions, attribute, identity: new Matrix4() };
}

function prepared(tree: PeerTree, countPairs: () => number): PreparedContender {
  const { bvh, index, positions, attribute } = tree;
  return {
    update(next: Positions) {
      positions.set(next);
      attribute.needsUpdate = true;
      bvh.refit();
    },
    query: countPairs,
    countTrianglePairs: countPairs,
    memoryBytes() {
      const { _roots: roots } = bvh as unknown as { _roots: ArrayBuffer[] };
      return roots.reduce((sum, root) => sum + root.byteLength, index.byteLength + positions.byteLength);
    },
  };
}

function shareVertex(index: Uint32Array, i: number, j: number): boolean {
  for (let a = i; a < i + 3; a++) {
    for (let b = j; b < j + 3; b++) if (index[a] === index[b]) return true;
  }
  return false;
}
