import { collapseEdges } from '../bunny/collapse-edges.ts';
import { smoothStep } from '../create-scene.ts';
import type { SceneMesh } from '../scene.ts';
import { type Bone, bone, boneDistance, fleshDistance, type Point } from './bone-flesh.ts';
import { surfaceNet } from './surface-net.ts';

/** A cat-like animal that stands on the plane y = 0, about 3.5 high, y up, its head towards +x. */
export const animalBones: readonly Bone[] = [
  bone('pelvis', -1, [-1.2, 1.72, 0], [-0.1, 1.74, 0], [0.6, 0.57]),
  bone('chest', 0, [-0.1, 1.74, 0], [1.05, 1.8, 0], [0.57, 0.58]),
  bone('neck', 1, [1.2, 2.0, 0], [1.75, 2.5, 0], [0.42, 0.36]),
  bone('head', 2, [1.85, 2.7, 0], [2.38, 2.52, 0], [0.56, 0.3]),
  bone('left ear', 3, [1.75, 2.95, 0.3], [1.62, 3.6, 0.46], [0.25, 0.1]),
  bone('right ear', 3, [1.75, 2.95, -0.3], [1.62, 3.6, -0.46], [0.25, 0.1]),
  bone('tail root', 0, [-1.65, 1.95, 0], [-2.3, 2.15, 0], [0.22, 0.19]),
  bone('tail', 6, [-2.3, 2.15, 0], [-2.8, 2.7, 0], [0.19, 0.17]),
  bone('tail tip', 7, [-2.8, 2.7, 0], [-2.9, 3.35, 0], [0.17, 0.16]),
  ...hindLeg('left', 9, 1),
  ...hindLeg('right', 12, -1),
  ...frontLeg('left', 15, 1),
  ...frontLeg('right', 18, -1),
];

function hindLeg(name: string, first: number, side: number): Bone[] {
  const hip: Point = [-1.25, 1.45, side * 0.38];
  const knee: Point = [-0.74, 1.0, side * 0.46];
  const ankle: Point = [-1.45, 0.46, side * 0.46];
  return [
    bone(`${name} thigh`, 0, hip, knee, [0.42, 0.26]),
    bone(`${name} shin`, first, knee, ankle, [0.25, 0.2]),
    bone(`${name} hind paw`, first + 1, ankle, [-1.12, 0.2, side * 0.46], [0.2, 0.2]),
  ];
}

function frontLeg(name: string, first: number, side: number): Bone[] {
  const shoulder: Point = [1.1, 1.5, side * 0.36];
  const elbow: Point = [0.82, 0.92, side * 0.42];
  const wrist: Point = [1.08, 0.36, side * 0.42];
  return [
    bone(`${name} upper arm`, 1, shoulder, elbow, [0.35, 0.23]),
    bone(`${name} forearm`, first, elbow, wrist, [0.23, 0.19]),
    bone(`${name} front paw`, first + 1, wrist, [1.35, 0.2, side * 0.42], [0.19, 0.2]),
  ];
}

/** How far apart two parts may be and still be joined by a fillet. */
const FILLET = 0.16;

/** About how far a point is outside the animal; negative inside. */
function animalDistance(x: number, y: number, z: number): number {
  return fleshDistance(animalBones, FILLET, x, y, z);
}

/** Triangles of the net × spacing² / 2, measured at spacings from 0.05 to 0.12, where it is 42.7 to 43.4. */
const NET_AREA = 42.7;
/** Below this the net is too coarse for gaps and thin limbs, and the mesh is thinned from one of this size. */
const MIN_NET = 6_300;

/** The animal at rest as a closed manifold of exactly `triangles` triangles (an even number), all about equally large. */
export function animalMesh(triangles: number): SceneMesh {
  const wanted = Math.max(triangles, MIN_NET);
  for (let spacing = Math.sqrt((2 * NET_AREA) / wanted); ; spacing *= 0.99) {
    const options = { low: LOW, high: HIGH, spacing };
    if (surfaceNet(animalDistance, { ...options, rounds: 0 }).triangles.length < 3 * wanted) continue;
    // few are left to collapse, so the mesh stays even
    return collapseEdges(surfaceNet(animalDistance, options), triangles);
  }
}

/** A box with room around the animal. */
const LOW = [-3.4, -0.3, -1.2] as const;
const HIGH = [3, 3.9, 1.2] as const;

export interface AnimalPose {
  /** A quaternion x, y, z, w for each bone. */
  readonly rotations: Float64Array;
  readonly translation: Float64Array;
}

/** Steps that the animal walks. */
const STEPS = 2;
const DEGREE = Math.PI / 180;

