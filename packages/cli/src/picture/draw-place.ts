import { frameWhatMatters } from '@selfcollide/kit/frame-what-matters';
import type { FramePose, PictureMesh, PlaceResult } from '../detect/frame-result.ts';
import { Raster } from './raster.ts';
import { cross, directions, dot, type Frame, type View, viewAlong } from './view.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue per pixel, row by row from the top. */
  readonly data: Uint8Array;
}

/** Samples across a pixel, in both directions. */
const SAMPLES = 2;
/** Of the small pictures by which a direction is chosen. */
const TRIAL_SIZE = 96;
/** A close-up shows so much around its place, in radii of the place; but not less than a share of the model. */
const AROUND = 2.2;
const LEAST_SHARE = 0.06;

const BACKGROUND = [250, 250, 250];
const FRONT = [168, 184, 204];
const BACK = [214, 190, 150];
const CONTACT = [214, 48, 40];
const OTHER_CONTACT = [238, 168, 150];
const CURVE = [40, 10, 10];
const RING = [30, 90, 200];

/** What a sample of the curve shows; triangles are numbers from 0. */
const OF_CURVE = -2;

/**
 * A place where a mesh hits itself, twice: the whole model with a ring around the place, and a close-up from the side on which most of it is
 * in sight. What lies hidden all the same shines through. Without a place: the model alone.
 */
export function drawPlace(mesh: PictureMesh, pose: FramePose, place: PlaceResult | undefined, height: number): Picture {
  const scene = createScene(mesh, pose, place);
  const whole = frameWhatMatters(pose.positions, place ? place.center : []);
  const far: Frame = { center: whole.center, radius: 1.05 * whole.radius, size: SAMPLES * height };
  if (!place) return shrink([paint(scene, viewAlong([0.6, 0.35, 1], far), far.size)], height);
  const near = frameOf(place, whole.radius, SAMPLES * height);
  const direction = chooseDirection(scene, { ...near, size: TRIAL_SIZE });
  const overview = paint(scene, viewAlong(direction, far), far.size);
  drawRing(overview, viewAlong(direction, far), place, near.radius, far);
  return shrink([overview, paint(scene, viewAlong(direction, near), near.size)], height);
}

interface Scene {
  readonly triangles: Uint32Array;
  readonly positions: Float32Array;
  /** Per triangle: 0 clean, 1 hits something elsewhere, 2 hits something at the place. */
  readonly kind: Uint8Array;
  /** The line in which the surface crosses itself: two points per stretch. */
  readonly curve: Float32Array;
}

function createScene({ triangles }: PictureMesh, pose: FramePose, place: PlaceResult | undefined): Scene {
  const { positions, painted, curves = [] } = pose;
  const kind = new Uint8Array(triangles.length / 3);
  for (const t of painted) kind[t] = place && reaches(triangles, positions, t, place) ? 2 : 1;
  const points = curves.flatMap(({ points }) => [...points]);
  return { triangles, positions, kind, curve: Float32Array.from(points) };
}

/** Whether the box around a triangle meets the box around a place. */
function reaches(triangles: Uint32Array, positions: Float32Array, t: number, { min, max }: PlaceResult): boolean {
  const slack = 1e-6 * Math.hypot(...max.map((high, axis) => high - min[axis]));
  return [0, 1, 2].every((axis) => {
    const corners = [0, 1, 2].map((k) => positions[3 * triangles[3 * t + k] + axis]);
    return Math.min(...corners) <= max[axis] + slack && Math.max(...corners) >= min[axis] - slack;
  });
}

function frameOf({ min, max }: PlaceResult, modelRadius: number, size: number): Frame {
  const center = [0, 1, 2].map((axis) => (min[axis] + max[axis]) / 2) as [number, number, number];
  const own = Math.hypot(...max.map((high, axis) => high - min[axis])) / 2;
  return { center, radius: Math.max(AROUND * own, LEAST_SHARE * modelRadius) || 1, size };
}

