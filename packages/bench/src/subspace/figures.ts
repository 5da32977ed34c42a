import { bunnies, octopus, type ReducedScene, spring, type TetMesh } from '@selfcollide/scenes';
import type { SubspaceDetector } from 'selfcollide';
import { drawPlot, type PlotLabels, type Series } from '../draw-plot.ts';
import { formatCount } from '../format-table.ts';
import { quantile } from '../quantile.ts';
import { prepareReduced } from './prepare-reduced.ts';
import { timeEverySteps } from './time-steps.ts';

/** One of the subspace paper's figures, at the sizes that its title tells. */
export interface SubspaceFigure {
  readonly name: string;
  readonly title: string;
  readonly svg: string;
  /** What is wrong, a sentence each. */
  readonly wrong: readonly string[];
}

interface Plot {
  readonly labels: PlotLabels;
  readonly series: readonly Series[];
  readonly wrong?: readonly string[];
}

/** By name; each measures what it draws. The octopus is handed in, since it may be missing. */
const FIGURES: Readonly<
  Record<string, (quick: boolean, octopusTets: () => Promise<TetMesh | undefined>) => Promise<Plot>>
> = {
  'figure-4': drawRoughness,
  'figure-7': drawLevels,
  'figure-9': drawRanks,
  'figure-12': drawTimes,
  'figure-14': drawPolynomials,
};

export const figureNames: readonly string[] = Object.keys(FIGURES);

export async function drawFigure(
  name: string,
  quick: boolean,
  octopusTets: () => Promise<TetMesh | undefined>,
): Promise<SubspaceFigure> {
  const { labels, series, wrong = [] } = await FIGURES[name](quick, octopusTets);
  const title = `Figure ${name.slice('figure-'.length)}: ${labels.title}`;
  return { name, title, svg: drawPlot(series, { ...labels, title }), wrong };
}

const sizeOf = ({ mesh, modeCount }: ReducedScene) =>
  `${formatCount(mesh.triangles.length / 3)} triangles, r = ${modeCount}`;

const ALONG = { x: 'mode', y: 'reach, % of size', logY: true, legendOutside: true } as const;

async function drawRoughness(quick: boolean): Promise<Plot> {
  const series: Series[] = [];
  let size = '';
  for (const roughness of ['plain', 'bumpy', 'spiky'] as const) {
    const scene = await bunnies(1, { roughness, ...(quick && { triangles: 1000, modes: 10 }) });
    const named = { ...scene, name: `bunny-${roughness}` };
    series.push({ name: roughness, points: reachAlongModes(named, prepareReduced(named).detector) });
    size = sizeOf(scene);
  }
  return { labels: { title: `bunnies, plain and rough, ${size}`, ...ALONG }, series };
}

async function drawPolynomials(quick: boolean, octopusTets: () => Promise<TetMesh | undefined>): Promise<Plot> {
  const tets = await octopusTets();
  const size = quick ? { subdivisions: 0 } : {};
  const modal = octopus(tets, { ...size, ...(quick && { modes: 8 }) });
  const polynomial = octopus(tets, { ...size, dynamics: 'polynomial' });
  const series = [modal, polynomial].map((scene) => ({
    name: `${scene === modal ? 'modal' : 'polynomial'}, r = ${scene.modeCount}`,
    points: reachAlongModes(scene, prepareReduced(scene).detector),
  }));
  return {
    labels: { title: `octopus, ${formatCount(modal.mesh.triangles.length / 3)} triangles`, ...ALONG },
    series,
  };
}

/** How far the most moved vertex goes along each mode alone before the radius of the whole ends, in percent of half the mesh's diagonal. */
function reachAlongModes({ mesh, modes, modeCount, weights }: ReducedScene, { radius }: SubspaceDetector) {
  const { positions } = mesh;
  const sides = [0, 1, 2].map((axis) => {
    const one = positions.filter((_, i) => i % 3 === axis);
    return one.reduce((a, b) => Math.max(a, b)) - one.reduce((a, b) => Math.min(a, b));
  });
  const size = Math.hypot(...sides) / 2;
  return Array.from({ length: modeCount }, (_, mode) => {
    const column = modes.vectors.subarray(positions.length * mode, positions.length * (mode + 1));
    let farthest = 0;
    for (let x = 0; x < column.length; x += 3) {
      farthest = Math.max(farthest, Math.hypot(column[x], column[x + 1], column[x + 2]));
    }
    return [mode + 1, (100 * farthest * radius) / Math.sqrt(weights?.[mode] ?? 1) / size] as const;
  });
}

async function drawLevels(quick: boolean): Promise<Plot> {
  const scene = await bunnies(1, quick ? { triangles: 1000, modes: 10 } : {});
  const named = { ...scene, name: 'bunny-plain' };
  const { detector } = prepareReduced(named);
  const points: (readonly [number, number])[] = [];
  let last = '';
  for (let level = 0; ; level++) {
    const radii = detector.patchRadii(level);
    const finite = [...radii].filter((radius) => radius < Number.POSITIVE_INFINITY);
    const all = radii.join();
    if (finite.length === 0 || all === last) break;
    last = all;
    points.push([level, quantile(finite, 0.5) / detector.radius]);
  }
  const labels = {
    title: `bunny, ${sizeOf(scene)}`,
    x: 'level of the tree of patches, 0 for the whole',
    y: 'median radius / that of the whole',
    legendOutside: true,
  };
  return { labels, series: [{ name: 'median over triangles', points }] };
}

async function drawRanks(quick: boolean): Promise<Plot> {
  const ranks = quick ? [5, 10, 20, 30] : [5, 10, 20, 30, 40, 60];
  const triangles = quick ? 800 : 4000; // a shorter spring has fewer than 60 modes that are heard
  let count = 0; // as many as there really are
  const energy: [number, number][] = [];
  const mass: [number, number][] = [];
  for (const modes of ranks) {
    const scene = spring({ triangles, modes });
    count = scene.mesh.triangles.length / 3;
    const weights = scene.weights ?? new Float64Array(modes).fill(1);
    // columns have mass 1; the first mode counts 1 in both norms, so radii are the way along it
    for (const [name, points, own] of [
      ['energy', energy, weights.map((weight) => weight / weights[0])],
      ['mass', mass, new Float64Array(modes).fill(1)],
    ] as const) {
      const scaled = { ...scene, name: `spring-by-${name}`, weights: own };
      points.push([modes, reachAlongModes(scaled, prepareReduced(scaled).detector)[0][1]]);
    }
  }
  return {
    labels: {
      title: `spring, ${formatCount(count)} triangles`,
      x: 'modes',
      y: 'reach along mode 1, % of size',
      legendOutside: true,
    },
    series: [
      { name: 'scaled by energy', points: energy },
      { name: 'scaled by mass', points: mass },
    ],
  };
}

async function drawTimes(quick: boolean): Promise<Plot> {
  const scene = await bunnies(16, quick ? { triangles: 1000, modes: 10 } : {});
  const { times, wrong } = timeEverySteps(scene, prepareReduced(scene).detector, quick ? 200 : 600, quick ? 100 : 60);
  const series = Object.entries(times).map(([name, points]) => ({ name, points }));
  const title = `16 bunnies, ${sizeOf(scene)} each`;
  const labels = { title, x: 'step', y: 'CPU ms a step, all bodies', logY: true, legendOutside: true };
  return { labels, series, wrong };
}