/**
 * The pose at time t, at 0 that of rest: the animal walks, then crouches low with knees and elbows folded as far as they go,
 * looks aside and curls its tail.
 */
export function poseAnimal(t: number, pose: AnimalPose): void {
  const stride = smoothStep(0, 0.15, t) * (1 - smoothStep(0.5, 0.65, t));
  const crouch = smoothStep(0.55, 0.95, t);
  const lift = smoothStep(0.05, 0.2, t); // knees and elbows are bent more in motion than at rest

  const turns = new Map<string, number>(); // about z, in degrees
  for (const [name, phase] of [
    ['left', 0],
    ['right', Math.PI],
  ] as const) {
    const hind = 2 * Math.PI * STEPS * (t / 0.6) + phase;
    const front = hind + 0.5 * Math.PI;
    const swing = (angle: number) => stride * Math.sin(angle);
    const fold = (angle: number) => stride * Math.max(0, Math.cos(angle));
    turns.set(`${name} thigh`, 26 * swing(hind) + 48 * crouch);
    turns.set(`${name} shin`, -42 * fold(hind) - 6 * lift - 50 * crouch);
    turns.set(`${name} hind paw`, 25 * fold(hind) - 8 * crouch);
    turns.set(`${name} upper arm`, 24 * swing(front) - 62 * crouch);
    turns.set(`${name} forearm`, 70 * fold(front) + 6 * lift + 100 * crouch);
    turns.set(`${name} front paw`, -50 * fold(front) - 24 * crouch);
  }
  turns.set('chest', -11 * crouch); // down to the floor with the elbows
  turns.set('neck', 4 * stride * Math.sin(8 * Math.PI * t) - 22 * crouch);
  turns.set('head', 30 * crouch);
  turns.set('tail root', 12 * stride * Math.sin(4 * Math.PI * t) + 30 * crouch);
  turns.set('tail', 70 * crouch);
  turns.set('tail tip', 95 * crouch);

  animalBones.forEach(({ name }, bone) => {
    const half = 0.5 * DEGREE * (turns.get(name) ?? 0);
    pose.rotations.set([0, 0, Math.sin(half), Math.cos(half)], 4 * bone);
  });
  const aside = 0.5 * DEGREE * 30 * crouch;
  const head = 4 * animalBones.findIndex(({ name }) => name === 'head');
  const [, , z, w] = pose.rotations.subarray(head, head + 4);
  // first the nod about z, then to the side about y
  pose.rotations.set([Math.sin(aside) * z, Math.sin(aside) * w, Math.cos(aside) * z, Math.cos(aside) * w], head);
  pose.translation.set([0.8 * smoothStep(0, 0.6, t), -0.5 * crouch, 0]);
}

/** How much farther another bone's flesh may be than the nearest one's, for e times less weight. */
const REACH = 0.07;
const SMOOTHING_ROUNDS = 4;

/**
 * How much each vertex follows each bone: `animalBones.length` numbers a vertex, which add up to 1. The nearest bone and those
 * jointed to it count, by the distance of their flesh, evened out along the surface; a leg never follows the other leg.
 */
export function animalBoneWeights({ positions, triangles }: SceneMesh): Float64Array {
  const boneCount = animalBones.length;
  const vertexCount = positions.length / 3;
  const weights = new Float64Array(boneCount * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const distances = animalBones.map((bone) =>
      boneDistance(bone, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
    );
    const least = Math.min(...distances);
    const nearest = distances.indexOf(least);
    const shares = distances.map((distance, other) =>
      isJointed(nearest, other) ? Math.exp((least - distance) / REACH) : 0,
    );
    const sum = shares.reduce((a, b) => a + b);
    shares.forEach((share, other) => {
      weights[boneCount * v + other] = share / sum;
    });
  }
  let from: Float64Array = weights;
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) from = spread(from, triangles, boneCount);
  return from;
}

function isJointed(bone: number, other: number): boolean {
  return bone === other || animalBones[bone].parent === other || animalBones[other].parent === bone;
}

/** Half of its own value and half the mean of its neighbours', for each vertex. */
function spread(values: Float64Array, triangles: Uint32Array, size: number): Float64Array {
  const sums = new Float64Array(values.length);
  const counts = new Uint32Array(values.length / size);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner];
    // around a closed surface every neighbour is next exactly once
    const next = triangles[corner - (corner % 3) + ((corner + 1) % 3)];
    for (let k = 0; k < size; k++) sums[size * vertex + k] += values[size * next + k];
    counts[vertex]++;
  }
  return values.map((value, i) => 0.5 * value + (0.5 * sums[i]) / counts[Math.floor(i / size)]);
}
