import { describe, expect, it } from 'vitest';
import { cleanBoneNames } from '../src/bone-names.ts';
import { type Model, nameParts } from '../src/index.ts';

describe('cleanBoneNames', () => {
  const one = (name: string) => cleanBoneNames([name])[0];

  it.each([
    ['mixamorig:LeftForeArm', 'left forearm'],
    ['b_RightUpperArm_06', 'right upper arm'],
    ['LowerArm.L', 'left forearm'],
    ['upperleg_r', 'right thigh'],
    ['Armature|DEF-hand.R', 'right hand'],
    ['Head', 'head'],
    ['LIndexFinger', 'left index finger'],
    ['左手', '左手'],
  ])('%s is the %s', (name, cleaned) => {
    expect(one(name)).toBe(cleaned);
  });

  it('counts bones of one name from the root outwards, and knows the parts of arms and legs', () => {
    expect(cleanBoneNames(['spine_01', 'spine_02', 'arm_joint_L__4_', 'arm_joint_L__3_', 'arm_joint_L__2_'])).toEqual([
      'spine 1',
      'spine 2',
      'left upper arm',
      'left forearm',
      'left hand',
    ]);
    expect(cleanBoneNames(['joint1', 'joint7', ''])).toEqual(['bone 1', 'bone 2', 'bone 3']);
  });

  it('never gives two bones one name', () => {
    const names = ['arm_L_1', 'arm_L_2', 'UpperArm_L', 'L_arm_up', 'Left Upper Arm'];
    const cleaned = cleanBoneNames(names);
    expect(new Set(cleaned).size).toBe(names.length);
  });
});

describe('nameParts', () => {
  const mesh = {
    name: 'a.obj',
    format: 'obj',
    numbers: { base: 1, perPart: false },
    animations: [],
    warnings: [],
    positions: new Float64Array(18),
    triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
  } as const;
  const part = (firstTriangle: number) => ({ firstTriangle, triangleCount: 1, firstVertex: 0, vertexCount: 6 });
  const object = (name: string, first: number) => ({ name, ...part(first), parts: [part(first)] });

  it('takes objects where there are several, else materials, else nothing', () => {
    const whole = { ...object('all', 0), triangleCount: 2, parts: [{ ...part(0), triangleCount: 2 }] };
    const materials = { names: ['skin', 'cloth'], ofTriangle: Uint32Array.of(1, 0) };
    const models: Model[] = [
      { ...mesh, objects: [object('arm', 0), object('leg', 1)], materials },
      { ...mesh, objects: [whole], materials },
      { ...mesh, objects: [whole] },
    ];
    const named = models.map((model) => {
      const { names, ofTriangle } = nameParts(model);
      return Array.from(ofTriangle, (number) => names[number]);
    });
    expect(named).toEqual([
      ['arm', 'leg'],
      ['cloth', 'skin'],
      ['', ''],
    ]);
  });
});
