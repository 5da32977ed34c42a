import { expect, it } from 'vitest';
import { MEANDER_TERMS, meanderAmplitude, meanderCoefficients, meanderPoint } from '../../src/sheets/meander.ts';

const coefficients = new Float64Array(MEANDER_TERMS);
const point = new Float64Array(2);

it.each([0, 1e-12, 0.3, 1, 2.28])('amplitude %d: agrees with integrating the tangent', (amplitude) => {
  meanderCoefficients(amplitude, coefficients);
  const steps = 20_000;
  const end = 7;
  let along = 0;
  let across = 0;
  for (let i = 0; i < steps; i++) {
    const direction = amplitude * Math.cos((end * (i + 0.5)) / steps);
    along += (Math.cos(direction) * end) / steps;
    across += (Math.sin(direction) * end) / steps;
  }
  meanderPoint(coefficients, end, point);
  expect(point[0]).toBeCloseTo(along, 6);
  expect(point[1]).toBeCloseTo(across, 6);
});

it.each([1, 0.999, 0.7, 0.2, 0.05])('finds the amplitude that takes %d of the length', (ratio) => {
  meanderCoefficients(meanderAmplitude(ratio, coefficients), coefficients);
  expect(coefficients[0]).toBeCloseTo(ratio, 10);
});
