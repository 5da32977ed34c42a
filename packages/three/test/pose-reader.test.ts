import {
  BufferAttribute,
  Float16BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { PoseReader } from '../src/index.ts';
import { makeSheet, makeSkinnedSheet } from './scenes.ts';

/** What three itself computes, vertex by vertex. */
function expectAsThree(mesh: Mesh): void {
  const reader = new PoseReader(mesh);
  const out = new Float64Array(3 * reader.vertexCount);
  reader.read(out);
  const expected = Array.from({ length: reader.vertexCount }, (_, v) =>
    mesh.getVertexPosition(v, new Vector3()).toArray(),
  ).flat();
  expect(out.length).toBe(expected.length);
  for (let i = 0; i < out.length; i++) expect(out[i]).toBeCloseTo(expected[i], 12);
}

function addMorphs(mesh: Mesh, relative: boolean): void {
  const { array } = mesh.geometry.getAttribute('position');
  const target = (k: number) => Float32Array.from(array, (x, i) => (relative ? 0 : x) + Math.sin(i * k));
  mesh.geometry.morphAttributes.position = [1, 2, 3].map((k) => new BufferAttribute(target(k), 3));
  mesh.geometry.morphTargetsRelative = relative;
  mesh.updateMorphTargets();
  mesh.morphTargetInfluences = [0.7, 0, -0.4];
}

describe('PoseReader', () => {
  it.each([true, false])('morphs as three does, relative: %s', (relative) => {
    const mesh = new Mesh(makeSheet(4));
    addMorphs(mesh, relative);
    expectAsThree(mesh);
  });

  it.each(['attached', 'detached'] as const)('skins and morphs as three does, %s, in a moved scene', (bindMode) => {
    const mesh = makeSkinnedSheet(4);
    mesh.bindMode = bindMode;
    addMorphs(mesh, true);
    const scene = new Group().add(mesh);
    scene.position.set(1, 2, 3);
    scene.rotation.set(0.2, 0.3, 0.4);
    mesh.scale.setScalar(2);
    mesh.skeleton.bones[1].rotation.set(0.5, 1, 0.3);
    expectAsThree(mesh); // without updateMatrixWorld beforehand
  });

  it('reads interleaved positions, fractions, half floats and weights in bytes as three does', () => {
    const sheet = makeSheet(3);
    const plain = sheet.getAttribute('position');
    const { count } = plain;
    const buffer = new InterleavedBuffer(new Float32Array(5 * count), 5);
    const bits = (v: number, k: number) => Math.round(1000 * (plain.getComponent(v, k) + 1.5));
    const numbers = Array.from({ length: 3 * count }, (_, i) => bits(Math.floor(i / 3), i % 3));
    const kinds = [
      new InterleavedBufferAttribute(buffer, 3, 2),
      new BufferAttribute(Uint16Array.from(numbers), 3, true),
      new BufferAttribute(
        Int16Array.from(numbers, (x) => x - 40_000),
        3,
        true,
      ),
      new BufferAttribute(Int16Array.from(numbers), 3),
      new Float16BufferAttribute(new Uint16Array(3 * count), 3),
      new BufferAttribute(new Float32Array(4 * count), 4),
    ];
    for (const [i, attribute] of kinds.entries()) {
      if (i === 0 || i > 3) for (let v = 0; v < count; v++) attribute.setXYZ(v, plain.getX(v), plain.getY(v), v / 4);
      expectAsThree(new Mesh(makeSheet(3).setAttribute('position', attribute)));
    }
    const skinned = makeSkinnedSheet(4);
    const weights = Array.from(skinned.geometry.getAttribute('skinWeight').array, (x) => Math.round(255 * x));
    skinned.geometry.setAttribute('skinWeight', new BufferAttribute(Uint8Array.from(weights), 4, true));
    skinned.skeleton.bones[1].rotation.set(0.5, 1, 0.3);
    expectAsThree(skinned);
  });

  it('says what is wrong', () => {
    const reader = new PoseReader(makeSheet(1));
    expect(() => reader.read(new Float64Array(11))).toThrow('read: out must hold 12 numbers, got length 11.');
    reader.geometry.setAttribute('position', makeSheet(2).getAttribute('position'));
    expect(() => reader.read(new Float64Array(27))).toThrow(
      'read: the geometry must keep its 4 vertices, got 9. Make a new PoseReader.',
    );
  });
});
