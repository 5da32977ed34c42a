import { createRandom } from '../random.ts';
import type { SceneMesh } from '../scene.ts';
import { vertexNormals } from '../topology/vertex-normals.ts';

export type Roughness = 'plain' | 'bumpy' | 'spiky';

/** Waves that are added up to bumps. */
const WAVES = 12;
/** Height of the highest bump, as a part of the distance between bumps. */
const MAX_BUMP = 0.24;

/**
 * Moves vertices along their normals. `bumpy`: a smooth random height, `size` from bump to bump. `spiky`: single
 * vertices, no two of them neighbours, pulled out by about one and a half edges, so that no patch faces one way at any scale.
 */
export function roughen(mesh: SceneMesh, roughness: Roughness, size: number, seed: number): SceneMesh {
  if (roughness === 'plain') return mesh;
  const normals = vertexNormals(mesh);
  const heights = roughness === 'bumpy' ? bumpHeights(mesh, size, seed) : spikeHeights(mesh, seed);
  const positions = mesh.positions.map((x, i) => x + heights[Math.floor(i / 3)]! * normals[i]!);
  return { positions, triangles: mesh.triangles };
}

function bumpHeights({ positions }: SceneMesh, size: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const waves = Array.from({ length: WAVES }, () => {
    const z = random.between(-1, 1);
    const turn = random.between(0, 2 * Math.PI);
    const flat = Math.sqrt(1 - z * z);
    const frequency = ((2 * Math.PI) / size) * random.between(0.7, 1.3);
    return {
      x: frequency * flat * Math.cos(turn),
      y: frequency * flat * Math.sin(turn),
      z: frequency * z,
      phase: random.between(0, 2 * Math.PI),
    };
  });
  const heights = new Float64Array(positions.length / 3);
  for (let v = 0; v < heights.length; v++) {
    let sum = 0;
    for (const { x, y, z, phase } of waves) {
      sum += Math.sin(x * positions[3 * v]! + y * positions[3 * v + 1]! + z * positions[3 * v + 2]! + phase);
    }
    // never inwards: thin parts such as ears would meet their own back at rest
    heights[v] = (MAX_BUMP * size) / (1 + Math.exp(-sum));
  }
  return heights;
}

function spikeHeights({ positions, triangles }: SceneMesh, seed: number): Float64Array {
  const random = createRandom(seed);
  const vertexCount = positions.length / 3;
  const edgeSum = new Float64Array(vertexCount);
  const edgeCount = new Uint32Array(vertexCount);
  const neighbours: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let corner = 0; corner < triangles.length; corner++) {
    const a = triangles[corner]!;
    const b = triangles[corner - (corner % 3) + ((corner + 1) % 3)]!;
    const dx = positions[3 * a]! - positions[3 * b]!;
    const dy = positions[3 * a + 1]! - positions[3 * b + 1]!;
    const dz = positions[3 * a + 2]! - positions[3 * b + 2]!;
    for (const end of [a, b]) {
      edgeSum[end]! += Math.hypot(dx, dy, dz);
      edgeCount[end]!++;
      neighbours[end]!.push(end === a ? b : a);
    }
  }
  const heights = new Float64Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const pick = random.next(); // drawn for every vertex, so that one choice does not shift the rest of the stream
    const stretch = random.between(1.2, 1.8);
    if (pick > 0.5 || neighbours[v]!.some((other) => heights[other]! > 0)) continue;
    heights[v] = (stretch * edgeSum[v]!) / Math.max(1, edgeCount[v]!);
  }
  return heights;
}
