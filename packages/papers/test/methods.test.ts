import { methodNamed, methodNames } from '@selfcollide/papers';
import { createDetector, detectorMethods } from 'selfcollide';
import { expect, it } from 'vitest';

it('names are of core’s methods, then of factories that say the same', () => {
  expect(methodNames.slice(0, detectorMethods.length)).toEqual(detectorMethods);
  const positions = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 0.5);
  for (const name of methodNames) {
    const detector = createDetector({ positions }, { method: methodNamed(name) });
    expect(detector.method).toBe(name);
    expect(detector.findIntersections().count).toBe(2);
  }
});

it.each(['aabb', 'toString'])('refuses %s', (name) => {
  expect(() => methodNamed(name)).toThrow(
    new RangeError(`methodNamed: name must be one of ${methodNames.join(', ')}, got ${name}.`),
  );
});
