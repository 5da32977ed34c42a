import { describe, expect, it } from 'vitest';
import { APART, NODES, PART_STRIDE } from '../../src/find/patches/patch-work.ts';
import type { MeshKernel } from '../../src/kernel/mesh-kernel.ts';
import { finishSteps } from '../../src/partition/progress.ts';
import { updatePose } from '../../src/pose/pose.ts';
import { prepareWorkplace, type Workplace } from '../../src/thread-task.ts';
import { sheet } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';

const mesh = sheet(48, 40);

function pose(seed: number, amount: number): Float64Array {
  const random = seededRandom(seed);
  return mesh.positions.map((x) => x + amount * (random() - 0.5));
}

/** One half lies over the other, on a slope: they meet along a line. */
const folded = mesh.positions.slice();
for (let i = 0; i < folded.length; i += 3) {
  const beyond = folded[i] - 24;
  if (beyond <= 0) continue;
  folded[i] = 24 - beyond;
  folded[i + 2] = 0.1 * (beyond - 10.03);
}
/** Of the first nearly all is culled. */
const poses = [mesh.positions, folded, pose(1, 0.1), pose(2, 1.5)];

function take({ finder, search }: Workplace, positions: Float64Array): void {
  updatePose('update', finder.pose, finder.surface, positions, true);
  finder.refit(finder.pose);
  search.prepare();
}

/** Contacts of all parts that are listed, or of those that are to be kept. */
function contactsOf(
  { search }: Workplace,
  keeps: (kind: number, a: number) => boolean = () => true,
  before: () => void = () => {},
): string[] {
  const { parts, apart } = search.work;
  const found: string[] = [];
  for (let i = 0; i < parts.length; i += PART_STRIDE) {
    const [kind, a, b] = parts.words.subarray(i, i + PART_STRIDE);
    if (!keeps(kind, a)) continue;
    before();
    const { count, halfEdges, triangles } = search.find(kind, a, b, apart.words);
    for (let c = 0; c < count; c++) found.push(`${halfEdges[c]} ${triangles[c]}`);
  }
  return found.sort();
}

describe.each(['kernel', 'plain'] as const)('parts of a search, %s', (engine) => {
  const place = finishSteps(prepareWorkplace('test', mesh, { engine }), {});
  place.search.work.fineness = 256;
  const wanted = poses.map((positions) => {
    take(place, positions);
    place.search.list();
    return contactsOf(place);
  });

  it('leave nothing out in any pose, whichever they were listed in', () => {
    expect(wanted.map(({ length }) => length > 0)).toEqual([false, true, false, true]);
    for (const [from, positions] of poses.entries()) {
      take(place, positions);
      place.search.list();
      for (const [to, other] of poses.entries()) {
        take(place, other);
        expect(contactsOf(place), `listed in ${from}, searched in ${to}`).toEqual(wanted[to]);
      }
    }
  });

  it('control: without what was culled, or was apart, they do', () => {
    let missed = [0, 0];
    for (const positions of poses) {
      take(place, positions);
      place.search.list();
      const whole = place.search.work.parts.words[1] === 0 && place.search.work.parts.length === PART_STRIDE;
      for (const [to, other] of poses.entries()) {
        take(place, other);
        const noApart = contactsOf(place, (kind) => kind !== APART);
        const noCulled = whole ? contactsOf(place, (kind) => kind !== NODES) : wanted[to];
        missed = [missed[0] + wanted[to].length - noApart.length, missed[1] + wanted[to].length - noCulled.length];
      }
    }
    expect(missed.map((count) => count > 0)).toEqual([true, true]);
  });
});

describe('parts of a search by the kernel', () => {
  const place = finishSteps(prepareWorkplace('test', mesh, { engine: 'kernel' }), {});
  place.search.work.fineness = 256;
  const kernel = place.finder.pose.intake as MeshKernel;
  take(place, poses[3]);
  place.search.list();
  const wanted = contactsOf(place);

  /** Directions and boxes are worked out when asked for, from places; positions that are looked at meanwhile, and may be no pose, lie there too. */
  const withOthersLookedAt = (claimsPlaces: boolean) => {
    take(place, poses[3]);
    return contactsOf(place, undefined, () => {
      kernel.check(poses[1]);
      kernel.hasPlaces ||= claimsPlaces;
    });
  };

  it('do not mind that places are taken away in between', () => {
    expect(wanted.length).toBeGreaterThan(100);
    expect(withOthersLookedAt(false)).toEqual(wanted);
  });

  it('control: are wrong if nobody says so', () => {
    expect(withOthersLookedAt(true)).not.toEqual(wanted);
  });
});
