import { optimisedBoxTree } from '@selfcollide/papers';
import type { ReducedBodiesScene } from '@selfcollide/scenes';
import { createDetector, type Intersections, type SubspaceDetector } from 'selfcollide';
import { cpuMilliseconds } from './run-reduced.ts';

export interface TimedSteps {
  /** CPU milliseconds of a step, all bodies, by method; times begin with q. */
  readonly times: Readonly<
    Record<'certificates' | 'star-contour' | 'box tree', [step: number, milliseconds: number][]>
  >;
  readonly wrong: readonly string[];
}

/** Clock ticks are microseconds: less than one would have no logarithm. */
const LEAST = 1e-3;

/** Runs a scene and times `samples` of its steps by each method, on the very same poses. */
export function timeEverySteps(
  scene: ReducedBodiesScene,
  detector: SubspaceDetector,
  steps: number,
  samples: number,
): TimedSteps {
  const { mesh, bodyCount } = scene;
  const every = Math.max(1, Math.floor(steps / samples));
  const positions = new Float64Array(mesh.positions.length);
  const methods = { 'star-contour': 'star-contour', 'box tree': optimisedBoxTree() } as const;
  const others = (['star-contour', 'box tree'] as const).map((name) => ({
    method: name,
    own: createDetector(mesh, { method: methods[name], weld: false }),
  }));
  const times: TimedSteps['times'] = { certificates: [], 'star-contour': [], 'box tree': [] };
  const wrong: string[] = [];
  let found: { readonly q: Float64Array; readonly count: number }[] = [];
  let spent = 0;
  const world = scene.begin({
    selfContacts(q): Intersections | null {
      const from = cpuMilliseconds();
      detector.update(q);
      const contacts = detector.certified && detector.restPairCount === 0 ? null : detector.findIntersections();
      spent += cpuMilliseconds() - from;
      found.push({ q: q.slice(), count: contacts?.count ?? 0 });
      return contacts;
    },
  });
  for (let step = 0; step < steps; step++) {
    found = [];
    spent = 0;
    world.step();
    if (step % every !== 0) continue;
    if (found.length !== bodyCount) wrong.push(`bench: step ${step} asked for ${found.length} of ${bodyCount} bodies.`);
    times.certificates.push([step, Math.max(LEAST, spent)]);
    for (const { method, own } of others) {
      const from = cpuMilliseconds();
      const counts = found.map(({ q }) => {
        detector.deform(q, positions);
        own.update(positions);
        return own.findIntersections().count;
      });
      times[method].push([step, Math.max(LEAST, cpuMilliseconds() - from)]);
      const body = counts.findIndex((count, i) => count !== found[i].count);
      if (body >= 0) {
        const both = `${found[body].count} and ${counts[body]}`;
        wrong.push(`bench: step ${step}, body ${body}: certificates and ${method} found ${both} contacts.`);
      }
    }
  }
  return { times, wrong };
}
