import { createDetector } from 'selfcollide';
import { BoxGeometry, type BufferGeometry, Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { SelfCollider, SelfCollisionHelper } from '../src/index.ts';
import { foldSheet, makeSheet } from './scenes.ts';

const SQUARES = 12;
const positionsOf = (geometry: BufferGeometry) => Float64Array.from(geometry.getAttribute('position').array);

describe('SelfCollider.findImpacts', () => {
  it('finds what core finds between the last update and now, and leaves the pose as it is', () => {
    const geometry = makeSheet(SQUARES);
    const before = positionsOf(geometry);
    const collider = new SelfCollider(geometry);
    foldSheet(geometry, makeSheet(SQUARES));
    const detector = createDetector({ positions: before, triangles: collider.triangles });
    const expected = detector.findImpacts(positionsOf(geometry));
    const found = collider.findImpacts();
    const set = ({ vertex, triangle, edgeA, edgeB, edgeC, edgeD }: typeof found) =>
      [
        ...Array.from(vertex, (v, i) => `${v} ${triangle[i]}`),
        ...Array.from(edgeA, (a, i) => [a, edgeB[i], edgeC[i], edgeD[i]].join(' ')),
      ].sort();
    expect(set(found).length).toBeGreaterThan(20);
    expect(set(found)).toEqual(set(expected));
    expect(found.earliest).toBe(expected.earliest);
    expect(collider.positions).toEqual(before);
    expect(collider.selfIntersects()).toBe(false);
    expect(collider.update().selfIntersects()).toBe(true);
  });

  it('sees one mesh pass through another between two clean poses', () => {
    const [still, moving] = [new Mesh(new BoxGeometry(1, 1, 0.1)), new Mesh(new BoxGeometry(0.3, 0.2, 0.1))];
    moving.position.z = 1;
    const collider = new SelfCollider([still, moving], { pairs: 'between-objects' });
    moving.position.z = -1;
    expect(collider.findImpacts().earliest).toBeCloseTo(0.45, 5);
    expect(collider.findImpacts({ maxTime: 0.4 }).earliest).toBe(Infinity);
    expect(collider.update().selfIntersects()).toBe(false);
    expect(collider.findImpacts().earliest).toBe(Infinity); // it rests now
  });

  it('refuses what core refuses, by the same words', () => {
    const collider = new SelfCollider(makeSheet(2));
    expect(() => collider.findImpacts({ maxTime: 2 })).toThrow('findImpacts: maxTime must be from 0 to 1, got 2.');
    expect(() => collider.findProximities({ distance: -1 })).toThrow(/^findProximities: distance /);
  });
});

describe('SelfCollider.findProximities', () => {
  it('gives the closest points of two meshes in world space, and the helper draws a line for each pair', () => {
    const [below, above] = [new Mesh(new BoxGeometry(1, 1, 1)), new Mesh(new BoxGeometry(0.5, 0.5, 0.5))];
    above.position.set(0.1, 0.05, 0.85);
    const collider = new SelfCollider([below, above], { pairs: 'between-objects' });
    const near = collider.findProximities({ distance: 0.11 });
    expect(near.count).toBeGreaterThan(0);
    for (let i = 0; i < near.count; i++) {
      expect(near.distance[i]).toBeGreaterThan(0.0999);
      expect(near.distance[i]).toBeLessThanOrEqual(0.11);
      expect(collider.meshOf(near.triangleA[i]).mesh).not.toBe(collider.meshOf(near.triangleB[i]).mesh);
    }
    expect(collider.findProximities({ distance: 0.09 }).count).toBe(0);

    const helper = new SelfCollisionHelper(collider, { proximity: 0.11 }).update();
    const lines = (helper.children[1] as Mesh).geometry;
    expect(lines.drawRange.count).toBe(2 * near.count);
    const ends = lines.getAttribute('position').array;
    for (let i = 0; i < near.count; i++) {
      const length = Math.hypot(...[0, 1, 2].map((axis) => ends[6 * i + axis] - ends[6 * i + 3 + axis]));
      expect(length).toBeCloseTo(near.slice().distance[i], 5);
    }
    helper.proximity = 0;
    helper.update();
    expect(lines.drawRange.count).toBe(0);
  });
});
