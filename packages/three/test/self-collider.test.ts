import { createDetector } from 'selfcollide';
import { kernel } from 'selfcollide/kernel';
import { BufferGeometry, Float32BufferAttribute, InterleavedBuffer, InterleavedBufferAttribute, Mesh } from 'three';
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

/** Two triangles that cross, in a buffer with room for more. */
function makeBuffer(): BufferGeometry {
  const corners = [
    0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1, 3, 3, 0, 0.2, 0.2, 0, 0.2, 0.2, 0, 0.2, 0.2, 0,
  ];
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3));
}

describe('what is not drawn', () => {
  it.each([
    [0, 3, 0],
    [0, 6, 2], // an edge of each goes through the other
    [3, 3, 0],
    [0, 7, 2],
  ])('does not count: from %s, %s corners', (start, count, contacts) => {
    const geometry = makeBuffer();
    geometry.setDrawRange(start, count);
    expect(new SelfCollider(geometry).findIntersections().count).toBe(contacts);
  });

  it('is nothing by default, and must not be all', () => {
    const geometry = makeBuffer();
    const positions = geometry.getAttribute('position').array as Float32Array;
    const all = createDetector({ positions }, { method: 'brute-force' }).findIntersections();
    expect(contactSet(new SelfCollider(geometry, { weld: true }).findIntersections())).toEqual(contactSet(all));
    geometry.setDrawRange(100, 3);
    expect(() => new SelfCollider(geometry)).toThrow('triangles must not be empty');
  });

  it('leaves the numbers of the geometry as they are', () => {
    const geometry = makeBuffer();
    geometry.setDrawRange(3, 6);
    geometry.addGroup(0, 3, 0);
    geometry.addGroup(3, 3, 1);
    const collider = new SelfCollider(new Mesh(geometry));
    expect(collider.meshOf(0)).toEqual({ mesh: 0, triangle: 1 });
    expect(collider.groupOf(0)).toBe(1);
    expect(collider.groupOf(1)).toBe(-1);
    geometry.addGroup(6, 3, 2);
    expect(collider.groupOf(1)).toBe(2); // as it is now
  });

  it('must stay so', () => {
    const geometry = makeBuffer();
    geometry.setDrawRange(0, 3);
    const collider = new SelfCollider(geometry);
    geometry.setDrawRange(0, 6);
    expect(() => collider.update()).toThrow('update: the geometry must keep its draw range (1 triangles), got 2.');
  });
});

describe('SelfCollider', () => {
  it('hands options of a query on, and lets go of memory', () => {
    const geometry = makeSheet(SQUARES);
    const collider = new SelfCollider(geometry);
    foldSheet(geometry, makeSheet(SQUARES));
    expect(collider.update().findIntersections({ maxContacts: 5 })).toMatchObject({ count: 5, truncated: true });
    expect(() => collider.findIntersections({ maxContact: 5 } as object)).toThrow("got 'maxContact'");
    collider.dispose();
    collider.dispose();
    expect(() => collider.findIntersections()).toThrow('dispose');
  });

  it('needs three coordinates per vertex', () => {
    const flat = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 1, 0, 0, 1], 2));
    expect(() => new SelfCollider(flat)).toThrow(
      "'position' of the geometry must hold three numbers per vertex, got 2",
    );
  });

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
    expect(collider.detector.engine).toBe('kernel');
    expect(collider.places().length).toBeGreaterThan(0);
    expect(() => new ContactCollider(geometry, { method: 'box-tree' } as object)).toThrow(/got 'method'/);
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
    expect(() => new SelfCollider(makeSheet(2), { method: 'magic' as 'box-tree' })).toThrow("got 'magic'");
  });
});
