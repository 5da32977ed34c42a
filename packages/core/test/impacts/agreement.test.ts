import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { FindImpactsOptions } from '../../src/impact-options.ts';
import { exactVariants } from '../methods.ts';
import { RandomPoints } from '../predicates/random.ts';
import { impactsFound, withoutTimes } from './impact-sets.ts';
import { type MovingScene, movingScenes } from './moving-scenes.ts';

const variants = exactVariants.filter(({ method }) => method !== 'brute-force');
const optionSets: readonly FindImpactsOptions[] = [
  {},
  { maxTime: 0.4 },
  { minSeparation: 0.05, tolerance: 0.001, start: 'ignore' },
];

/** What exact arithmetic says of every elementary pair, worked out once for all variants. */
const known = new Map<string, string[]>();
function truth(name: string, { mesh, next, weld }: MovingScene, options: FindImpactsOptions): string[] {
  const key = `${name} ${JSON.stringify(options)}`;
  const list = known.get(key) ?? impactsFound(createDetector(mesh, { method: 'brute-force', weld }), next, options);
  known.set(key, list);
  return list;
}

describe.each(variants)('%o finds the impacts of the oracle', (variant) => {
  it.each(Object.keys(movingScenes))('in %s', (name) => {
    const scene = movingScenes[name](new RandomPoints(1));
    const detector = createDetector(scene.mesh, { ...variant, weld: scene.weld });
    for (const options of optionSets) {
      const expected = truth(name, scene, options);
      const found = impactsFound(detector, scene.next, options);
      if (options.minSeparation === undefined) expect(withoutTimes(found)).toEqual(withoutTimes(expected));
      else expect(withoutTimes(found)).toEqual(expect.arrayContaining(withoutTimes(expected)));
    }
  });
});

it('every method has the same times, and scenes have impacts', () => {
  for (const [name, make] of Object.entries(movingScenes)) {
    const scene = make(new RandomPoints(1));
    expect(truth(name, scene, {}).length, name).toBeGreaterThan(5);
    for (const options of optionSets) {
      const lists = variants.map((variant) =>
        impactsFound(createDetector(scene.mesh, { ...variant, weld: scene.weld }), scene.next, options),
      );
      for (const list of lists) expect(list).toEqual(lists[0]);
    }
  }
});
