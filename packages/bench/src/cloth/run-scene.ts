import type { ClothPhase, ClothScene } from '@selfcollide/scenes';
import { createDetector, type Proximities } from 'selfcollide';
import { quantile } from '../quantile.ts';
import { cpuMs } from './cpu-clock.ts';

export const TIME_STEP = 0.01;

interface Moving {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/** Cloth and solid before a step, and how they move in it. */
export interface StepSample {
  readonly cloth: Moving;
  readonly solid: Moving;
}

/** A cloth scene from its start: what steps cost, and what they did. */
export interface SceneRun {
  readonly steps: number;
  /** Processor time of a step, medians in ms; of the phases, means. */
  readonly stepMs: number;
  readonly phases: Readonly<Record<ClothPhase, number>>;
  /** Steps with a pair of triangles that intersects, of cloth with solid or with itself; and the longest run of them. */
  readonly intersecting: number;
  readonly longest: number;
  /** Steps in which some vertex went only a part of its way. */
  readonly cut: number;
  /** After the last step: speed of the fastest vertex, and the least distance of cloth to solid or (not of rest neighbours) itself, as a part of the thickness. */
  readonly fastest: number;
  readonly least: number;
  readonly samples: readonly StepSample[];
}

/** Steps between two lines about a run that goes on, so that one which is stopped was not for nothing. */
const TOLD_EVERY = 10;

/** Runs the first steps; `samples` of them, evenly spread, are kept. */
export function runScene(scene: ClothScene, steps: number, samples: number, say: (text: string) => void): SceneRun {
  const { mesh, solid, thickness } = scene;
  const phases: Record<ClothPhase, number> = { detection: 0, response: 0, solver: 0 };
  let phase: ClothPhase = 'solver';
  let since = 0;
  const onPhase = (next: ClothPhase) => {
    const now = cpuMs();
    phases[phase] += now - since;
    since = now;
    phase = next;
  };
  const run = scene.begin({ onPhase });
  const clothDetector = createDetector(mesh, { restRadius: 4 * thickness });
  const solidDetector = createDetector(solid, { method: 'box-tree' });
  const both = [run.cloth.positions, run.solid.positions];
  const kept: StepSample[] = [];
  const times: number[] = [];
  let intersecting = 0;
  let row = 0;
  let longest = 0;
  let cut = 0;
  for (let step = 1; step <= steps; step++) {
    const before = both.map((positions) => positions.slice());
    const started = cpuMs();
    since = started;
    phase = 'solver';
    run.step();
    onPhase('solver');
    times.push(cpuMs() - started);
    clothDetector.update(run.cloth.positions);
    solidDetector.update(run.solid.positions);
    const meets =
      clothDetector.selfIntersects() ||
      clothDetector.findProximities({ distance: 0, against: solidDetector }).count > 0;
    row = meets ? row + 1 : 0;
    if (meets) intersecting++;
    if (row > longest) longest = row;
    if (run.cloth.counters.share < 1) cut++;
    if (step % TOLD_EVERY === 0) {
      const recent = quantile(times.slice(-TOLD_EVERY), 0.5).toFixed(0);
      say(`${scene.name}: step ${step} of ${steps}, ${recent} ms; intersecting ${intersecting}, cut short ${cut}`);
    }
    if (step % Math.max(1, Math.floor(steps / samples)) !== 0) continue;
    const [cloth, ground] = before.map((positions, k) => ({
      positions,
      velocities: positions.map((from, i) => (both[k][i] - from) / TIME_STEP),
    }));
    kept.push({ cloth, solid: ground });
  }
  for (const name of Object.keys(phases) as ClothPhase[]) phases[name] /= steps;
  let fastest = 0;
  const { velocities } = run.cloth;
  for (let i = 0; i < velocities.length; i += 3) {
    fastest = Math.max(fastest, Math.hypot(velocities[i], velocities[i + 1], velocities[i + 2]));
  }
  const distance = 2 * thickness;
  const withItself = leastOf(clothDetector.findProximities({ distance }));
  const least = Math.min(withItself, leastOf(clothDetector.findProximities({ distance, against: solidDetector })));
  return {
    ...{ steps, stepMs: quantile(times, 0.5), phases, intersecting, longest, cut, fastest, samples: kept },
    least: least / thickness,
  };
}

function leastOf({ count, distance }: Proximities): number {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (distance[i] < least) least = distance[i];
  return least;
}
