import { type Mesh, Raycaster, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { cutPatches, SelfCollider, SelfCollisionHelper } from '../src/index.ts';
import { foldSheet, makeSheet } from './scenes.ts';

function foldedCollider(trace: boolean): SelfCollider {
  const geometry = makeSheet(24);
  const collider = new SelfCollider(geometry, { trace });
  foldSheet(geometry, makeSheet(24));
  return collider.update();
}

const drawn = (helper: SelfCollisionHelper) => helper.children.map((part) => (part as Mesh).geometry.drawRange.count);

describe('SelfCollisionHelper', () => {
  it('draws a line and a point per contact and every triangle that meets another once', () => {
    const collider = foldedCollider(false);
    const { count, edgeTriangle, triangle } = collider.findIntersections();
    const painted = new Set([...edgeTriangle, ...triangle]);
    const helper = new SelfCollisionHelper(collider).update();
    expect(drawn(helper)).toEqual([3 * painted.size, 2 * count, count]);
    helper.paintTriangles = false;
    helper.contacts = false;
    expect(drawn(helper.update())).toEqual([0, 0, 0]);
    expect(helper.children.every((part) => !part.visible)).toBe(true);
  });

  it('paints every triangle by patch, with contours and boxes', () => {
    const collider = foldedCollider(true);
    const quiet = { contacts: false, triangles: false };
    const helper = new SelfCollisionHelper(collider, { ...quiet, patches: 'level', level: 2, boxes: true }).update();
    const { patches, patchOf } = cutPatches(collider.detector.trace!, 2, collider.triangles.length / 3);
    expect(patches.length).toBeGreaterThan(1);
    expect(patches.every(({ level }) => level <= 2)).toBe(true);
    expect(patchOf.every((place) => place >= 0)).toBe(true);
    expect(drawn(helper)).toEqual([collider.triangles.length, 24 * patches.length, 0]);
    helper.boxes = false;
    helper.contours = true;
    expect(drawn(helper.update())[1]).toBeGreaterThan(8);
    helper.patches = 'outcome';
    helper.level = Number.POSITIVE_INFINITY;
    expect(drawn(helper.update())[0]).toBe(collider.triangles.length);
  });

  it('asks for a trace when it needs one', () => {
    const helper = new SelfCollisionHelper(foldedCollider(false), { contours: true });
    expect(() => helper.update()).toThrow('made with { trace: true }');
  });

  it('is not hit by rays, and leaves its parent when disposed', () => {
    const helper = new SelfCollisionHelper(foldedCollider(false)).update();
    const ray = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
    expect(ray.intersectObject(helper, true)).toEqual([]);
    let freed = 0;
    for (const part of helper.children) (part as Mesh).geometry.addEventListener('dispose', () => freed++);
    helper.dispose();
    expect(freed).toBe(3);
  });
});
