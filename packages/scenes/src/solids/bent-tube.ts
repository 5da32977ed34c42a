import { createScene, readSceneOptions, smoothStep } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { cappedTube } from '../topology/capped-tube.ts';

interface Joint {
  /** Half the length over which the two bones' weights blend, in radii of the tube. */
  readonly blend: number;
  /** The hollow behind the joint: the radius there is divided by 1 + depth. */
  readonly hollowDepth: number;
  /** In radii. */
  readonly hollowLength: number;
  /** Sideways half-width of the tube, in radii. */
  readonly breadth: number;
  /** Radians between the two bones in the last frame. */
  readonly lastAngle: number;
  /** Length of each half, in radii. */
  readonly reach: number;
}

export const kneeEntry: SceneEntry = {
  name: 'knee',
  about: 'A closed leg that bends until calf and thigh press into each other behind the knee.',
  group: 'smooth',
  defaultTriangles: 41_000,
  defaultFrames: 60,
  resizable: true,
  make: knee,
};

/**
 * A closed leg that bends by linear-blend skinning until calf and thigh press into each other behind the knee
 * (the star paper's Figure 1). 41,000 and 165,000 triangles are the sizes of its cat.
 */
export function knee(options: SceneOptions = {}): Scene {
  return bentTube(kneeEntry, options, {
    blend: 1.3,
    hollowDepth: 0.8,
    hollowLength: 0.7,
    breadth: 1.1,
    lastAngle: (150 / 180) * Math.PI,
    reach: 7,
  });
}

export const elbowEntry: SceneEntry = {
  name: 'elbow',
  about: 'A sharply bent arm: the skin in its crook folds and meets itself.',
  group: 'smooth',
  defaultTriangles: 20_000,
  defaultFrames: 60,
  resizable: true,
  make: elbow,
};

/**
 * A short, sharp bend. The left and the right half of the arm each face one way, sideways, in every frame until the crease
 * folds under, and yet meet themselves: a test of orientation alone calls them free of contact and misses it.
 */
export function elbow(options: SceneOptions = {}): Scene {
  return bentTube(elbowEntry, options, {
    blend: 1,
    hollowDepth: 1.5,
    hollowLength: 0.6,
    breadth: 1.7,
    lastAngle: (140 / 180) * Math.PI,
    reach: 3.5,
  });
}

/**
 * The tube lies along x, its joint at the origin; it bends in the xy plane, towards −y, the side of the hollow.
 *
 * Why contact comes before the crease folds under: in the plane of bending, seen from the bisector, skinning maps a point at
 * (s, −r) to x = s·cos(angle/2) − (2w − 1)·r·sin(angle/2), with w(s) the weight of the far bone. The surface stays locally
 * one-to-one while 2·w'(s)·r < cot(angle/2) everywhere; the halves meet where (2w − 1)·r > s·cot(angle/2).
 * Both hold at once exactly if the radius at s exceeds its harmonic mean between 0 and s: hence the hollow at the joint.
 */
function bentTube(entry: SceneEntry, options: SceneOptions, joint: Joint): Scene {
  const { triangles, frames, seed } = readSceneOptions(entry, options);
  // cells about as long as wide: 4q cells around a circumference of 2π, so `rings` along twice the reach
  const ringsPerQuarter = (4 * 2 * joint.reach) / (2 * Math.PI);
  const quarter = Math.max(2, Math.round(Math.sqrt(triangles / (8 + 8 * ringsPerQuarter))));
  const rings = Math.max(4, Math.round(triangles / (8 * quarter)) - quarter);
  const tube = cappedTube(quarter, rings);
  const rest = new Float64Array(3 * tube.vertexCount);
  const weight = new Float64Array(tube.vertexCount);
  const random = createRandom(seed);
  // no plane of symmetry across the joint: mirrored halves would meet in mirrored triangles, all contacts degenerate
  const split = random.between(-0.04, 0.04) * joint.reach;
  const wobble = random.between(0, 2 * Math.PI);

  for (let v = 0; v < tube.vertexCount; v++) {
    const ring = tube.ring[v]!;
    const angle = tube.angle[v]!;
    const before = Math.max(0, quarter - ring) / quarter; // 1 at the first pole, 0 where the tube starts
    const after = Math.max(0, ring - quarter - rings) / quarter;
    const along = Math.min(1, Math.max(0, (ring - quarter) / rings));
    const s = (2 * along - 1) * joint.reach + split;
    const cap = Math.cos((Math.PI / 2) * (before + after));
    const tip = Math.sin((Math.PI / 2) * after) - Math.sin((Math.PI / 2) * before);
    const squeeze = joint.hollowDepth * Math.exp(-((s / joint.hollowLength) ** 2));
    const thickness = 1.08 - 0.14 * smoothStep(-joint.reach, joint.reach, s);
    const radius = cap * thickness * (1 + 0.02 * Math.sin(1.3 * s + wobble));
    // the hollow flattens the back but keeps y rising with the angle: every triangle goes on facing its own side, ±z
    const back = Math.max(0, Math.cos(angle));
    rest[3 * v] = s + tip * thickness;
    rest[3 * v + 1] = (-radius * Math.cos(angle)) / (1 + squeeze * back);
    rest[3 * v + 2] = -joint.breadth * radius * Math.sin(angle);
    weight[v] = smoothStep(-joint.blend, joint.blend, s);
  }

  return createScene(entry, {
    triangles: tube.triangles,
    vertexCount: tube.vertexCount,
    frames,
    pose(t, out) {
      const cos = Math.cos((joint.lastAngle * t) / 2);
      const sin = Math.sin((joint.lastAngle * t) / 2);
      for (let v = 0; v < tube.vertexCount; v++) {
        const x = rest[3 * v]!;
        const y = rest[3 * v + 1]!;
        // the two bones turn by ±angle/2; their weighted sum is this shorter rotation
        const turn = (1 - 2 * weight[v]!) * sin;
        out[3 * v] = cos * x - turn * y;
        out[3 * v + 1] = cos * y + turn * x;
        out[3 * v + 2] = rest[3 * v + 2]!;
      }
    },
  });
}
