import { MeshError } from '../errors.ts';
import type { Surface } from '../mesh/surface.ts';
import type { Positions } from '../mesh/triangle-mesh.ts';
import { checkFinite, checkPositionsType } from '../mesh/validate-mesh.ts';
import { MAX_MAGNITUDE, MIN_MAGNITUDE } from '../predicates/exact-range.ts';

/** Where the vertices of a surface are now. */
export interface Pose {
  /** In the surface's vertex order, times `scale`. */
  readonly positions: Float64Array;
  /** A power of two that brings very large or very small coordinates into the exact range; 1 for all usual input. */
  scale: number;
  /** Coordinates span more than any scale can bring into the exact range: no floating-point filter may decide. */
  exactOnly: boolean;
  /** Who reads a caller's positions instead of TypeScript, if anybody. */
  readonly intake: PoseIntake | null;
}

export interface PoseIntake {
  /** Reads them. Says whether all are finite and in the exact range. */
  check(source: Positions): boolean;
  /** Writes what was read into the pose. */
  take(): void;
}

/** @param positions Memory for them, 0 … 3 · vertexCount − 1; left out: new memory. */
export function createPose(
  surface: Surface,
  positions: Float64Array = new Float64Array(3 * surface.vertexCount),
  intake: PoseIntake | null = null,
): Pose {
  return { positions, scale: 1, exactOnly: false, intake };
}

/**
 * Copies a caller's positions into the pose. Everything is checked first, so a bad call changes nothing.
 * With `keepWeld` copies of a welded vertex may have moved apart: the lowest-numbered one counts. `remedy` is what else could be done about copies that must not.
 */
export function updatePose(
  caller: string,
  pose: Pose,
  surface: Surface,
  source: Positions,
  keepWeld: boolean,
  remedy: string = TAKE_APART,
): void {
  const plain = checkPositions(caller, surface, source, pose.intake);
  if (!keepWeld) checkCopies(caller, surface, source, remedy);

  const { scale, exactOnly } = plain ? USUAL : chooseScale(source);
  pose.scale = scale;
  pose.exactOnly = exactOnly;
  const { positions, intake } = pose;
  if (plain && intake !== null) {
    intake.take();
    return;
  }
  const { vertexSource } = surface;
  for (let v = 0; v < vertexSource.length; v++) {
    const from = 3 * vertexSource[v];
    const to = 3 * v;
    positions[to] = source[from];
    positions[to + 1] = source[from + 1];
    positions[to + 2] = source[from + 2];
  }
  if (scale !== 1) for (let i = 0; i < positions.length; i++) positions[i] *= scale;
}

/** Throws what is wrong with a caller's positions. Returns whether all are in the exact range. */
function checkPositions(
  caller: string,
  surface: Surface,
  source: Positions,
  intake: PoseIntake | null = null,
): boolean {
  checkPositionsType(caller, source);
  if (source.length !== 3 * surface.callerVertexCount) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: positions must hold ${3 * surface.callerVertexCount} numbers (${surface.callerVertexCount} vertices), got length ${source.length}.`,
    );
  }
  const plain = intake === null ? isPlain(source) : intake.check(source);
  if (!plain) checkFinite(caller, source);
  return plain;
}

/** Whether copies of a welded vertex are at different places; throws as `updatePose` would for positions that are no pose at all. */
export function copiesPart(caller: string, surface: Surface, source: Positions): boolean {
  checkPositions(caller, surface, source);
  return findPartedCopy(surface, source) >= 0;
}

const NO_POSITIONS = new Float64Array(0);

const USUAL = { scale: 1, exactOnly: false } as const;

/** Every coordinate is finite and in the exact range. */
function isPlain(source: Positions): boolean {
  // V8 does not take constants of another module of the build for constants
  const most = MAX_MAGNITUDE;
  const least = MIN_MAGNITUDE;
  for (let i = 0; i < source.length; i++) {
    const x = source[i];
    const magnitude = x < 0 ? -x : x;
    // written so that NaN fails too
    if (!(magnitude <= most && (magnitude >= least || magnitude === 0))) return false;
  }
  return true;
}

/** What `WELD_BROKEN` advises besides other ways to weld: for a pose, and for the end of a step, which has the welding of its start. */
const TAKE_APART = "create the detector with weld: 'while-together' to take them apart,";
export const PART_FIRST = 'update to a pose in which they have parted first, or create the detector with';
export const CREATE_WITH = 'create the detector with';

function checkCopies(caller: string, surface: Surface, source: Positions, remedy: string): void {
  const i = findPartedCopy(surface, source);
  if (i < 0) return;
  const { copies } = surface;
  throw new MeshError(
    'WELD_BROKEN',
    `${caller}: vertices ${copies[i + 1]} and ${copies[i]} were welded and must move together, got different positions; ${remedy} weld: 'keep' to let the first one count, or weld: false.`,
  );
}

/** Place in `copies` of the first vertex that is not where its original is, −1 if there is none. */
function findPartedCopy({ copies }: Surface, source: Positions): number {
  for (let i = 0; i < copies.length; i += 2) {
    const a = 3 * copies[i];
    const b = 3 * copies[i + 1];
    if (source[a] !== source[b] || source[a + 1] !== source[b + 1] || source[a + 2] !== source[b + 2]) return i;
  }
  return -1;
}

/**
 * Brings a second pose of the same surface onto one scale with the first. Where the first has to be scaled anew, a copy of it is written to
 * `spare` and that is returned; else the first itself.
 */
export function bringToOneScale(pose: Pose, next: Pose, spare: () => Pose): Pose {
  if (pose.scale === next.scale && !pose.exactOnly && !next.exactOnly) return pose;
  // undoing a power of two gives back the caller's doubles
  for (let i = 0; i < next.positions.length; i++) next.positions[i] /= next.scale;
  const copy = spare();
  for (let i = 0; i < copy.positions.length; i++) copy.positions[i] = pose.positions[i] / pose.scale;
  const { scale, exactOnly } = chooseScale(copy.positions, next.positions);
  for (const { positions } of [copy, next]) for (let i = 0; i < positions.length; i++) positions[i] *= scale;
  copy.scale = next.scale = scale;
  copy.exactOnly = next.exactOnly = exactOnly;
  return copy;
}

/** A power of two that maps all magnitudes into the exact range, if there is one. */
function chooseScale(source: Positions, other: Positions = NO_POSITIONS): { scale: number; exactOnly: boolean } {
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  for (let i = 0; i < source.length + other.length; i++) {
    const magnitude = Math.abs(i < source.length ? source[i] : other[i - source.length]);
    if (magnitude > greatest) greatest = magnitude;
    if (magnitude < least && magnitude !== 0) least = magnitude;
  }
  if (greatest <= MAX_MAGNITUDE && least >= MIN_MAGNITUDE) return USUAL;
  const exponent = Math.round(-(Math.log2(greatest) + Math.log2(least)) / 2);
  const scale = 2 ** Math.max(-1000, Math.min(1000, exponent));
  if (greatest * scale <= MAX_MAGNITUDE && least * scale >= MIN_MAGNITUDE) return { scale, exactOnly: false };
  return { scale: 1, exactOnly: true };
}
