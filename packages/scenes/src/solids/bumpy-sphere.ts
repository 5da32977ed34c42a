import { createScene, readSceneOptions } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { Scene, SceneEntry, SceneOptions } from '../scene.ts';
import { geodesicFrequency, geodesicSphere } from '../topology/geodesic-sphere.ts';

const MAX_BUMPS = 64;

export const bumpySphereEntry: SceneEntry = {
  name: 'bumpy-sphere',
  about: 'A closed sphere whose bumps swell until neighbours overlap.',
  group: 'smooth',
  defaultTriangles: 80_000,
  defaultFrames: 60,
  resizable: true,
  make: bumpySphere,
};

/**
 * A closed sphere with round bumps that swell like a cauliflower. Frame 0 is a radius over each direction, so free of
 * contact; later the bumps spread sideways and close the valleys between them until neighbours overlap.
 */
export function bumpySphere(options: SceneOptions = {}): Scene {
  const { triangles, frames, seed } = readSceneOptions(bumpySphereEntry, options);
  const sphere = geodesicSphere(geodesicFrequency(triangles));
  const { directions } = sphere;
  // a bump needs about forty triangles, or the mesh cannot follow it
  const bumps = Math.max(6, Math.min(MAX_BUMPS, Math.round(triangles / 40)));
  const { height, gradient } = bumpField(directions, bumps, seed);
  const size = Math.sqrt(MAX_BUMPS / bumps); // fewer bumps are wider, and everything scales with their width

  return createScene(bumpySphereEntry, {
    triangles: sphere.triangles,
    vertexCount: directions.length / 3,
    frames,
    pose(t, out) {
      const lift = (0.1 + 0.12 * t) * size;
      const spread = 0.026 * t * size * size;
      for (let v = 0; v < directions.length; v += 3) {
        const radius = 1 + lift * height[v / 3]!;
        out[v] = radius * directions[v]! - spread * gradient[v]!;
        out[v + 1] = radius * directions[v + 1]! - spread * gradient[v + 1]!;
        out[v + 2] = radius * directions[v + 2]! - spread * gradient[v + 2]!;
      }
    },
  });
}

/** The sum of equal bumps at evenly spread, slightly shaken directions, and its gradient on the sphere. */
function bumpField(directions: Float64Array, bumps: number, seed: number) {
  const random = createRandom(seed);
  const centres = Array.from({ length: bumps }, (_, i) => {
    const z = 1 - (2 * i + 1) / bumps + random.between(-0.3, 0.3) / bumps;
    const turn = i * Math.PI * (3 - Math.sqrt(5)) + random.between(-0.2, 0.2);
    const flat = Math.sqrt(1 - z * z);
    return [flat * Math.cos(turn), flat * Math.sin(turn), z] as const;
  });
  const sharpness = 1.25 * bumps; // a bump is exp(−sharpness · (1 − cos angle)), about as wide as its share of the sphere
  const height = new Float64Array(directions.length / 3);
  const gradient = new Float64Array(directions.length);

  for (let v = 0; v < directions.length; v += 3) {
    const x = directions[v]!;
    const y = directions[v + 1]!;
    const z = directions[v + 2]!;
    for (const [cx, cy, cz] of centres) {
      const cosine = x * cx + y * cy + z * cz;
      if (sharpness * (1 - cosine) > 40) continue; // below 10⁻¹⁷
      const value = Math.exp(sharpness * (cosine - 1));
      height[v / 3]! += value;
      gradient[v]! += sharpness * value * (cx - cosine * x);
      gradient[v + 1]! += sharpness * value * (cy - cosine * y);
      gradient[v + 2]! += sharpness * value * (cz - cosine * z);
    }
  }
  return { height, gradient };
}
