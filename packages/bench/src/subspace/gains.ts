import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kMeansTree } from '@selfcollide/papers';
import { bunnies, type ReducedScene, spring } from '@selfcollide/scenes';
import type { createSubspaceDetector, SubspaceOptions } from 'selfcollide';
import { formatCount, formatTable } from '../format-table.ts';
import { repositoryFolder } from '../repository-folder.ts';

/** A line of core's sources, by file below packages/core/src, and what takes its place. */
export interface Replacement {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

interface Variant {
  readonly name: string;
  readonly without: readonly Replacement[];
  readonly options?: SubspaceOptions;
}

const certifyNodes = 'find/subspace/certify-nodes.ts';
const pairSearch = 'find/subspace/pair-search.ts';

const PAIR_STACK = `class PairStack {
  bound = 0;
  first = 0;
  second = 0;
  tag = 0;
  #pairs: [number, number, number, number][] = [];
  get count() { return this.#pairs.length; }
  get lowest() { return this.count > 0 ? this.#pairs[this.count - 1][0] : Infinity; }
  clear() { this.#pairs.length = 0; }
  add(...pair: [number, number, number, number]) { this.#pairs.push(pair); }
  take() { [this.bound, this.first, this.second, this.tag] = this.#pairs.pop()!; }
}`;

const FAR: Replacement = {
  file: 'create-subspace-detector.ts',
  from: 'const WIDTHS = [1, 2, 4];',
  to: 'const WIDTHS = [1000];',
};
const NO_REACH: readonly Replacement[] = [
  { file: certifyNodes, from: 'const REACH = 4;', to: 'const REACH = 1e9;' },
  { file: certifyNodes, from: 'const REACH_OF_SMALL = 8;', to: 'const REACH_OF_SMALL = 1e9;' },
];

/** Counts best planes looked for, in every variant. */
const COUNT: Replacement = {
  file: 'find/subspace/pair-bound.ts',
  from: '    this.work++;\n',
  to: '    this.work++;\n    globalThis.selfcollideLooks++;\n',
};

export const variants: readonly Variant[] = [
  { name: 'as it is', without: [] },
  {
    name: 'without bound (2), the affine map',
    without: [
      {
        file: 'find/subspace/pair-bound.ts',
        from: 'const fitted = this.#affine.load(pair);',
        to: 'const fitted = false as boolean;',
      },
    ],
  },
  {
    name: 'without cutting up triangles',
    without: [],
    options: { subdivisions: 0 },
  },
  {
    name: 'without sorting: the last pair first',
    without: [
      { file: pairSearch, from: '#heap = new PairHeap();', to: '#heap = new PairStack();' },
      { file: pairSearch, from: 'while (heap.lowest < this.radius) {', to: 'while (heap.count > 0) {' },
      // of the others nothing is known
      { file: pairSearch, from: 'if (heap.lowest >= this.#soon) {', to: 'if (this.#soon < 0) {' },
      {
        file: pairSearch,
        from: '      const { first, second, tag } = heap;\n',
        to: '      const { first, second, tag } = heap;\n      if (heap.bound >= this.radius) continue;\n',
      },
      { file: pairSearch, from: 'const MORE_WORK =', to: `${PAIR_STACK}\nconst MORE_WORK =` },
    ],
  },
  { name: 'without ρ_global: 1,000 times it', without: [FAR] },
  { name: 'without the limit of 4 and 8 times the smallest', without: NO_REACH },
  { name: "with the paper's tree, k-means", without: [], options: { tree: kMeansTree } },
];

/** Puts replacements into a file's text; each must be there once, or the sources have moved on. */
export function replaceIn(text: string, file: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { from, to } of replacements.filter((one) => one.file === file)) {
    if (result.split(from).length !== 2) {
      throw new Error(`gains: packages/core/src/${file} must hold this once, to take it out: ${from}`);
    }
    result = result.replace(from, () => to);
  }
  return result;
}

async function loadVariant(
  folder: string,
  replacements: readonly Replacement[],
): Promise<typeof createSubspaceDetector> {
  const script = pathToFileURL(join(repositoryFolder(), 'scripts/build-variant.mjs')).href;
  const { buildVariant } = await import(script);
  await buildVariant({ variant: 'src/create-subspace-detector.ts' }, folder, (text: string, file: string) =>
    replaceIn(text, file, replacements),
  );
  const built = await import(pathToFileURL(join(folder, 'variant.mjs')).href);
  return built.createSubspaceDetector;
}

