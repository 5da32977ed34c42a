import type { Machine } from '../machine.ts';
import { type Figure, figureRows, growth, markdownTable, TABLE_HEAD, tableRows } from './hashing-report.ts';
import type { SetupTimes } from './time-setup.ts';

export interface HashingResults {
  readonly setups: readonly SetupTimes[];
  readonly figures: readonly Figure[];
  readonly steps: number;
  readonly machine: Machine;
  readonly date: Date;
}

const ROWS_A_FIGURE = 8;

/** The page docs/papers/hashing.md. */
export function hashingPage({ setups, figures, steps, machine, date }: HashingResults): string {
  const measured = `${machine.cpu}, one thread, Node ${machine.node}, ${date.toISOString().slice(0, 10)}`;
  return `# Spatial hashing of tetrahedra

Teschner, Heidelberger, Müller, Pomeranets, Gross: *Optimized Spatial Hashing for Collision Detection of Deformable Objects*
(VMV 2003). Called "the hashing paper" in the code.

This page is written by \`npm run hashing -- --write\`; edit \`packages/bench/src/tets/hashing-page.ts\`, not this file.

${WHAT_AND_WHERE}

## Table 2: time of collision detection

${steps} steps a setup, milliseconds. Ours: ${measured}; a step is \`update\` of all objects and
\`findPenetrations\`, barycentric coordinates included. The paper's: Pentium 4, 1.8 GHz, one thread. \`times faster\` compares the averages;
\`engine\` says who works by default: the kernel, compiled to WebAssembly; \`TypeScript\` is what it takes without, in the same steps, in turns, and times ours.
\`penetrations\` is the mean number a step.

${markdownTable(TABLE_HEAD, tableRows(setups))}

${describeGrowth(setups)}

${SETUPS}

## Figures 3 to 6: time against table size and cell size

Same machine. Each point is the mean over three poses of the best of three queries. \`paper\` is the hash function as printed with cubic
cells looked up one by one; \`mix\` is ours. Both run in groups of tets (see above), so that both are faster and flatter than the
paper's curves.

${figures.map(describeFigure).join('\n\n')}

${READING}
`;
}

function describeGrowth(setups: readonly SetupTimes[]): string {
  const ratio = growth(setups);
  if (ratio === undefined) return '';
  return `Cost grows with the number of primitives, not with that of objects: a primitive of setup E takes ${ratio.toFixed(2)} times as long as one of
setup B.`;
}

function describeFigure(figure: Figure): string {
  const { number, title, x, series } = figure;
  const head = [x, ...series.map(({ name }) => `${name}, ms`)];
  return `### Figure ${number}: ${title}

![Figure ${number}: ${title}](hashing-figure-${number}.svg)

${markdownTable(head, figureRows(figure, ROWS_A_FIGURE))}`;
}

const WHAT_AND_WHERE = `## What is implemented, and where

| paper | here |
|---|---|
| §3 first pass: vertices into the hash table | \`core/src/tets/vertex-grid.ts\`; in the kernel \`core/kernel/tet-table.ts\` |
| §3 second pass: tets look up the cells of their boxes | \`core/src/tets/grid-finder.ts\`, \`collect-candidates.ts\`, \`test-group.ts\`; in the kernel \`tet-candidates.ts\`, \`tet-search.ts\` |
| §4.1 hash function | \`core/src/grid/cell-hash.ts\`; option \`hash: 'paper'\` |
| §4.2 table size, §4.3 cell size | options \`tableSize\`, \`cellSize\` of \`createTetCollider\` |
| §4.4 vertex in tetrahedron | \`core/src/tets/vertex-in-tet.ts\`; in the kernel, four at once, \`tet-volumes.ts\` |
| §6 setups A to E | \`scenes/src/tets/create-tet-scene.ts\`, driven by \`physics/src/soft-tets\` |
| §8 penetration depth | \`core/src/tets/estimate-depths.ts\`; option \`depth\` |
| the oracle: all vertices with all tets | \`core/src/tets/search-all.ts\`; option \`method: 'brute-force'\` |

## Where it deviates, and why

- **Exact.** A vertex counts as inside if it is inside or on the boundary, decided by signs of determinants (floating point first,
  exact arithmetic where rounding could matter); nothing is divided before. Inverted tets work, tets without volume contain nothing.
  The result does not depend on cell size, table size, hash function, or where in space the world is.
- **Hash.** The printed hash maps (x, y, 0) and (−x, −y, 0) to one value for odd x and y, and 19349663 = 41 · 471943 is no prime. The
  default mixes the cell numbers along x and y and adds the number along z, so that the cells of a row along z are neighbours in the
  table.
- **Counting sort instead of time stamps.** Vertices are sorted by table place: count, sum up, fill. Looking up cell by cell that is
  9 % slower than time stamps with lists (8 plates as in setup B: 1.40 against 1.28 ms). But only a sorted table holds a row of cells in
  one stretch, and rows instead of cells bring it to 0.82 ms. So time stamps went.
- **Groups of tets.** Neighbouring tets, up to fourteen, look up the cells of their common box once. Box tests compare three coordinates
  in one subtraction (nine bits each, relative to the group), exact ones follow. Together: 0.55 ms in the same setup, in TypeScript. The paper's
  one-pass alternative (tets in cells, §7) was not built: the paper found it slower.
- **Kernel.** The table, boxes and most of the tests run in WebAssembly with SIMD (option \`engine\`; [docs/kernel.md](../kernel.md) has the rounding bound): sixteen
  vertices against a box at once, in bytes relative to the group, then four vertices against four tets in floats. What floats cannot tell to be outside is decided in TypeScript as before.
- **Cells.** ⌊x / h⌋ with true rounding down, also below 0. With the default hash, cells are half as high as wide.
- **Giants.** Tets wider than about four mean edges, or in more than 2,048 rows of cells, are tested by their boxes against vertices
  sorted into slices.
- **Depth.** The paper suggests the surface face or vertex of the penetrated tet. Tets without a surface face are measured to the
  nearest surface triangle around their corners instead of to a vertex.
- It does not see edges that pass through each other while no vertex is inside a tet: by design, as in the paper (§7).`;

const SETUPS = `The paper shows its bodies in pictures only. Ours have the same numbers of objects, tets and vertices: bars of two
cubes (A), plates of 10 × 10 cubes (B, C, E), cubes of five tets each, and tubes with walls of two layers, some of whose cells have an extra
vertex (D). They drift, bump into each other and bend; the vessels are squeezed into a box too low for both. A vertex inside another body
is pushed out by a penalty.`;

const READING = `As in the paper, a table much smaller than the number of primitives costs most, a larger one gains little beyond
that number, and cells of about one mean edge are near the best. Cells twice or half that size cost less here than there, since groups
share their walks over cells, and box tests are cheap.`;
