import { describeObjects } from './describe-contact.ts';
import type { FileSummary } from './file-summary.ts';
import { plural } from './format-number.ts';

/** So many vertices beside each other are no accident. */
const MANY_SEAMS = 8;

/** What the user may want to try, a line each with the flag to copy. */
export function suggest(summary: FileSummary): string[] {
  const { header, framesWithContacts, framesTouching, stepsWithImpacts, nearSeams, objectPairs, failedFrames } =
    summary;
  const { rest, ignoresRest, frameCount } = header;
  if (framesWithContacts === 0) return [];
  const lines: string[] = [];
  if (rest && rest.trianglePairs > 0 && !ignoresRest) {
    lines.push(
      `${plural(rest.trianglePairs, 'pair')} of triangles intersect in the ${rest.pose} already: --ignore-rest`,
    );
  }
  if (nearSeams >= MANY_SEAMS) {
    lines.push(
      `${plural(nearSeams, 'vertex').replace('vertexs', 'vertices')} almost coincide with another one: --weld 1e-5`,
    );
  }
  const checked = frameCount - failedFrames;
  // what is close, or meets between frames only, is no reason to ignore two objects
  if (framesTouching < checked || stepsWithImpacts > 0) return lines;
  for (const { objects, frames } of objectPairs.values()) {
    const [a, b] = objects;
    if (a === b || frames < checked || checked < 2) continue;
    const flag = /[,]/.test(a + b) ? `"ignore": ${JSON.stringify([objects])} in the config` : `--ignore "${a},${b}"`;
    lines.push(`${describeObjects(objects)} meet in every frame: ${flag}`);
  }
  return lines;
}
