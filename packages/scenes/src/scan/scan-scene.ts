import { createScene, readSceneOptions } from '../create-scene.ts';
import { createRandom, type Random } from '../random.ts';
import type { Scene, SceneEntry, SceneMesh, SceneOptions } from '../scene.ts';

const TURNS = 2.5;
const HEIGHT = 1.02;
/** Along the spine, and around the body where it is thickest; only the shape of triangles depends on them. */
const LENGTH = 13.5;
const GIRTH = 1.3;
/** A hole for so many triangles, and a loose flap for so many. */
const TRIANGLES_A_HOLE = 1500;
const TRIANGLES_A_FLAP = 150;

export const scanEntry: SceneEntry = {
  name: 'scan',
  about: 'A coiled serpent as a scanner would see it, noisy, with holes and non-manifold edges, swaying gently.',
  group: 'scan',
  defaultTriangles: 48_000,
  defaultFrames: 60,
  resizable: true,
  make: scan,
};

/** A mesh with what scans have: noise, holes, edges with three triangles and some contacts of its own; motion adds few. */
export function scan(options: SceneOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(scanEntry, options);
  const random = createRandom(seed);
  const { positions, triangles: corners } = scannedSerpent(triangles, random);
  const phase = random.between(0, 2 * Math.PI);

  return createScene(scanEntry, {
    triangles: corners,
    vertexCount: positions.length / 3,
    frames,
    pose(t, out) {
      const swing = Math.sin(2 * Math.PI * t);
      for (let v = 0; v < positions.length; v += 3) {
        // bends like a reed: nothing at the foot, most at the top
        const height = positions[v + 1]! / HEIGHT;
        const lean = HEIGHT * height * Math.abs(height);
        out[v] = positions[v]! + 0.2 * lean * swing;
        out[v + 1] = positions[v + 1]!;
        out[v + 2] = positions[v + 2]! + 0.12 * lean * swing * Math.cos(4 * height + phase);
      }
    },
  });
}

function scannedSerpent(wanted: number, random: Random): SceneMesh {
  const columns = Math.max(3, Math.round(Math.sqrt((wanted * GIRTH) / (2 * LENGTH))));
  const rows = Math.max(2, Math.round(wanted / (2 * columns)));
  const positions = serpentSkin(columns, rows, random);
  const isHole = chooseHoles(columns, rows, wanted, random);
  const kept: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (isHole(column, row)) continue;
      const a = row * columns + column;
      const b = row * columns + ((column + 1) % columns);
      kept.push(a, b, a + columns, b, b + columns, a + columns);
    }
  }
  addFlaps(positions, kept, random);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(kept) };
}

/** Rings of vertices along a spine that winds upwards and inwards; scales and noise on the skin, thin at both ends. */
function serpentSkin(columns: number, rows: number, random: Random): number[] {
  const noise = (0.12 * GIRTH) / columns;
  const positions: number[] = [];
  for (let row = 0; row <= rows; row++) {
    const u = row / rows;
    const angle = 2 * Math.PI * TURNS * u;
    const body = 0.04 + 0.17 * Math.sqrt(Math.sin(Math.PI * Math.min(Math.max(u, 0.01), 0.99)));
    for (let column = 0; column < columns; column++) {
      const around = (2 * Math.PI * column) / columns;
      const scales = 1 + 0.07 * Math.sin(90 * Math.PI * u) * Math.sin(4 * around);
      const crest = 1 + 0.1 * Math.exp(8 * (Math.sin(around) - 1)) * (1 + Math.sin(60 * Math.PI * u));
      const radius = body * scales * crest + noise * random.between(-1, 1);
      const distance = 1 - 0.3 * u + radius * Math.cos(around);
      positions.push(
        distance * Math.cos(angle),
        HEIGHT * u + radius * Math.sin(around) + noise * random.between(-1, 1),
        distance * Math.sin(angle),
      );
    }
  }
  return positions;
}

/** Round holes of a few cells, where the scanner did not look. */
function chooseHoles(columns: number, rows: number, wanted: number, random: Random) {
  const holes = Array.from({ length: Math.round(wanted / TRIANGLES_A_HOLE) }, () => ({
    column: random.index(columns),
    row: random.index(rows),
    radius: random.between(0.8, 3),
  }));
  const removed = new Set<number>();
  for (const { column, row, radius } of holes) {
    const reach = Math.floor(radius);
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        if (dx * dx + dy * dy <= radius * radius)
          removed.add((row + dy) * columns + ((column + dx + columns) % columns));
      }
    }
  }
  return (column: number, row: number): boolean => removed.has(row * columns + column);
}

/** Loose triangles on edges that have two already, standing out of the skin by about the length of the edge. */
function addFlaps(positions: number[], triangles: number[], random: Random): void {
  const flaps = Math.ceil(triangles.length / 3 / TRIANGLES_A_FLAP);
  const whole = triangles.length / 3;
  for (let i = 0; i < flaps; i++) {
    const corner = 3 * random.index(whole);
    const [a, b, c] = [triangles[corner]!, triangles[corner + 1]!, triangles[corner + 2]!];
    const at = (vertex: number, axis: number) => positions[3 * vertex + axis]!;
    const along = [0, 1, 2].map((axis) => at(b, axis) - at(a, axis));
    const inwards = [0, 1, 2].map((axis) => at(c, axis) - at(a, axis));
    const out = [0, 1, 2].map(
      (axis) => along[(axis + 1) % 3]! * inwards[(axis + 2) % 3]! - along[(axis + 2) % 3]! * inwards[(axis + 1) % 3]!,
    );
    const scale = (random.between(0.5, 2) * Math.hypot(...along)) / Math.hypot(...out);
    triangles.push(a, b, positions.length / 3);
    for (let axis = 0; axis < 3; axis++) positions.push((at(a, axis) + at(b, axis)) / 2 + scale * out[axis]!);
  }
}
