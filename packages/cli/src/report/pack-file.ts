import { PLACE, POINT, ROW } from '../detect/contact-rows.ts';
import type { FileHeader, FrameResult, PictureMesh } from '../detect/frame-result.ts';
import { describeObjects } from './describe-contact.ts';
import { formatCount, formatPoint } from './format-number.ts';
import type { BytePacker } from './pack-bytes.ts';
import type { FilePayload, MeshPayload, ShownFrame } from './page/payload.ts';

type PackedFile = Pick<FilePayload, 'clips' | 'objects' | 'shown' | 'shownNote' | 'meshes' | 'origin' | 'step'>;

const LEVELS = 65535;

/** Brings the frames that the page shows into the form that it reads. `shown` is in frame order. */
export function packFile(
  header: FileHeader,
  shown: readonly FrameResult[],
  packer: BytePacker,
  pairs: 'edge-triangle' | 'triangles',
): PackedFile {
  const { origin, step } = chooseGrid(shown);
  const meshes: MeshPayload[] = [];
  const addMesh = ({ vertexCount, triangles }: PictureMesh): number =>
    meshes.push({ vertexCount, triangleCount: triangles.length / 3, triangles: packer.addNumbers(triangles) }) - 1;
  let sharedMesh = -1;
  let before: { mesh: number; positions: Uint16Array } | undefined;

  const frames = shown.map((result): ShownFrame => {
    const { positions, painted, mesh: ownMesh } = result.pose!;
    if (!ownMesh && sharedMesh < 0) sharedMesh = addMesh(header.mesh!);
    const mesh = ownMesh ? addMesh(ownMesh) : sharedMesh;
    const quantised = quantise(positions, origin, step);
    const reference = before?.mesh === mesh ? before.positions : undefined;
    before = { mesh, positions: quantised };
    const count = pairs === 'triangles' ? result.trianglePairs : result.contacts;
    return {
      frame: result.frame,
      mesh,
      positions: packer.addPositions(quantised, reference),
      painted: [packer.addNumbers(painted), painted.length],
      contacts: result.contacts,
      trianglePairs: result.trianglePairs,
      truncated: result.truncated,
      placeCount: result.placeCount,
      places: result.places.map(({ contacts, center, min, max, objects }) => ({
        contacts,
        center: center.map(round),
        radius: round(Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2),
        objects: describeObjects(objects),
        near: formatPoint(center),
      })),
      rows: packRows(result.rows),
      unlisted: count - result.rows.length / ROW,
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
    shown: frames,
    shownNote:
      frames.length < header.frameCount
        ? `To keep this file small, ${formatCount(frames.length)} of ${formatCount(header.frameCount)} frames can be shown; the chart has all of them.`
        : '',
    meshes,
    origin,
    step,
  };
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

function packRows(rows: Float64Array): (number | null)[] {
  return Array.from(rows, (value, i) => {
    const column = i % ROW;
    if (Number.isNaN(value)) return null;
    return column >= POINT && column < PLACE ? round(value) : value;
  });
}

/** Six digits are more than a picture can show. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
