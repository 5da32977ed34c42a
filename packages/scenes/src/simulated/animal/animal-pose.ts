import { smoothStep } from '../../smooth-step.ts';
import { animalBones } from './animal-bones.ts';

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
