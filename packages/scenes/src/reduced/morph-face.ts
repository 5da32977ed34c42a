import { readSceneOptions, smoothStep } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { SceneOptions } from '../scene.ts';
import { createFaceMesh, type FaceMesh, type FaceVertex, type Slit } from './face-mesh.ts';
import type { ReducedScene } from './reduced-scene.ts';

type Shift = (vertex: FaceVertex, out: Float64Array) => void;

export const morphFaceEntry = {
  name: 'morph-face',
  about:
    'A face with 30 morph targets for brows, lids, cheeks, lips and jaw; some hit something alone, some only in twos.',
  defaultTriangles: 5000,
  defaultFrames: 300,
} as const;

/** A generated face whose weights, 0 to 1, are expressions: at every step three to eight targets have some. The same seed gives the same face. */
export function morphFace(options: SceneOptions = {}): ReducedScene {
  const { triangles, frames, seed } = readSceneOptions(morphFaceEntry, options);
  const random = createRandom(seed);
  // of 2 triangles a cell, eyeballs and lips are some more
  const face = createFaceMesh(Math.max(24, Math.sqrt(triangles / 2.3)), random);
  const targets = faceTargets(face, () => random.between(0.85, 1.15));
  const names = Object.keys(targets);
  const length = face.mesh.positions.length;
  const vectors = new Float64Array(names.length * length);
  const shift = new Float64Array(3);
  names.forEach((name, i) => {
    face.vertices.forEach((vertex, v) => {
      targets[name](vertex, shift.fill(0));
      vectors.set(shift, i * length + 3 * v);
    });
  });
  return {
    name: morphFaceEntry.name,
    about: morphFaceEntry.about,
    mesh: face.mesh,
    modes: { vectors, low: new Float64Array(names.length), high: new Float64Array(names.length).fill(1) },
    modeCount: names.length,
    names,
    stepCount: frames,
    *steps() {
      const own = createRandom(seed + 1);
      const q = new Float64Array(names.length);
      for (let step = 0; step < frames; step++) {
        q.fill(0);
        for (let k = 3 + own.index(6); k > 0; k--) q[own.index(q.length)] = own.next();
        yield q;
      }
    },
  };
}

/** What each target moves, as smooth bumps around a place; `vary` scales each a little. */
function faceTargets({ mouth, eyes }: FaceMesh, vary: () => number): Record<string, Shift> {
  const near = (x: number, y: number, radius: number, to: readonly number[]): Shift => {
    const size = vary();
    return (vertex, out) => {
      if (!vertex.isSkin) return;
      const share = 1 - smoothStep(0, radius, Math.hypot(vertex.x - x, vertex.y - y));
      for (let axis = 0; axis < 3; axis++) out[axis] += size * share * to[axis];
    };
  };
  /** One lip or lid up or down, by a share of the whole gap, and back by `curl` of its depth. */
  const lip = (slit: Slit, side: number, gaps: number, curl = 0): Shift => {
    const size = vary();
    return (vertex, out) => {
      const along = (vertex.x - slit.x) / slit.halfWidth;
      if (!vertex.isSkin || vertex.side !== side || Math.abs(along) >= 1) return;
      const share = (1 - along * along) * (1 - smoothStep(0, 0.14, Math.abs(vertex.y - slit.y) - slit.halfGap));
      out[1] += size * share * gaps * 2 * slit.halfGap;
      out[2] -= size * share * curl * (1 - vertex.depth);
    };
  };
  const jaw = (to: readonly number[]): Shift => {
    const size = vary();
    return (vertex, out) => {
      if (!vertex.isSkin) return;
      const below = vertex.y < mouth.y || (vertex.side < 0 && vertex.y < mouth.y + 0.1);
      const sideways = 1 - smoothStep(0.3, 0.95, Math.abs(vertex.x));
      // lips part where they are cut, the corners stretch
      const share = below ? sideways * (1 - 0.7 * smoothStep(0, mouth.halfWidth, Math.abs(vertex.x))) : 0;
      const fall = below ? 1 : 1 - smoothStep(mouth.y, mouth.y + 0.1, vertex.y);
      for (let axis = 0; axis < 3; axis++) out[axis] += size * share * fall * to[axis];
    };
  };
  const both =
    (...shifts: Shift[]): Shift =>
    (vertex, out) => {
      for (const shift of shifts) shift(vertex, out);
    };
  const corner = mouth.halfWidth + mouth.x;
  const targets: Record<string, Shift> = {
    jawOpen: jaw([0, -0.3, -0.08]),
    jawForward: jaw([0, 0, 0.1]),
    jawLeft: jaw([-0.08, 0, 0]),
    jawRight: jaw([0.08, 0, 0]),
    mouthClose: both(lip(mouth, 1, -0.4), lip(mouth, -1, 0.4)),
    mouthPress: both(lip(mouth, 1, -0.8), lip(mouth, -1, 0.8)),
    lipUpperDown: lip(mouth, 1, -0.7),
    lipUpperUp: lip(mouth, 1, 0.8),
    lipLowerUp: lip(mouth, -1, 0.7),
    lipLowerDown: lip(mouth, -1, -0.8),
    lipRollUpper: lip(mouth, 1, -0.25, 0.1),
    lipRollLower: lip(mouth, -1, 0.25, 0.1),
    mouthPucker: near(0, mouth.y, 0.35, [0, 0, 0.15]),
    mouthSmileLeft: near(-corner, mouth.y, 0.3, [-0.05, 0.1, -0.03]),
    mouthSmileRight: near(corner, mouth.y, 0.3, [0.05, 0.1, -0.03]),
    mouthFrownLeft: near(-corner, mouth.y, 0.3, [-0.02, -0.1, 0]),
    mouthFrownRight: near(corner, mouth.y, 0.3, [0.02, -0.1, 0]),
    cheekPuff: both(near(-0.55, -0.25, 0.35, [-0.05, 0, 0.12]), near(0.55, -0.25, 0.35, [0.05, 0, 0.12])),
    noseSneer: near(0, 0, 0.25, [0, 0.06, 0.02]),
  };
  eyes.forEach((eye, i) => {
    const name = i === 0 ? 'Left' : 'Right';
    targets[`eyeBlink${name}`] = lip(eye, 1, -0.75);
    targets[`eyeShut${name}`] = lip(eye, 1, -1.3);
    targets[`eyeSquint${name}`] = lip(eye, -1, 0.45);
    targets[`eyeWide${name}`] = lip(eye, 1, 0.6);
    targets[`browDown${name}`] = near(eye.x, 0.6, 0.25, [0, -0.12, 0.02]);
    targets[`browUp${name}`] = near(eye.x, 0.6, 0.25, [0, 0.12, 0]);
  });
  return targets;
}
