import { createDetector, type Detector } from 'selfcollide';
import { type Listed, methodOf, nameOf } from '../methods.ts';
import { compareSets, contactSet, describeContact, describeTrianglePair, trianglePairSet } from './contact-set.ts';
import { firstCopies } from './first-copies.ts';
import type { FuzzCase } from './fuzz-case.ts';
import { latticeContacts, latticeTrianglePairs } from './lattice-contacts.ts';

/** The method that every other one is compared with. */
const ORACLE = 'brute-force';

/** Cases are so small that the kernel works on them only when asked to. */
const WITH_KERNEL: readonly string[] = ['star-contour', 'box-tree', 'optimised-box-tree', 'unsafe-normal-cone'];

/**
 * Runs a case with every method, and those that the kernel knows with both engines, and says what is wrong, or undefined if nothing is: all must list the oracle's contacts and triangle
 * pairs, as sets, in every pose. On lattice cases the oracle itself is checked.
 */
export function checkCase(fuzzCase: FuzzCase, methods: readonly Listed[]): string | undefined {
  try {
    const oracle = prepareCase(fuzzCase, ORACLE);
    const others = prepareOthers(fuzzCase, methods);
    const poses = [undefined, ...fuzzCase.poses];
    for (let i = 0; i < poses.length; i++) {
      const wrong = checkPose(fuzzCase, oracle, others, poses[i]);
      if (wrong) return `${i === 0 ? 'first pose' : `pose ${i}`}: ${wrong}`;
    }
    return undefined;
  } catch (error) {
    return `threw ${(error as Error).stack ?? error}`;
  }
}

/** A detector of each method but the oracle, and one more with the kernel where there is one. */
export function prepareOthers(fuzzCase: FuzzCase, methods: readonly Listed[]): Detector[] {
  return methods
    .filter((method) => method !== ORACLE)
    .flatMap((method) => [
      prepareCase(fuzzCase, method),
      ...(WITH_KERNEL.includes(nameOf(method)) ? [prepareCase(fuzzCase, method, 'kernel')] : []),
    ]);
}

/** The kernel refuses larger leaves. */
const KERNEL_LEAF = 5;

/** A detector of the case's mesh, with its options. */
export function prepareCase(fuzzCase: FuzzCase, method: Listed, engine?: 'kernel'): Detector {
  const { positions, triangles, weld, objects, pairs, maxLeafTriangles } = fuzzCase;
  const mesh = { positions: positionsOf(fuzzCase, positions), triangles: Uint32Array.from(triangles) };
  const common = { weld, pairs, ...(objects && { objects }), ...(engine && { engine }) };
  if (method === 'box-tree' && maxLeafTriangles !== undefined) {
    const leaf = engine ? Math.min(maxLeafTriangles, KERNEL_LEAF) : maxLeafTriangles;
    return createDetector(mesh, { ...common, method, maxLeafTriangles: leaf });
  }
  return createDetector(mesh, { ...common, method: methodOf(method) });
}

/** A pose as it is handed over. */
export function positionsOf({ single }: FuzzCase, positions: readonly number[]) {
  return single ? Float32Array.from(positions) : Float64Array.from(positions);
}

function checkPose(
  fuzzCase: FuzzCase,
  oracle: Detector,
  others: readonly Detector[],
  pose: readonly number[] | undefined,
): string | undefined {
  const { vertexCount, triangleCount } = oracle;
  const describe = {
    contact: (key: number) => describeContact(key, vertexCount, triangleCount),
    pair: (key: number) => describeTrianglePair(key, triangleCount),
  };
  const expected = ask(oracle, fuzzCase, pose);
  if (fuzzCase.lattice !== undefined && fuzzCase.pairs === 'all') {
    const lattice = askLattice(fuzzCase, pose);
    // which of several copies of a vertex is named, whole-number arithmetic cannot know
    const contacts = contactSet(oracle.findIntersections(), vertexCount, triangleCount, lattice.vertexOf);
    const wrong =
      compareSets(lattice.contacts, contacts, describe.contact) ??
      compareSets(lattice.pairs, expected.pairs, describe.pair);
    if (wrong) return `${oracle.method} against whole-number arithmetic: ${wrong}`;
  }
  for (const detector of [oracle, ...others]) {
    const found = detector === oracle ? expected : ask(detector, fuzzCase, pose);
    const wrong =
      compareSets(expected.contacts, found.contacts, describe.contact) ??
      compareSets(expected.pairs, found.pairs, describe.pair) ??
      compareSets(expected.withNeighbours, found.withNeighbours, describe.pair);
    if (wrong) return `${describeMethod(detector)}: ${wrong}`;
    if (found.any !== expected.contacts.length > 0) {
      return `${describeMethod(detector)}: selfIntersects is ${found.any} with ${expected.contacts.length} contacts`;
    }
  }
  return undefined;
}

/** The method, and whether the kernel works on it. */
export function describeMethod({ method, engine }: Detector): string {
  return engine === 'kernel' ? `${method} (kernel)` : method;
}

function ask(detector: Detector, fuzzCase: FuzzCase, pose: readonly number[] | undefined) {
  if (pose) detector.update(positionsOf(fuzzCase, pose));
  const { vertexCount, triangleCount } = detector;
  return {
    any: detector.selfIntersects(),
    contacts: contactSet(detector.findIntersections(), vertexCount, triangleCount),
    pairs: trianglePairSet(detector.findIntersectingTriangles(), triangleCount),
    withNeighbours: trianglePairSet(detector.findIntersectingTriangles({ includeNeighbours: true }), triangleCount),
  };
}

function askLattice(fuzzCase: FuzzCase, pose: readonly number[] | undefined) {
  const { positions, triangles, weld, objects, lattice } = fuzzCase;
  const steps = (pose ?? positions).map((value) => value / lattice!);
  const vertexOf =
    weld === false
      ? Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex)
      : firstCopies(positions, triangles, objects);
  return {
    vertexOf,
    contacts: latticeContacts(steps, triangles, vertexOf),
    pairs: latticeTrianglePairs(steps, triangles, vertexOf),
  };
}
