import { PLACE, POINT, ROW, SECOND_POINT } from '../detect/contact-rows.ts';
import { countFindings, type FileHeader, type FrameResult, type PictureMesh } from '../detect/frame-result.ts';
import { byMeasure, describeMeasureWhole } from './describe-places.ts';
import { formatCount, formatPoint } from './format-number.ts';
import type { BytePacker } from './pack-bytes.ts';
import { FARTHEST, type FilePayload, type MeshPayload, type ShownFrame } from './page/payload.ts';

type PackedFile = Pick<
  FilePayload,
  'clips' | 'objects' | 'shown' | 'shownNote' | 'meshes' | 'packing' | 'origin' | 'step' | 'lengths'
>;

const LEVELS = 65535;
/** A grid is too coarse if an ordinary edge of the mesh has fewer steps than this. */
const STEPS_PER_EDGE = 8;
/** Triangles looked at to find out how long an ordinary edge is. */
const EDGE_SAMPLES = 5000;

/** Brings the frames that the page shows into the form that it reads. `shown` is in frame order. */
export function packFile(
  header: FileHeader,
  shown: readonly FrameResult[],
  packer: BytePacker,
  pairs: 'edge-triangle' | 'triangles',
  failedFrames: number,
): PackedFile {
  const { packing, origin, step } = choosePacking(header, shown);
  const meshes: MeshPayload[] = [];
  const addMesh = ({ vertexCount, triangles }: PictureMesh): number =>
    meshes.push({ vertexCount, triangleCount: triangles.length / 3, triangles: packer.addNumbers(triangles) }) - 1;
  let sharedMesh = -1;
  let before: { mesh: number; positions: Uint16Array | Float32Array } | undefined;
  const pack = (positions: Float32Array, mesh: number): number => {
    const reference = before?.mesh === mesh ? before.positions : undefined;
    if (packing === 'floats') {
      const moved = positions.map((value, i) => value - origin[i % 3]);
      before = { mesh, positions: moved };
      return packer.addFloats(moved, reference as Float32Array | undefined);
    }
    const quantised = quantise(positions, origin, step);
    before = { mesh, positions: quantised };
    return packer.addPositions(quantised, reference as Uint16Array | undefined);
  };

  const frames = shown.map((result): ShownFrame => {
    const { positions, painted, gaps, mesh: ownMesh } = result.pose!;
    if (!ownMesh && sharedMesh < 0) sharedMesh = addMesh(header.mesh!);
    const mesh = ownMesh ? addMesh(ownMesh) : sharedMesh;
    return {
      frame: result.frame,
      mesh,
      positions: pack(positions, mesh),
      painted: [packer.addNumbers(painted), painted.length],
      ...(gaps && { gaps: packer.addNumbers(gradeGaps(gaps, header.proximity!.distance)) }),
      ...(result.closest && { closest: packRows(result.closest) }),
      contacts: countFindings(result, 'edge-triangle'),
      trianglePairs: result.trianglePairs,
      truncated: result.truncated,
      placeCount: result.placeCount,
      places: result.places.map(({ contacts, center, min, max, name, measure }) => ({
        contacts,
        center: center.map(round),
        radius: round(Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2),
        name,
        near: formatPoint(center),
        ...(measure && { measure: describeMeasureWhole(measure, header) }),
      })),
      worstFirst: result.places.map((_, i) => i).sort((a, b) => byMeasure(result.places[a], result.places[b])),
      rows: packRows(result.rows),
      kinds: Array.from(result.rowKinds),
      unlisted: countFindings(result, pairs) - result.rows.length / ROW,
      ...(result.ownObjects && { objects: result.ownObjects }),
    };
  });

  return {
    clips: header.clips.map(({ numbers, times, ...clip }) => ({
      ...clip,
      numbers: Array.from(numbers),
      ...(times && { times: Array.from(times, round) }),
    })),
    objects: header.objects,
    ...(header.proximity && {
      lengths: {
        distance: header.proximity.distance,
        unit: header.proximity.unit,
        unitLength: header.proximity.unitLength,
      },
    }),
    shown: frames,
    shownNote:
      frames.length < header.frameCount - failedFrames
        ? `To keep this file small, ${formatCount(frames.length)} of ${formatCount(header.frameCount - failedFrames)} frames can be shown; the chart has all of them.`
        : '',
    meshes,
    packing,
    origin,
    step,
  };
}

/**
 * A grid, if that is fine enough. It is not if something is far away from the rest: then floats, around where an ordinary vertex is, so that
 * they are finest there.
 */
export function choosePacking(
  { mesh }: FileHeader,
  shown: readonly FrameResult[],
): { packing: FilePayload['packing']; origin: number[]; step: number[] } {
  const grid = chooseGrid(shown);
  const triangles = shown[0]?.pose?.mesh?.triangles ?? mesh?.triangles;
  const positions = shown[0]?.pose?.positions;
  if (!positions || !triangles) return { packing: 'grid', ...grid };
  const edge = middle(edgeLengths(positions, triangles));
  if (!(edge > 0) || Math.max(...grid.step) * STEPS_PER_EDGE <= edge) return { packing: 'grid', ...grid };
  const origin = [0, 1, 2].map((axis) => middle(positions.filter((_, i) => i % 3 === axis)));
  return { packing: 'floats', origin, step: [0, 0, 0] };
}

function edgeLengths(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const count = triangles.length / 3;
  const stride = Math.max(1, Math.floor(count / EDGE_SAMPLES));
  return Float64Array.from({ length: Math.ceil(count / stride) }, (_, i) => {
    const [a, b] = [3 * triangles[3 * i * stride], 3 * triangles[3 * i * stride + 1]];
    return Math.hypot(...[0, 1, 2].map((axis) => positions[a + axis] - positions[b + axis]));
  });
}

/** The median. */
function middle(values: Float32Array | Float64Array): number {
  return values.toSorted()[Math.floor(values.length / 2)];
}

/** A grid of 65,536 steps per axis over everything that is shown. */
function chooseGrid(shown: readonly FrameResult[]): { origin: number[]; step: number[] } {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { pose } of shown) {
    const { positions } = pose!;
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      if (positions[i] < min[axis]) min[axis] = positions[i];
      if (positions[i] > max[axis]) max[axis] = positions[i];
    }
  }
  if (!(min[0] <= max[0])) return { origin: [0, 0, 0], step: [0, 0, 0] };
  return { origin: min, step: max.map((high, axis) => (high - min[axis]) / LEVELS) };
}

function quantise(positions: Float32Array, origin: readonly number[], step: readonly number[]): Uint16Array {
  return Uint16Array.from(positions, (value, i) => {
    const axis = i % 3;
    return step[axis] > 0 ? Math.min(LEVELS, Math.round((value - origin[axis]) / step[axis])) : 0;
  });
}

/** Fine enough for colours. */
function gradeGaps(gaps: Float32Array, distance: number): Uint32Array {
  return Uint32Array.from(gaps, (gap) => {
    if (Number.isNaN(gap)) return FARTHEST + 1;
    return distance > 0 ? Math.round(FARTHEST * Math.min(1, gap / distance)) : 0;
  });
}

function packRows(rows: Float64Array): (number | null)[] {
  return Array.from(rows, (value, i) => {
    const column = i % ROW;
    if (Number.isNaN(value)) return null;
    return (column >= POINT && column < PLACE) || column >= SECOND_POINT ? round(value) : value;
  });
}

/** Six digits are more than a picture can show. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
