import { objectLabels } from '@selfcollide/io';
import { createResponse, exemptRest } from '@selfcollide/response';
import { createDetector, type Positions } from 'selfcollide';
import { weldTriangles, weldVertices } from 'selfcollide/mesh';
import { UsageError } from '../failure.ts';
import type { Source } from '../source/source.ts';

export interface FixSettings {
  /** In the model's unit. */
  readonly gap: number;
  readonly smooth: number;
  /** Names of objects whose vertices stay. */
  readonly hold: readonly string[];
  /** Numbers of 32 bits, as the output has them. */
  readonly is32: boolean;
  readonly onFrame: (done: number, total: number) => void;
}

export interface FixedFrame {
  /** As the user counts frames. */
  readonly number: number;
  /** Contacts beyond the exempt ones. */
  readonly before: number;
  readonly after: number;
  /** Vertices that moved, how far the farthest did, and the root mean square over all. */
  readonly moved: number;
  readonly largest: number;
  readonly rms: number;
  readonly positions: Positions;
}

export interface FixedClip {
  readonly frames: readonly FixedFrame[];
  /** Contacts of the rest pose between pieces, and within one: exempt, with what lies around them. */
  readonly exempt: { readonly between: number; readonly within: number; readonly triangles: number };
  /** Where it began: a frame that was free, or the rest pose. */
  readonly start: string;
}

/** Steps from one frame to the next: limbs that swing past each other go round, not through. */
const SUBSTEPS = 2;
/** From the rest pose, which may be far from every frame. */
const FIRST_SUBSTEPS = 16;

/**
 * Frees the frames of one clip from contacts beyond those of the rest pose. Begins at a frame that is free and goes both ways from there; a frame that is not reached
 * stays as it was.
 */
export async function fixFrames(source: Source, settings: FixSettings): Promise<FixedClip> {
  const { base, rest, clips } = source;
  const { is32 } = settings;
  const [clip] = clips;
  const copy = (positions: Float64Array): Positions => (is32 ? Float32Array.from(positions) : positions.slice());
  const wanted: Positions[] = [];
  for (let frame = 0; frame < source.frameCount; frame++) {
    const { positions, model } = await source.pose(frame);
    if (model) throw new UsageError(`${source.name}: fix needs the same triangles in every frame.`);
    wanted.push(copy(positions));
  }
  const atRest = copy(rest);
  const objects = objectLabels(base);
  const first = weldVertices(atRest, { triangles: base.triangles, objects });
  const triangles = weldTriangles(base.triangles, first);
  const exempt = exemptRest(atRest, triangles);
  const judge = createDetector(
    { positions: atRest, triangles },
    { weld: false, groups: exempt.groups, ignore: exempt.ignore },
  );
  const countAt = (positions: Positions): number => {
    judge.update(positions);
    return judge.findIntersections().count;
  };
  if (countAt(atRest) > 0) {
    throw new UsageError(
      `${source.name}: fix needs a rest pose whose contacts are local; in this one too much passes through itself.`,
    );
  }
  const before = wanted.map(countAt);
  const free = before.indexOf(0);
  const response = createResponse(
    { positions: atRest, triangles },
    {
      gap: settings.gap,
      smooth: settings.smooth,
      groups: exempt.groups,
      ignore: exempt.ignore,
      hold: holdObjects(source, settings.hold, first),
    },
  );

  const frames: FixedFrame[] = [];
  let done = 0;
  /** Vertices that were made one move with the first of them. */
  const withCopies = (from: Positions, at: Positions): Positions => {
    const out = from.slice();
    first.forEach((v, i) => {
      if (v === i) return;
      for (let axis = 0; axis < 3; axis++)
        out[3 * i + axis] = from[3 * v + axis] + (at[3 * i + axis] - at[3 * v + axis]);
    });
    return out;
  };
  const goTo = (frame: number, from: Positions, substeps: number): void => {
    const target = wanted[frame];
    let step = response.advance(partOfWay(from, target, 1 / substeps));
    for (let k = 2; k <= substeps; k++) step = response.advance(partOfWay(from, target, k / substeps));
    const isReached = step.heldBack < target.length / 3;
    const positions = isReached ? withCopies(step.positions, target) : target;
    const after = isReached ? countAt(positions) : before[frame];
    const worse = after > before[frame];
    frames[frame] = describe(
      clip.numbers[frame],
      before[frame],
      worse ? before[frame] : after,
      worse ? target : positions,
      target,
    );
    settings.onFrame(++done, wanted.length);
  };

  const begin = free >= 0 ? free : 0;
  if (free >= 0) {
    response.reset(wanted[free]);
    frames[free] = describe(clip.numbers[free], 0, 0, wanted[free], wanted[free]);
    settings.onFrame(++done, wanted.length);
  } else {
    response.reset(atRest);
    goTo(0, atRest, FIRST_SUBSTEPS);
  }
  for (let frame = begin + 1; frame < wanted.length; frame++) goTo(frame, wanted[frame - 1], SUBSTEPS);
  if (free > 0) response.reset(wanted[free]);
  for (let frame = free - 1; frame >= 0; frame--) goTo(frame, wanted[frame + 1], SUBSTEPS);
  response.dispose();
  judge.dispose();
  return { frames, exempt, start: free >= 0 ? `frame ${clip.numbers[free]}, which is free` : `the ${source.restKind}` };
}

function partOfWay(from: Positions, to: Positions, share: number): Positions {
  if (share === 1) return to;
  return from.map((x, i) => x + share * (to[i] - x)) as Positions;
}

function describe(number: number, before: number, after: number, positions: Positions, wanted: Positions): FixedFrame {
  let moved = 0;
  let largest = 0;
  let sum = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const away = Math.hypot(
      positions[i] - wanted[i],
      positions[i + 1] - wanted[i + 1],
      positions[i + 2] - wanted[i + 2],
    );
    if (away > 0) moved++;
    if (away > largest) largest = away;
    sum += away ** 2;
  }
  return { number, before, after, moved, largest, rms: Math.sqrt((3 * sum) / positions.length), positions };
}

function holdObjects({ base, name }: Source, names: readonly string[], first: Uint32Array): Uint8Array {
  const hold = new Uint8Array(base.positions.length / 3);
  for (const wanted of names) {
    const objects = base.objects.filter((object) => object.name === wanted);
    if (objects.length === 0) {
      const known = base.objects.map((object) => object.name).join(', ');
      throw new UsageError(`--hold: ${name} has no object '${wanted}'; it has ${known}.`);
    }
    for (const { firstTriangle, triangleCount } of objects) {
      const corners = base.triangles.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
      for (const v of corners) hold[first[v]] = 1;
    }
  }
  return hold;
}
