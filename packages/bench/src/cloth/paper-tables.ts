import { type ClothSceneEntry, clothScenes, walkScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { formatMs, formatTable } from '../format-table.ts';
import { quantile } from '../quantile.ts';

/** ε where the paper gives none, and that of its unoriented inflation; metres. */
const DISTANCE = 0.005;
const UNORIENTED = 0.02;
const TIME_STEP = 0.01;

/** What the paper varies, and its totals for walk-pants, walk-low, walk-high and tape (Tables 2–5), ms a step. */
const SETUPS = [
  { name: 'optimal', dop: 18, arity: 4, moving: true, distance: DISTANCE, paper: [147, 106, 163, 57] },
  { name: 'unoriented', dop: 18, arity: 4, moving: false, distance: UNORIENTED, paper: [288, 192, 367, 354] },
  { name: 'AABBs', dop: 6, arity: 4, moving: true, distance: DISTANCE, paper: [155, 182, 201, 78] },
  { name: 'binary', dop: 18, arity: 2, moving: true, distance: DISTANCE, paper: [165, 142, 183, 61] },
] as const;

/** Steps of the paper's scenes, and its seconds for all of them (Table 1): detection, response, solver. */
const SCENES = [
  { name: 'walk-pants', steps: 600, paper: '88 / 24 / 35' },
  { name: 'walk-low', steps: 600, paper: '63 / 25 / 89' },
  { name: 'walk-high', steps: 600, paper: '98 / 41 / 6430' },
  { name: 'tape', steps: 400, paper: '23 / 7 / 315' },
] as const;

/** Cloth and solid in some steps of a motion. */
interface Sample {
  readonly cloth: Moving;
  readonly solid: Moving;
}

interface Moving {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

interface MeasuredScene {
  readonly name: string;
  readonly particles: number;
  readonly solid: number;
  readonly stepMs: number;
  /** By setup: update, query, both; medians. */
  readonly setups: readonly (readonly [update: number, query: number, total: number])[];
}

export interface PaperTablesOptions {
  /** Steps simulated of each scene, from its start. */
  readonly steps: number;
  readonly samples: number;
  readonly names?: readonly string[];
  say(text: string): void;
}

/**
 * Tables 1–5 of the cloth paper on our scenes, beside the paper's own numbers: the cloth against itself and against its solid, both
 * by the trees that the setup says.
 */
export function measurePaperTables({ steps, samples, names, say }: PaperTablesOptions): string {
  const entries = [...walkScenes, ...clothScenes];
  const measured = SCENES.flatMap(({ name }, column) => {
    const entry = entries.find((one) => one.name === name);
    if (!entry || (names && !names.includes(name))) return []; // sweater and slacks are not there yet
    say(name);
    return [{ column, ...measureScene(entry, steps, samples) }];
  });
  const first = formatTable(
    ['scene', 'particles', 'solid triangles', 'ms a step', 'paper: CD / CR / solver, s', 'paper: ms a step'],
    measured.map(({ column, name, particles, solid, stepMs }) => {
      const { paper, steps: all } = SCENES[column];
      const seconds = paper.split(' / ').reduce((sum, text) => sum + Number(text), 0);
      return [name, String(particles), String(solid), formatMs(stepMs), paper, formatMs((1000 * seconds) / all)];
    }),
  );
  const head = [
    'scene',
    'setup',
    'update',
    'query',
    'total ms',
    '× optimal',
    'paper: total',
    '× optimal',
    'paper / ours',
  ];
  const rows = measured.flatMap(({ column, name, setups }) =>
    SETUPS.map(({ name: setup, paper }, i) => {
      const [update, query, total] = setups[i];
      return [
        ...[name, setup, formatMs(update), formatMs(query), formatMs(total), (total / setups[0][2]).toFixed(2)],
        ...[String(paper[column]), (paper[column] / SETUPS[0].paper[column]).toFixed(2)],
        (paper[column] / total).toFixed(1),
      ];
    }),
  );
  return `Table 1\n${first}\n\nTables 2 to 5\n${formatTable(head, rows)}`;
}

function measureScene(entry: ClothSceneEntry, steps: number, count: number): MeasuredScene {
  const scene = entry.make();
  const { mesh, solid } = scene;
  const run = scene.begin();
  const samples: Sample[] = [];
  const times: number[] = [];
  const both = [run.cloth.positions, run.solid.positions];
  for (let step = 1; step <= steps; step++) {
    const before = both.map((positions) => positions.slice());
    const started = performance.now();
    run.step();
    times.push(performance.now() - started);
    if (step % Math.max(1, Math.floor(steps / count)) !== 0) continue;
    const [cloth, ground] = before.map((positions, k) => ({
      positions,
      velocities: positions.map((from, i) => (both[k][i] - from) / TIME_STEP),
    }));
    samples.push({ cloth, solid: ground });
  }
  const ground = createDetector(solid, { method: 'aabb' });
  const setups = SETUPS.map(({ dop, arity, moving, distance }) => {
    const detector = createDetector(mesh, { method: 'kdop', dop, arity, inflation: 'swept' });
    const updates: number[] = [];
    const queries: number[] = [];
    const totals: number[] = [];
    // twice: the first time warms up
    for (const [i, { cloth, solid: body }] of [...samples, ...samples].entries()) {
      const started = performance.now();
      detector.update(cloth.positions);
      ground.update(body.positions);
      const updated = performance.now();
      const search = moving ? { distance, velocities: cloth.velocities, timeStep: TIME_STEP } : { distance };
      detector.findProximities(search);
      detector.findProximities({
        ...{ ...search, against: ground },
        ...(moving && { againstVelocities: body.velocities }),
      });
      const ended = performance.now();
      if (i < samples.length) continue;
      updates.push(updated - started);
      queries.push(ended - updated);
      totals.push(ended - started);
    }
    return [quantile(updates, 0.5), quantile(queries, 0.5), quantile(totals, 0.5)] as const;
  });
  return {
    ...{ name: entry.name, particles: mesh.positions.length / 3, solid: solid.triangles.length / 3 },
    ...{ stepMs: quantile(times, 0.5), setups },
  };
}
