import { createTetScene, type TetSceneName } from '@selfcollide/scenes';
import { createTetCollider, type TetCollider } from 'selfcollide';
import { quantile } from '../quantile.ts';
import type { Times } from './paper-setups.ts';

export interface SetupTimes extends Times {
  readonly name: TetSceneName;
  readonly objects: number;
  readonly tets: number;
  readonly vertices: number;
  readonly steps: number;
  readonly median: number;
  /** Who works by default, and what TypeScript takes in the same steps, on average. */
  readonly engine: TetCollider['engine'];
  readonly typescript: number;
  /** Mean number of penetrations a step. */
  readonly penetrations: number;
}

/** Queries before the first measured one: the paper's program was compiled beforehand, ours is compiled meanwhile. */
const WARM_UP = 60;

/** Simulates a setup and times detection in every step: handing over all positions, and finding all penetrations; by default, and in TypeScript. */
export function timeSetup(name: TetSceneName, steps: number): SetupTimes {
  const scene = createTetScene(name);
  const { objects } = scene;
  const collider = createTetCollider({ objects });
  const plain = createTetCollider({ objects }, { engine: 'plain' });
  const detect = (by: TetCollider): number => {
    for (let object = 0; object < scene.positions.length; object++) by.update(object, scene.positions[object]);
    return by.findPenetrations().count;
  };
  for (let i = 0; i < WARM_UP; i++) {
    if (i % 3 === 0) scene.step(); // so that what bodies in touch need is compiled as well
    detect(collider);
    detect(plain);
  }
  const samples: number[] = [];
  let typescript = 0;
  let penetrations = 0;
  for (let step = 0; step < steps; step++) {
    scene.step();
    // in turns: who comes first has to read what the simulation wrote
    for (const by of step % 2 === 0 ? [collider, plain] : [plain, collider]) {
      const started = performance.now();
      const found = detect(by);
      const taken = performance.now() - started;
      if (by === plain) {
        typescript += taken;
      } else {
        samples.push(taken);
        penetrations += found;
      }
    }
  }
  return {
    name,
    objects: scene.objects.length,
    tets: collider.tetCount,
    vertices: collider.vertexCount,
    steps,
    ...summarize(samples),
    median: quantile(samples, 0.5),
    engine: collider.engine,
    typescript: typescript / steps,
    penetrations: penetrations / steps,
  };
}

export function summarize(samples: readonly number[]): Times {
  const average = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const variance = samples.reduce((sum, x) => sum + (x - average) ** 2, 0) / samples.length;
  return {
    average,
    min: Math.min(...samples),
    max: Math.max(...samples),
    deviation: Math.sqrt(variance),
  };
}
