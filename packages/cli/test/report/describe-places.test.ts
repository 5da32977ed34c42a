import { describe, expect, it } from 'vitest';
import type { PlaceMeasure, Severity } from '../../src/measure/place-measure.ts';
import { byMeasure, describeMeasure, describeMeasureWhole } from '../../src/report/describe-places.ts';

describe('measures of places', () => {
  const metres = { unit: 'm', size: 2 };
  const plain = { size: 2 };
  const measure = (severity: Severity, more: Partial<PlaceMeasure> = {}): PlaceMeasure => ({
    severity,
    curveLength: 0,
    depthMethod: 'inside',
    depthKind: 'exact',
    closed: false,
    ...more,
  });

  it('put the worst first: severity, depth, findings, and last what nobody measured', () => {
    const places = [
      { contacts: 900 },
      { contacts: 5, measure: measure('touching') },
      { contacts: 7, measure: measure('deep', { depth: 0.2 }) },
      { contacts: 80, measure: measure('shallow', { depth: 0.01 }) },
      { contacts: 2, measure: measure('deep', { depth: 0.3 }) },
      { contacts: 9, measure: measure('touching') },
      { contacts: 70, measure: measure('hairline', { depth: 1e-8 }) },
    ];
    expect(places.sort(byMeasure).map(({ contacts }) => contacts)).toEqual([2, 7, 80, 70, 9, 5, 900]);
  });

  it('are said in words, as far as they are known', () => {
    const whole = { depth: 0.012345, meanDepth: 0.004, volume: 1.3e-6, area: 0.0021, curveLength: 0.11, closed: true };
    expect(describeMeasureWhole(measure('deep', whole), metres)).toBe(
      'deep: depth 1.23 cm (0.62 % of its size) (mean 0.004), volume 0.0000013, area 0.0021, crossing 0.11 long',
    );
    expect(describeMeasureWhole(measure('shallow', { curveLength: 2 }), plain)).toBe('shallow: crossing 2 long');
    expect(describeMeasureWhole(measure('deep', { ...whole, depthKind: 'both' }), plain)).toContain(
      'depth at least 0.01235 (0.62 % of its size)',
    );
    const back = { depth: 0.2, depthKind: 'both', depthMethod: 'way back' } as const;
    expect(describeMeasureWhole(measure('deep', back), plain)).toBe('deep: depth at most 0.2 (10 % of its size)');
    expect(describeMeasure(measure('deep', back), metres)).toBe('deep, at most 20 cm (10 % of its size)');
    const slit = { depth: 0.1, depthKind: 'lower', depthMethod: 'crossing', depthReason: 'open surface' } as const;
    expect(describeMeasureWhole(measure('deep', slit), plain)).toBe(
      'deep: depth at least 0.1 (5 % of its size) (open surface)',
    );
    expect(describeMeasureWhole(measure('deep', { depthReason: 'too large' }), plain)).toBe(
      'deep: depth unknown (too large)',
    );
    expect(describeMeasureWhole(measure('touching', { depth: 0 }), plain)).toBe('touching');
  });
});