/** The first of the directions from which the most samples of the place are seen. */
function chooseDirection(scene: Scene, frame: Frame): readonly [number, number, number] {
  const raster = new Raster(frame.size, frame.size);
  let most = -1;
  let best = directions()[0];
  for (const direction of directions()) {
    raster.clear();
    fill(raster, scene, viewAlong(direction, frame));
    const seen = raster.shown.reduce((sum, t) => sum + (t >= 0 && scene.kind[t] === 2 ? 1 : 0), 0);
    // a little more is no reason to look from an odd side
    if (seen <= 1.15 * most) continue;
    most = seen;
    best = direction;
  }
  return best;
}

function fill(raster: Raster, { triangles, positions, kind }: Scene, view: View, only = 0): void {
  for (let t = 0; t < kind.length; t++) {
    if (kind[t] < only) continue;
    const [a, b, c] = [0, 1, 2].map((k) => view.project(positions, triangles[3 * t + k]));
    // contacts lie in other surfaces: half a sample nearer, they are not lost in them
    raster.fillTriangle(a, b, c, t, kind[t] === 0 ? 0 : 0.5);
  }
}

/** One square of colours, three numbers per sample. */
function paint(scene: Scene, view: View, size: number): Float32Array {
  const raster = new Raster(size, size);
  fill(raster, scene, view);
  // what is at the place, without anything in front of it
  const through = new Raster(size, size);
  fill(through, scene, view, 2);
  for (let i = 0; i + 1 < scene.curve.length / 3; i += 2) {
    const [from, to] = [view.project(scene.curve, i), view.project(scene.curve, i + 1)];
    raster.drawLine(from, to, OF_CURVE, SAMPLES + 1, 2);
    through.drawLine(from, to, OF_CURVE, SAMPLES + 1, 2);
  }
  const colors = new Float32Array(3 * size * size);
  for (let at = 0; at < size * size; at++) {
    const color = colorOf(scene, view, raster.shown[at]);
    const hidden = through.shown[at] !== -1 && through.depths[at] > raster.depths[at];
    const behind = hidden ? colorOf(scene, view, through.shown[at]) : color;
    for (let k = 0; k < 3; k++) colors[3 * at + k] = hidden ? 0.6 * color[k] + 0.4 * behind[k] : color[k];
  }
  return colors;
}

function colorOf({ triangles, positions, kind }: Scene, { towardsEye, light }: View, shown: number): readonly number[] {
  if (shown === OF_CURVE) return CURVE;
  if (shown < 0) return BACKGROUND;
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * shown + k]);
  const side = (from: number, to: number) =>
    [0, 1, 2].map((axis) => positions[to + axis] - positions[from + axis]) as unknown as [number, number, number];
  const normal = cross(side(a, b), side(a, c));
  const isFront = dot(normal, towardsEye) >= 0;
  const lit = ((isFront ? 1 : -1) * dot(normal, light)) / (Math.hypot(...normal) || 1);
  const shade = 0.35 + 0.65 * Math.max(0, 0.5 + 0.5 * lit);
  const color = kind[shown] === 2 ? CONTACT : kind[shown] === 1 ? OTHER_CONTACT : isFront ? FRONT : BACK;
  return color.map((value) => value * shade);
}

/** In the overview, around what the close-up shows. */
function drawRing(colors: Float32Array, view: View, { center }: PlaceResult, radius: number, frame: Frame): void {
  const { size } = frame;
  const [x, y] = view.project(center, 0);
  const reach = Math.max(8 * SAMPLES, (radius * size) / (2 * frame.radius));
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      if (Math.abs(Math.hypot(i + 0.5 - x, j + 0.5 - y) - reach) > 1.5 * SAMPLES) continue;
      colors.set(RING, 3 * (j * size + i));
    }
  }
}

/** Averages the samples of every pixel; squares go side by side. */
function shrink(squares: readonly Float32Array[], height: number): Picture {
  const size = SAMPLES * height;
  const width = squares.length * height;
  const data = new Uint8Array(3 * width * height);
  squares.forEach((colors, square) => {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < height; x++) {
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (let j = 0; j < SAMPLES; j++) {
            for (let i = 0; i < SAMPLES; i++) sum += colors[3 * ((SAMPLES * y + j) * size + SAMPLES * x + i) + k];
          }
          data[3 * (y * width + square * height + x) + k] = Math.round(sum / SAMPLES ** 2);
        }
      }
    }
  });
  return { width, height, data };
}
