import { makeScene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { formatCount, formatMs, formatTable } from './format-table.ts';
import { safeMethods } from './methods.ts';

/** Small enough for the oracle, which tests every edge with every triangle. */
const TRIANGLES = 1500;

/** `npm start`: the built-in twisted sheet, frame by frame, with every method. Returns the exit status. */
export async function runStart(): Promise<number> {
  const scene = await makeScene('twisted-sheet', { triangles: TRIANGLES });
  const triangleCount = scene.mesh.triangles.length / 3;
  console.log(`${scene.name}: ${formatCount(triangleCount)} triangles, ${scene.frameCount} frames. ${scene.about}\n`);

  const detectors = safeMethods.map((method) => createDetector(scene.mesh, { method }));
  const positions = new Float64Array(scene.mesh.positions.length);
  const rows: string[][] = [];
  let differing = 0;
  for (let frame = 0; frame < scene.frameCount; frame++) {
    scene.frame(frame, positions);
    const counts: number[] = [];
    const times = detectors.map((detector) => {
      const started = performance.now();
      detector.update(positions);
      counts.push(detector.findIntersections().count);
      return performance.now() - started;
    });
    if (counts.some((count) => count !== counts[0])) differing++;
    rows.push([
      String(frame),
      [...new Set(counts)].map(formatCount).join(' ≠ '),
      ...times.map((ms) => `${formatMs(ms)} ms`),
    ]);
  }
  console.log(formatTable(['frame', 'contacts', ...safeMethods], rows));
  if (differing > 0) console.error(`\nstart: methods must find the same contacts, but differ in ${differing} frames.`);
  return differing > 0 ? 1 : 0;
}
