import { createScene, readSceneOptions } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';

export interface TriangleSoupOptions extends SceneOptions {
  /** Expected (edge, triangle) contacts per triangle. Default 1. */
  readonly contactsPerTriangle?: number;
}

export const soupEntries = {
  sparse: soupEntry('sparse-soup', 0.1),
  medium: soupEntry('soup', 1),
  dense: soupEntry('dense-soup', 10),
} as const;

function soupAbout(contactsPerTriangle: number): string {
  return `Separate triangles drifting through a cube, about ${contactsPerTriangle} contacts for each.`;
}

function soupEntry(name: string, contactsPerTriangle: number): SceneEntry {
  return {
    name,
    about: soupAbout(contactsPerTriangle),
    group: 'soup',
    defaultTriangles: 20_000,
    defaultFrames: 60,
    resizable: true,
    make: (options) => ({ ...triangleSoup({ ...options, contactsPerTriangle }), name }),
  };
}

/**
 * Separate triangles, all of one size, drifting and spinning through a unit cube, with as many contacts as asked for.
 *
 * A segment of length l meets a surface of area A, both placed at random in a volume V, A·l / 2V times on average. For equilateral
 * triangles of side s that makes n · (√3/4 · s²) · 3s / 2V contacts per triangle, which fixes s.
 */
export function triangleSoup(options: TriangleSoupOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(soupEntries.medium, options);
  const { contactsPerTriangle = 1 } = options;
  if (!(contactsPerTriangle > 0 && contactsPerTriangle <= 1000)) {
    throw new RangeError(
      `triangleSoup: contactsPerTriangle must be above 0 and at most 1000, got ${String(contactsPerTriangle)}.`,
    );
  }
  const side = Math.cbrt((8 * contactsPerTriangle) / (3 * Math.sqrt(3) * triangles));
  const reach = side / Math.sqrt(3); // from a triangle's centre to its corners
  const random = createRandom(seed);

  // per triangle: centre, drift, two perpendicular axes of its plane, turns of spin
  const centre = new Float64Array(3 * triangles);
  const drift = new Float64Array(3 * triangles);
  const axes = new Float64Array(6 * triangles);
  const spin = new Float64Array(triangles);
  for (let i = 0; i < triangles; i++) {
    for (let axis = 0; axis < 3; axis++) {
      centre[3 * i + axis] = random.next();
      drift[3 * i + axis] = random.between(-0.5, 0.5);
    }
    spin[i] = random.between(-1, 1);
    axes.set(randomPlane(random.next(), random.next(), random.next()), 6 * i);
  }

  return createScene(
    { ...soupEntries.medium, about: soupAbout(contactsPerTriangle) },
    {
      triangles: Uint32Array.from({ length: 3 * triangles }, (_, i) => i),
      vertexCount: 3 * triangles,
      frames,
      pose(t, out) {
        for (let i = 0, v = 0; i < triangles; i++) {
          for (let corner = 0; corner < 3; corner++) {
            const turn = 2 * Math.PI * (spin[i]! * t + corner / 3);
            const u = reach * Math.cos(turn);
            const w = reach * Math.sin(turn);
            for (let axis = 0; axis < 3; axis++) {
              const at = bounce(centre[3 * i + axis]! + t * drift[3 * i + axis]!);
              out[v++] = at + u * axes[6 * i + axis]! + w * axes[6 * i + 3 + axis]!;
            }
          }
        }
      },
    },
  );
}

/** Folds the line onto [0, 1] with the ends as mirrors: evenly spread points stay evenly spread. */
function bounce(x: number): number {
  const inPeriod = x - 2 * Math.floor(x / 2);
  return inPeriod <= 1 ? inPeriod : 2 - inPeriod;
}

/** Two perpendicular unit vectors, the first two columns of a rotation drawn evenly from all rotations (Shoemake 1992). */
function randomPlane(u1: number, u2: number, u3: number): number[] {
  const x = Math.sqrt(1 - u1) * Math.sin(2 * Math.PI * u2);
  const y = Math.sqrt(1 - u1) * Math.cos(2 * Math.PI * u2);
  const z = Math.sqrt(u1) * Math.sin(2 * Math.PI * u3);
  const w = Math.sqrt(u1) * Math.cos(2 * Math.PI * u3);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
  ];
}
