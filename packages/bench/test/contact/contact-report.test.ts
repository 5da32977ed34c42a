import { expect, it } from 'vitest';
import { type ContactRunReport, complaints, formatContactTable } from '../../src/contact/run-contact-report.ts';

const good: ContactRunReport = {
  name: 'wrung-cloth',
  triangles: 1024,
  frames: 600,
  touching: 0,
  touchingWithout: 270,
  covered: 1,
  median: 12.5,
  slowest: 40,
  medianWithout: 0.8,
};

it('complains of each thing that a scene must show', () => {
  expect(complaints(good)).toEqual([]);
  expect(complaints({ ...good, touching: 2 })).toEqual(['bench: wrung-cloth touches itself in 2 frames.']);
  expect(complaints({ ...good, touchingWithout: 0, covered: 0.9 })).toEqual([
    'bench: wrung-cloth does not touch itself without self-contact either.',
    'bench: wrung-cloth covers only 90.0 % of its time.',
  ]);
});

it('lines up', () => {
  const lines = formatContactTable([good]).split('\n');
  expect(lines.at(-1)).toMatch(/^wrung-cloth +1,024 +600 +0 +270 +100\.0 % +12\.5 +40\.0 +0\.800$/);
});
