import { certify, createDetector } from 'selfcollide';
import { BufferGeometry, Float32BufferAttribute, Mesh, MeshBasicMaterial, type SkinnedMesh } from 'three';
import { describe, expect, it } from 'vitest';
import { morphModes, SubspaceCollider } from '../src/index.ts';

/** Two triangles a unit apart; `close` moves one by 2 towards the other, `away` by 1 from it. */
function flaps(relative = true): Mesh {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.1, 0.1, 1, 1.1, 0, 1.2, 0, 1.1, 1.2];
  const target = (z: number) =>
    new Float32BufferAttribute(
      positions.map((x, i) => (relative ? 0 : x) + (i >= 9 && i % 3 === 2 ? z : 0)),
      3,
    );
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.morphAttributes.position = [target(-2), target(1)];
  geometry.morphTargetsRelative = relative;
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  mesh.morphTargetDictionary = { close: 0, away: 1 };
  return mesh;
}

describe('morphModes', () => {
  it.each([true, false])('gives targets as displacements, relative: %s', (relative) => {
    const { names, mesh, vectors } = morphModes(flaps(relative));
    expect(names).toEqual(['close', 'away']);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(vectors).toHaveLength(36);
    expect([vectors[11], vectors[2], vectors[18 + 17]].map((x) => Number(x.toFixed(5)))).toEqual([-2, 0, 1]);
    const [close, away] = certify(mesh, morphModes(flaps(relative))).targets;
    expect(close.freeHigh).toBeCloseTo(0.49, 1);
    expect(away.freeHigh).toBe(1);
  });

  it('refuses meshes without targets, skinned ones, and what is no mesh', () => {
    const plain = new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 0], 3)));
    expect(() => morphModes(plain)).toThrow('morphModes: mesh must have morph targets, got a Mesh without any.');
    expect(() => morphModes(flaps().geometry as unknown as Mesh)).toThrow('morphModes: mesh must be a Mesh');
    const skinned = Object.assign(flaps(), { isSkinnedMesh: true, skeleton: {} }) as unknown as SkinnedMesh;
    skinned.geometry.setAttribute('skinIndex', new Float32BufferAttribute(new Float32Array(24), 4));
    skinned.geometry.setAttribute('skinWeight', new Float32BufferAttribute(new Float32Array(24), 4));
    expect(() => morphModes(skinned)).toThrow('morphModes: mesh must not be skinned, or bindPose be asked for');
    expect(morphModes(skinned, { bindPose: true }).names).toEqual(['close', 'away']);
  });
});

describe('SubspaceCollider', () => {
  it('tells what is proved, and finds what touches', () => {
    const mesh = flaps();
    const collider = new SubspaceCollider(mesh);
    expect(collider.certified).toBe(true);
    mesh.morphTargetInfluences![0] = 0.52;
    expect(collider.update().certified).toBe(false);
    expect(collider.selfIntersects()).toBe(true);
    expect(collider.findIntersections().count).toBeGreaterThan(0);
  });

  it('stops at contact, and goes back', () => {
    const mesh = flaps();
    const collider = new SubspaceCollider(mesh);
    const share = collider.moveTowards([1, 0]);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThanOrEqual(0.5);
    expect(mesh.morphTargetInfluences![0]).toBeCloseTo(share, 12);
    const { positions, triangles } = collider.modes.mesh;
    const detector = createDetector({ positions, triangles });
    detector.update(positions.map((x, i) => x + share * collider.modes.vectors[i]));
    expect(detector.selfIntersects()).toBe(false);
    expect(collider.moveTowards([0, 0])).toBe(1);
    expect(mesh.morphTargetInfluences).toEqual([0, 0]);
    expect(() => collider.moveTowards([1])).toThrow(
      'moveTowards: weights must hold 2 finite numbers, one a target, got length 1.',
    );
    expect(() => collider.moveTowards([1, Number.NaN])).toThrow('one a target, got 1, NaN.');
    expect(mesh.morphTargetInfluences).toEqual([0, 0]);
  });
});
