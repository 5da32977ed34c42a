import { createDetector } from 'selfcollide';
import { kernel } from 'selfcollide/kernel';
import { BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute, Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { ContactCollider, SelfCollider } from '../src/index.ts';
import { contactSet } from './contact-set.ts';
import { foldSheet, makeSheet, makeSkinnedSheet, withoutIndex } from './scenes.ts';

const SQUARES = 24;

function foldedContacts(): string[] {
  const geometry = makeSheet(SQUARES);
  const rest = Float64Array.from(geometry.getAttribute('position').array);
  const triangles = Uint32Array.from(geometry.getIndex()!.array);
  const detector = createDetector({ positions: rest, triangles });
  foldSheet(geometry, makeSheet(SQUARES));
  detector.update(Float64Array.from(geometry.getAttribute('position').array));
  return contactSet(detector.findIntersections());
}

describe('SelfCollider', () => {
  it('finds what core finds, and leaves the index alone', () => {
    const geometry = makeSheet(SQUARES);
    const index = geometry.getIndex()!.array.slice();
    const collider = new SelfCollider(geometry);
    expect(collider.findIntersections().count).toBe(0);
    foldSheet(geometry, makeSheet(SQUARES));
    const found = contactSet(collider.update().findIntersections());
    expect(found.length).toBeGreaterThan(50);
    expect(found).toEqual(foldedContacts());
    expect(geometry.getIndex()!.array).toEqual(index);
    expect(collider.selfIntersects()).toBe(true);
    expect(collider.findIntersectingTriangles().count).toBeGreaterThan(0);
  });

  it('finds the same as a collider for contacts alone', () => {
    const geometry = makeSheet(SQUARES);
    const collider = new ContactCollider(geometry, { kernel });
    foldSheet(geometry, makeSheet(SQUARES));
    expect(contactSet(collider.update().findIntersections())).toEqual(foldedContacts());
    expect(collider.detector.engine).toBe('wasm');
    expect(collider.places().length).toBeGreaterThan(0);
    expect(() => new ContactCollider(geometry, { method: 'aabb' } as object)).toThrow(/got 'method'/);
  });

  it('reads interleaved positions', () => {
    const plain = makeSheet(SQUARES);
    const { count } = plain.getAttribute('position');
    const buffer = new InterleavedBuffer(new Float32Array(5 * count), 5);
    const geometry = new BufferGeometry().setIndex(plain.getIndex());
    geometry.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 2));
    foldSheet(geometry, plain, 0);
    const collider = new SelfCollider(geometry);
    foldSheet(geometry, plain);
    expect(contactSet(collider.update().findIntersections())).toEqual(foldedContacts());
  });

  it('names triangles and vertices of a geometry without index as it does', () => {
    const geometry = withoutIndex(makeSheet(SQUARES));
    const collider = new SelfCollider(geometry);
    foldSheet(geometry, withoutIndex(makeSheet(SQUARES)));
    const { count, edgeA, edgeB, edgeTriangle, triangle } = collider.update().findIntersections();
    expect(count).toBe(foldedContacts().length);
    for (let i = 0; i < count; i++) {
      expect(Math.floor(edgeA[i] / 3)).toBe(edgeTriangle[i]);
      expect(Math.floor(edgeB[i] / 3)).toBe(edgeTriangle[i]);
    }
    // triangles are in the same order with and without index
    const indexed = foldedContacts().map((contact) => Number(contact.split('/')[1]));
    expect([...triangle].sort((a, b) => a - b)).toEqual(indexed.sort((a, b) => a - b));
  });

  it('tells the group of a triangle', () => {
    const geometry = makeSheet(2);
    geometry.addGroup(0, 6, 0);
    geometry.addGroup(6, 9, 1);
    const collider = new SelfCollider(new Mesh(geometry));
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((t) => collider.groupOf(t))).toEqual([0, 0, 1, 1, 1, -1, -1, -1]);
  });

  it('follows bones', () => {
    const mesh = makeSkinnedSheet(SQUARES);
    const collider = new SelfCollider(mesh);
    expect(collider.update().findIntersections().count).toBe(0);
    mesh.skeleton.bones[1].rotation.set(0.3, 3.05, 0.4);
    expect(collider.update().findIntersections().count).toBeGreaterThan(0);
    const before = contactSet(collider.findIntersections());
    mesh.position.set(5, 6, 7);
    expect(contactSet(collider.update().findIntersections())).toEqual(before);
  });

  it('says what is wrong', () => {
    expect(() => new SelfCollider(new BufferGeometry())).toThrow(
      "SelfCollider: the geometry must have the attribute 'position', got none.",
    );
    const geometry = makeSheet(2);
    const collider = new SelfCollider(geometry);
    geometry.setAttribute('position', makeSheet(3).getAttribute('position'));
    expect(() => collider.update()).toThrow(
      'update: the geometry must keep its 9 vertices, got 16. Make a new collider.',
    );
    expect(() => new SelfCollider(makeSheet(2), { method: 'magic' as 'aabb' })).toThrow("got 'magic'");
  });
});
