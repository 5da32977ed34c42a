import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import { createSubspaceDetector } from '../../../src/create-subspace-detector.ts';
import type { Detector } from '../../../src/detector.ts';
import { FrontSearch } from '../../../src/find/subspace/front-search.ts';
import { MovedBoxes } from '../../../src/find/subspace/moved-boxes.ts';
import { MovingFront } from '../../../src/find/subspace/moving-front.ts';
import { SparseSearch } from '../../../src/find/subspace/sparse-search.ts';
import { contactsFound } from '../../contact-oracle.ts';
import type { SmallMesh } from '../../partition/small-meshes.ts';
import { seededRandom } from '../../predicates/random.ts';
import { randomDirection, waveModes } from './modes.ts';
import { meshes } from './subspace-meshes.ts';

afterEach(() => vi.restoreAllMocks());

/** What follows in short steps, in and out of contact: coordinates swing at different rates. */
function swing(rank: number, size: number, seed: number): (time: number) => Float64Array {
  const random = seededRandom(seed);
  const way = randomDirection(rank, random);
  const rates = Float64Array.from({ length: rank }, () => 0.5 + 2 * random());
  return (time) => way.map((x, i) => size * x * Math.sin(rates[i] * time + i));
}

interface Found {
  missed: number;
  invented: number;
  contacts: number;
}

function* pairs(found: ReturnType<Detector['findImpacts']>): Generator<string> {
  for (let i = 0; i < found.vertexCount; i++) yield `v ${found.vertex[i]} ${found.triangle[i]}`;
  for (let i = 0; i < found.edgeCount; i++) {
    yield `e ${found.edgeA[i]} ${found.edgeB[i]} ${found.edgeC[i]} ${found.edgeD[i]}`;
  }
}

function follow(mesh: SmallMesh, Numbers: typeof Float64Array | typeof Float32Array, seed: number): Found {
  const rank = 4;
  const own = { positions: Numbers.from(mesh.positions), triangles: mesh.triangles };
  const modes = { vectors: waveModes(mesh, rank, seed) };
  const detector = createSubspaceDetector(own, modes, { weld: false, subdivisions: 1 });
  const oracle = createDetector(own, { method: 'brute-force', weld: false });
  const boxes = createDetector(own, { method: 'box-tree', weld: false });
  const from = new Numbers(own.positions.length);
  const to = new Numbers(own.positions.length);
  const unit = detector.radius > 0 ? detector.radius : 0.1;
  const bodies = [swing(rank, 4 * unit, seed), swing(rank, 3 * unit, seed + 100)];
  const found = { missed: 0, invented: 0, contacts: 0 };
  const compare = (some: readonly string[], all: readonly string[]) => {
    const first = new Set(some);
    const second = new Set(all);
    found.missed += all.filter((one) => !first.has(one)).length;
    found.invented += some.filter((one) => !second.has(one)).length;
    found.contacts += all.length;
  };
  for (let step = 0; step < 40; step++) {
    bodies.forEach((poseAt, body) => {
      // steps of different lengths, none at all, and a jump
      const time = step === 30 ? 9 : 0.02 * (step - (step % 7 === 0 ? 1 : 0));
      const q = poseAt(time);
      detector.update(q, body);
      detector.deform(q, from);
      oracle.update(from);
      compare(contactsFound(detector as unknown as Detector).map(String), contactsFound(oracle).map(String));
      if (step % 3 !== 0) return;
      const next = poseAt(time + 0.02);
      detector.deform(next, to);
      boxes.update(from);
      compare([...pairs(detector.findImpacts(q, next))], [...pairs(boxes.findImpacts(to))]);
    });
  }
  return found;
}

describe.each([Float64Array, Float32Array])('a front, positions in %o', (Numbers) => {
  it.each(Object.entries(meshes))('finds what brute force finds in poses and steps of %s', (name, mesh) => {
    vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    vi.spyOn(FrontSearch.prototype, 'isTooMuch').mockReturnValue(false);
    vi.spyOn(MovingFront.prototype, 'spend').mockImplementation(() => {});
    const followed = vi.spyOn(FrontSearch.prototype, 'collect');
    const { missed, invented, contacts } = follow(mesh, Numbers, 3);
    expect({ missed, invented }).toEqual({ missed: 0, invented: 0 });
    if (name === 'one triangle') return;
    if (name !== 'bow ties') expect(contacts).toBeGreaterThan(0);
    const kept = followed.mock.calls.filter(([, , isNew]) => !isNew);
    expect(kept.length).toBeGreaterThan(20);
  });
});

describe('controls', () => {
  /** Poses in and out of contact, of meshes that are apart at rest. */
  const missedBy = () => {
    vi.spyOn(SparseSearch.prototype, 'isFew').mockReturnValue(true);
    vi.spyOn(FrontSearch.prototype, 'isTooMuch').mockReturnValue(false);
    vi.spyOn(MovingFront.prototype, 'spend').mockImplementation(() => {});
    const { missed } = follow(meshes['two spheres'], Float64Array, 3);
    return missed + follow(meshes['rolled sheet'], Float64Array, 3).missed;
  };

  it('a front that takes clearances for twenty times as long misses contacts', () => {
    const { clearance } = MovedBoxes.prototype;
    vi.spyOn(MovedBoxes.prototype, 'clearance').mockImplementation(function (this: MovedBoxes, a, b) {
      return 20 * clearance.call(this, a, b);
    });
    const { triangleClearance } = MovedBoxes.prototype;
    vi.spyOn(MovedBoxes.prototype, 'triangleClearance').mockImplementation(function (this: MovedBoxes, i, j, a, b) {
      return 20 * triangleClearance.call(this, i, j, a, b);
    });
    expect(missedBy()).toBeGreaterThan(0);
  });

  it('a front that does not count its steps misses contacts', () => {
    const own = MovingFront.prototype.follow;
    vi.spyOn(MovingFront.prototype, 'follow').mockImplementation(function (this: MovingFront, q, norm) {
      const { path } = this;
      const isKnown = own.call(this, q, norm);
      this.path = path;
      return isKnown;
    });
    expect(missedBy()).toBeGreaterThan(0);
  });

  it('with neither nothing is missed', () => {
    expect(missedBy()).toBe(0);
  });
});

describe('what a front costs', () => {
  const q = (x: number) => Float64Array.of(x, 0);
  const made = () => {
    const front = new MovingFront(Float64Array.of(2, 1));
    front.follow(q(0), 0.5);
    front.begin();
    return front;
  };

  it('adds up the way of the poses, each coordinate by what it moves', () => {
    const front = made();
    expect(front.follow(q(0.25), 0.5)).toBe(true);
    expect(front.path).toBeCloseTo(0.5, 8);
    expect(front.path).toBeGreaterThan(0.5);
    expect(front.follow(q(0.25), 0.6)).toBe(false); // the norm has grown too far
  });

  it('one that costs more than other searches is left alone for a while, twice as long the next time', () => {
    const front = made();
    const waited = () => {
      let count = 0;
      while (!front.isWorthIt()) count++;
      return count;
    };
    front.compareWith(100);
    front.spend(300, true, 1000);
    expect(waited()).toBe(0);
    front.spend(300, false, 1000);
    expect(front.far).toBe(0);
    expect(waited()).toBe(32);
    front.spend(500, true, 1000);
    expect(waited()).toBe(64);
  });
});
