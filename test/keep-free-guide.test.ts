import { readFileSync } from 'node:fs';
import { createResponse } from '@selfcollide/response';
import { createDetector, type TriangleMesh } from 'selfcollide';
import { weldTriangles, weldVertices } from 'selfcollide/mesh';
import { expect, it } from 'vitest';

const guide = readFileSync(new URL('../docs/keep-your-simulation-free.md', import.meta.url), 'utf8');
const [loop, welded, alone] = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);

interface Settings {
  move(x: Float64Array, next: Float64Array): void;
  gap: number;
  steps: number;
  onStep(x: Float64Array): void;
}

/** The function of the guide, from its text. */
function simulateOfGuide(withResponse: boolean): (mesh: TriangleMesh, settings: Settings) => void {
  const body = (withResponse ? loop : alone).replace(/^import .*$/m, '').replace('export ', '');
  const name = withResponse ? 'simulate' : 'simulateAlone';
  return new Function('createDetector', 'createResponse', `${body}\nreturn ${name};`)(createDetector, createResponse);
}

/** Two sheets in one mesh; the upper one is wavy, smaller, and not aligned with the lower one. */
const CELLS = 4;
const FIRST = (CELLS + 1) ** 2;
function twoSheets(height: number) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const upper of [0, 1]) {
    for (let row = 0; row <= CELLS; row++) {
      for (let column = 0; column <= CELLS; column++) {
        if (upper) positions.push(0.83 * column + 0.31, height + 0.2 * (1 + Math.sin(column)), 0.77 * row + 0.23);
        else positions.push(column, 0, row);
        if (row === CELLS || column === CELLS) continue;
        const a = upper * FIRST + row * (CELLS + 1) + column;
        triangles.push(a, a + CELLS + 1, a + 1, a + 1, a + CELLS + 1, a + CELLS + 2);
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** The upper sheet comes down and drifts; the lower one stays unless it is pushed. */
function lower(x: Float64Array, next: Float64Array): void {
  next.set(x);
  for (let v = FIRST; v < x.length / 3; v++) {
    next[3 * v] += 0.01;
    next[3 * v + 1] -= 0.07;
  }
}

function run(withResponse: boolean) {
  const mesh = twoSheets(0.5);
  const detector = createDetector(mesh);
  const seen = { steps: 0, contacts: 0, passed: 0, x: mesh.positions.slice() };
  simulateOfGuide(withResponse)(mesh, {
    move: lower,
    gap: 0.1,
    steps: 30,
    onStep(x) {
      seen.passed += detector.earliestImpact(x) === null ? 0 : 1;
      detector.update(x);
      seen.contacts += detector.findIntersections().count;
      seen.steps++;
      seen.x.set(x);
    },
  });
  return seen;
}

it('the response is three lines', () => {
  expect(loop.split('\n').filter((line) => line.includes('response'))).toHaveLength(4); // its import too
});

it('the loop runs: the upper sheet pushes the lower one down and never touches it, in steps or between', () => {
  const { steps, contacts, passed, x } = run(true);
  expect({ steps, contacts, passed }).toEqual({ steps: 30, contacts: 0, passed: 0 });
  expect(x[3 * FIRST + 1]).toBeLessThan(-0.3); // below where the lower one was
});

it('the last word alone is enough to stay free, though not to get far', () => {
  const { steps, contacts, passed } = run(false);
  expect({ steps, contacts, passed }).toEqual({ steps: 30, contacts: 0, passed: 0 });
});

it('control: the same motion without the loop passes into itself', () => {
  const mesh = twoSheets(0.5);
  const detector = createDetector(mesh);
  const x = mesh.positions.slice();
  let contacts = 0;
  for (let step = 0; step < 30; step++) {
    lower(x.slice(), x);
    detector.update(x);
    contacts += detector.findIntersections().count;
  }
  expect(contacts).toBeGreaterThan(0);
});

it('a start that touches is told', () => {
  const mesh = twoSheets(0.5);
  mesh.positions[3 * FIRST + 1] = 0; // on the lower sheet
  const settings = { move: lower, gap: 0.1, steps: 1, onStep() {} };
  expect(() => simulateOfGuide(true)(mesh, settings)).toThrow('the start passes through itself');
  expect(() => simulateOfGuide(false)(mesh, settings)).toThrow('step 0 starts with a contact');
});

it('doubled vertices stay together, and nothing touches', () => {
  // a floor, and a square whose two triangles have a seam of doubled vertices
  const positions = Float64Array.of(-9, -9, 0, 9, -9, 0, 0, 9, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1);
  const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
  const withoutImports = [loop, welded]
    .join('\n')
    .replace(/^import .*$/gm, '')
    .replaceAll('export ', '');
  const names = ['createResponse', 'weldTriangles', 'weldVertices'];
  const simulate = new Function(...names, `${withoutImports}\nreturn simulateWelded;`)(
    createResponse,
    weldTriangles,
    weldVertices,
  ) as ReturnType<typeof simulateOfGuide>;
  const detector = createDetector({ positions, triangles });
  let steps = 0;
  simulate(
    { positions, triangles },
    {
      gap: 0.05,
      steps: 20,
      move(x, next) {
        next.set(x);
        for (let v = 3; v < 9; v++) next[3 * v + 2] -= 0.3;
      },
      onStep(x) {
        steps++;
        for (const [v, copy] of [
          [4, 6],
          [5, 8],
        ]) {
          expect([...x.subarray(3 * copy, 3 * copy + 3)]).toEqual([...x.subarray(3 * v, 3 * v + 3)]);
        }
        detector.update(x);
        expect(detector.findIntersections().count).toBe(0);
        expect(detector.findImpacts(x).startCount).toBe(0);
      },
    },
  );
  expect(steps).toBe(20);
});
