import { describe, expect, it } from 'vitest';
import type { TestMesh } from '../meshes.ts';
import { box, createRandom, measureMesh, sheet, tetrahedron } from './measure-mesh.ts';

/** `SEVERITY_MESHES=10000 npx vitest run packages/cli/test/measure/touching.test.ts` runs longer. */
const MESHES = Number(process.env.SEVERITY_MESHES ?? 400);

/** A double as a whole number of 2⁻¹⁰⁷⁴. */
function whole(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n ? -size : size;
}

/** Six times the signed volume of a tetrahedron, without rounding. */
function volume(p: readonly bigint[][], a: number, b: number, c: number, d: number): bigint {
  const [u, v, w] = [b, c, d].map((q) => p[q].map((x, k) => x - p[a][k]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/** Whether segment 0–1 passes strictly through triangle 2–3–4: in whole numbers, with nothing of what is tested. */
function passesThrough(points: readonly (readonly number[])[]): boolean {
  const p = points.map((point) => point.map(whole));
  const [above, below] = [volume(p, 2, 3, 4, 0), volume(p, 2, 3, 4, 1)];
  if (above === 0n || below === 0n || above > 0n === below > 0n) return false;
  const around = [volume(p, 0, 1, 2, 3), volume(p, 0, 1, 3, 4), volume(p, 0, 1, 4, 2)];
  return around.every((value) => value > 0n) || around.every((value) => value < 0n);
}

/** Small meshes, many of them on a grid so that much lies exactly on something; some with a hair added. */
function randomMesh(seed: number): TestMesh[] {
  const random = createRandom(seed);
  const steps = [0, 2, 4, 8, 0][seed % 5];
  const hair = seed % 7 === 0 ? 1e-13 : seed % 7 === 1 ? 1e-9 : 0;
  const number = () => {
    const value = random();
    return (steps > 0 ? Math.round(value * steps) / steps : value) + hair * (random() - 0.5);
  };
  const point = () => [number(), number(), number()];
  const size = () => [0.1, 0, 0].map(() => (steps > 0 ? (1 + Math.floor(random() * steps)) / steps : 0.1 + random()));
  const kinds: (() => TestMesh)[] = [
    () => box(point(), size()),
    () => tetrahedron([point(), point(), point(), point()]),
    () => ({ positions: [...point(), ...point(), ...point()], triangles: [0, 1, 2] }),
    () => sheet(3, () => number() * 0.5),
    () => ({
      positions: Array.from({ length: 8 }, point).flat(),
      triangles: Array.from({ length: 6 }, () => {
        const a = Math.floor(random() * 8);
        return [a, (a + 1 + Math.floor(random() * 3)) % 8, (a + 4 + Math.floor(random() * 4)) % 8];
      }).flat(),
    }),
  ];
  return Array.from({ length: 2 + (seed % 3) }, () => kinds[Math.floor(random() * kinds.length)]());
}

describe('touching', () => {
  it(`is never said where an edge passes strictly through a triangle, in ${MESHES} meshes`, {
    timeout: 3_600_000,
  }, () => {
    const seen = { touching: 0, through: 0, oldRule: 0, unmeasured: 0 };
    for (let seed = 1; seed <= MESHES; seed++) {
      const { positions, places } = measureMesh(randomMesh(seed));
      const at = (v: number) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
      for (const { measure, contacts } of places) {
        const through = contacts.some((vertices) => passesThrough(vertices.map(at)));
        const said = `mesh ${seed}: ${JSON.stringify(measure)}`;
        // every place has a depth or says why not, and its bounds are in order
        expect(measure.depth !== undefined || measure.depthReason !== undefined, said).toBe(true);
        if (measure.depthAtMost !== undefined) {
          expect(measure.depthAtLeast!, said).toBeLessThanOrEqual(measure.depthAtMost);
        }
        if (through) {
          expect(measure.severity, said).not.toBe('touching');
          seen.through++;
          // what was called touching before: whatever is less deep than what moving vertices by a hair makes
          if (measure.depth! <= 1e-9 * Math.sqrt(3)) seen.oldRule++;
        } else if (!measure.closed) {
          // of closed parts faces may lie on each other while the parts overlap
          expect(measure.severity, said).toBe('touching');
        }
        if (measure.severity === 'touching') {
          expect(measure, said).toMatchObject({ depth: 0, depthMethod: 'none', depthKind: 'exact' });
          seen.touching++;
        }
      }
    }
    if (process.env.SEVERITY_MESHES !== undefined) console.log(seen);
    // the meshes have both kinds, and the rule by depth would have failed
    expect(seen.touching).toBeGreaterThan(MESHES / 20);
    expect(seen.through).toBeGreaterThan(MESHES / 4);
    expect(seen.oldRule).toBeGreaterThan(0);
  });
});