/** CPU seconds of a preparation, with one thing after the other left out; by text, since the library has no switches for what is always better. */
export async function measureGains(quick: boolean, tell: (what: string) => void): Promise<string> {
  const scenes = [
    spring({ triangles: quick ? 1600 : 4000 }),
    { ...(await bunnies(1, quick ? { triangles: 1000, modes: 10 } : { triangles: 4000 })), name: 'bunny' },
  ];
  const rows: string[][] = [];
  for (const [i, { name, without, options }] of variants.entries()) {
    const folder = join(repositoryFolder(), 'packages/bench/cache', `gains-${process.pid}-${i}`);
    mkdirSync(folder, { recursive: true });
    const row = [name];
    try {
      const create = await loadVariant(folder, [COUNT, ...without]);
      for (const scene of scenes) {
        tell(`gains: ${scene.name} ${name}`);
        row.push(...timePreparation(create, scene, options));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    rows.push(row);
  }
  const each = ({ name, mesh }: ReducedScene) => [
    `${name} ${formatCount(mesh.triangles.length / 3)}: CPU s`,
    'near pairs',
    'µs each',
    'radius',
  ];
  return `${formatTable(['', ...scenes.flatMap(each)], rows)}\n\n${scenes.map(describeFacing).join('\n')}`;
}

function timePreparation(
  create: typeof createSubspaceDetector,
  { mesh, modes, weights }: ReducedScene,
  options: SubspaceOptions = {},
): string[] {
  const counted = globalThis as unknown as { selfcollideLooks: number };
  counted.selfcollideLooks = 0;
  const before = process.cpuUsage();
  const detector = create(mesh, modes, { weld: false, ...(weights && { weights }), ...options });
  const { user, system } = process.cpuUsage(before);
  const looks = counted.selfcollideLooks;
  const { radius } = detector;
  detector.dispose();
  return [
    ((user + system) / 1e6).toFixed(1),
    formatCount(looks),
    ((user + system) / looks).toFixed(0),
    radius.toPrecision(4),
  ];
}

/**
 * How far triangles keep facing along their own normals, which a contour certificate needs of all triangles of a patch along one direction: A − ‖l‖ρ − κρ² > 0 with A = d·e₁×e₂,
 * l = E₂ᵀ(d×e₁) + E₁ᵀ(e₂×d), κ = ‖PE₁‖‖PE₂‖, P across d. So no such certificate of a patch is larger than the least of its triangles', about.
 */
function describeFacing(scene: ReducedScene): string {
  const facing = facingRadii(scene).sort((a, b) => a - b);
  const at = (share: number) => facing[Math.floor(share * (facing.length - 1))].toPrecision(3);
  return `${scene.name}: triangles keep facing along their own normals up to ${at(0)} (least), ${at(0.01)} (1 % of them), ${at(0.1)} (10 %), ${at(0.5)} (half).`;
}

export function facingRadii({ mesh, modes, modeCount, weights }: ReducedScene): number[] {
  const { positions, triangles } = mesh;
  const { vectors } = modes;
  const radii: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const edge = (of: Float64Array | Float32Array, at: number, to: number): Triple =>
      [0, 1, 2].map((x) => of[at + 3 * triangles[t + to] + x] - of[at + 3 * triangles[t] + x]) as Triple;
    const e1 = edge(positions, 0, 1);
    const e2 = edge(positions, 0, 2);
    const normal = cross(e1, e2);
    const area = Math.hypot(...normal);
    const d = normal.map((x) => x / area) as Triple;
    const first = cross(d, e1);
    const second = cross(e2, d);
    let turning = 0;
    const motion = [0, 0];
    for (let i = 0; i < modeCount; i++) {
      const scale = 1 / Math.sqrt(weights?.[i] ?? 1);
      const moved = [1, 2].map((to) => edge(vectors, i * positions.length, to).map((x) => x * scale) as Triple);
      turning += (dot(moved[1], first) + dot(moved[0], second)) ** 2;
      moved.forEach((each, k) => {
        motion[k] += dot(each, each) - dot(each, d) ** 2;
      });
    }
    const speed = Math.sqrt(turning);
    radii.push((2 * area) / (speed + Math.sqrt(turning + 4 * area * Math.sqrt(motion[0] * motion[1]))));
  }
  return radii;
}

type Triple = [number, number, number];

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
