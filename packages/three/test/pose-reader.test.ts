import { BufferAttribute, Group, Mesh, Vector3 } from 'three';
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
});
