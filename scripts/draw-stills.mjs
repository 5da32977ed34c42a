import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from './build.mjs';
import { drawFrames, hitTriangles } from './draw-frames.mjs';
import { root } from './packages.mjs';

/**
 * Runs the simulated scenes at all their sizes, draws start, middle and end of each into docs/scenes/, and brings the table in
 * docs/scenes/README.md up to date. `node scripts/draw-stills.mjs [scene …]` draws only those, and leaves the table alone.
 */

/** Where each scene is seen from, and how much of it: radians about y, radians from above, size in the picture. */
const VIEWS = {
  character: { turn: 0.4, tilt: 0.2, zoom: 1.25 },
  'twisted-cloth': { turn: 0.6, tilt: 0.5, zoom: 1.2 },
  'dragged-cloth': { turn: 0.6, tilt: 0.35, zoom: 1.1 },
  'rolling-bunny': { turn: 0.3, tilt: 0.2, zoom: 1.35 },
  'rolling-bumpy-bunny': { turn: 0.3, tilt: 0.2, zoom: 1.35 },
  'rolling-spiky-bunny': { turn: 0.3, tilt: 0.2, zoom: 1.35 },
  'deflating-animal': { turn: 0.4, tilt: 0.2, zoom: 1.3 },
};
/** The smallest size from here on is drawn: enough for a smooth picture. */
const DRAWN_TRIANGLES = 14_000;
const TABLE = /(<!-- contacts: by scripts\/draw-stills.mjs -->\n)[\s\S]*?(<!-- end -->)/;

const wanted = process.argv.slice(2);
await buildPackages();
const { simulatedScenes } = await import('../packages/scenes/dist/index.mjs');
const { createDetector } = await import('../packages/core/dist/index.mjs');
const folder = join(root, 'docs/scenes');
mkdirSync(folder, { recursive: true });

const rows = [];
for (const entry of simulatedScenes) {
  if (wanted.length > 0 && !wanted.includes(entry.name)) continue;
  const drawn = entry.sizes.find((size) => size >= DRAWN_TRIANGLES) ?? entry.sizes.at(-1);
  for (const triangles of wanted.length > 0 ? [drawn] : entry.sizes) {
    const scene = await entry.make({ triangles });
    const { stills, peak, seconds } = run(scene);
    const [start, middle, end] = stills.map((still) => still.count);
    rows.push([entry.name, scene.mesh.triangles.length / 3, scene.frameCount, start, middle, end, peak]);
    console.log(`${rows.at(-1).join(' · ')} · ${seconds.toFixed(1)} s`);
    if (triangles === drawn)
      writeFileSync(join(folder, `${entry.name}.png`), drawFrames(scene.mesh, stills, VIEWS[entry.name]));
  }
}
if (wanted.length === 0) {
  const readme = join(folder, 'README.md');
  const head = ['scene', 'triangles', 'frames', 'contacts at the start', 'in the middle', 'at the end', 'most'];
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows.map((row) => row.map(format))];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(TABLE, `$1${table}$2`));
}

function run(scene) {
  const detector = createDetector(scene.mesh, { method: 'box-tree' });
  const last = scene.frameCount - 1;
  const picked = [0, Math.round(last / 2), last];
  const stills = [];
  let peak = 0;
  let seconds = 0;
  let frame = 0;
  let from = performance.now();
  for (const positions of scene.frames()) {
    seconds += (performance.now() - from) / 1000;
    detector.update(positions);
    const { count } = detector.findIntersections();
    peak = Math.max(peak, count);
    if (picked.includes(frame)) stills.push({ count, positions: positions.slice(), hit: hitTriangles(detector) });
    frame++;
    from = performance.now();
  }
  return { stills, peak, seconds };
}

function format(cell) {
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : `\`${cell}\``;
}
