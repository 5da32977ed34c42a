import { methodNamed, methodNames } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/create-detector.ts';
import { createSubspaceDetector } from '../src/create-subspace-detector.ts';
import { createStarContourDetector } from '../src/star-contour.ts';
import { createTetCollider } from '../src/tets/create-tet-collider.ts';
import { waveModes } from './find/subspace/modes.ts';
import { sheet } from './partition/small-meshes.ts';
import { tetBlock } from './tets/tet-block.ts';

/** Above what the kernel is used from. */
const mesh = sheet(16, 16, (x, y) => Math.sin(x * y));

describe('dispose', () => {
  it.each(methodNames)('of %s lets go of memory; again is fine; any other call says so', (name) => {
    const method = methodNamed(name);
    const detector = createDetector(mesh, { method });
    const { count, edgeA } = detector.findIntersections();
    const before = Array.from(edgeA);
    detector.dispose();
    detector.dispose();
    expect(detector.memoryBytes).toBe(0);
    expect([count, Array.from(edgeA)]).toEqual([before.length, before]);
    const next = mesh.positions;
    const calls: Record<string, () => unknown> = {
      update: () => detector.update(next),
      findIntersections: () => detector.findIntersections(),
      findIntersectingTriangles: () => detector.findIntersectingTriangles(),
      selfIntersects: () => detector.selfIntersects(),
      locate: () => detector.locate(0),
      serialize: () => detector.serialize(),
      objectOf: () => detector.objectOf(0),
      findProximities: () => detector.findProximities({ distance: 1 }),
      findImpacts: () => detector.findImpacts(next),
      earliestImpact: () => detector.earliestImpact(next),
      collisionFreeStep: () => detector.collisionFreeStep(next),
      engine: () => detector.engine,
      detector: () => detector.triangleCount,
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(call, name).toThrow(`${name}: the detector must be one in use, got one after dispose().`);
    }
  });

  it('of the other of two is noticed, and so is that of what a result came from', () => {
    const [one, other] = [createDetector(mesh), createDetector(mesh)];
    const contacts = one.findIntersections();
    other.dispose();
    expect(() => one.findProximities({ distance: 1, against: other })).toThrow('after dispose()');
    one.dispose();
    expect(() => contacts.locateAll()).toThrow('locateAll: the detector must be one in use, got one after dispose().');
  });

  it('is there for contacts alone and for subspaces', () => {
    const contactsOnly = createStarContourDetector(mesh);
    contactsOnly.dispose();
    expect(() => contactsOnly.findIntersections()).toThrow('after dispose()');
    const reduced = createSubspaceDetector(mesh, { vectors: waveModes(mesh, 2, 1, 0.01) });
    reduced.dispose();
    reduced.dispose();
    expect(reduced.memoryBytes).toBe(0);
    for (const call of [() => reduced.update([0, 0]), () => reduced.selfIntersects(), () => reduced.limit([1, 1])]) {
      expect(call).toThrow(': the detector must be one in use, got one after dispose().');
    }
  });

  it.each(['spatial-hash', 'brute-force'] as const)('of tetrahedra found by %s', (method) => {
    const body = tetBlock(4, 4, 4);
    const collider = createTetCollider({ objects: [body, body] }, { method });
    const { count, vertex } = collider.findPenetrations();
    const before = Array.from(vertex);
    expect(count).toBeGreaterThan(0);
    collider.dispose();
    collider.dispose();
    expect(collider.memoryBytes).toBe(0);
    expect(Array.from(vertex)).toEqual(before);
    const calls: Record<string, () => unknown> = {
      update: () => collider.update(0, body.positions),
      findPenetrations: () => collider.findPenetrations(),
      addObject: () => collider.addObject(body),
      removeObject: () => collider.removeObject(0),
      engine: () => collider.engine,
      cellSize: () => collider.cellSize,
      tableSize: () => collider.tableSize,
      collider: () => collider.objects,
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(call, name).toThrow(`${name}: the collider must be one in use, got one after dispose().`);
    }
  });
});
