import type { AccessorPlanner } from './accessor-plan.ts';
import type { DecodedAccessors } from './decode-accessors.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';
import type { Skin } from './rig.ts';

export interface PlannedSkin {
  readonly joints: Uint32Array;
  readonly inverseBind: number | undefined;
}

export function planSkins(
  check: JsonCheck,
  planner: AccessorPlanner,
  json: JsonObject,
  nodeCount: number,
): PlannedSkin[] {
  return check.list(json.skins, 'skins').map((value, s) => {
    const where = `skins[${s}]`;
    const def = check.object(value, where);
    const joints = check.list(def.joints, `${where}.joints`).map((j) => check.index(j, nodeCount, `${where}.joints`));
    if (joints.length === 0) throw check.error(`${where}.joints`, 'at least one joint');
    const place = `${where}.inverseBindMatrices`;
    const matrices = def.inverseBindMatrices;
    return {
      joints: Uint32Array.from(joints),
      inverseBind: matrices === undefined ? undefined : planner.need(matrices, place, ['MAT4']),
    };
  });
}

/** Without inverse bind matrices they are identities: the vertices already are in joint space. */
export function buildSkin(check: JsonCheck, decoded: DecodedAccessors, planned: PlannedSkin, where: string): Skin {
  const { joints } = planned;
  if (planned.inverseBind === undefined) {
    const inverseBind = new Float64Array(16 * joints.length);
    for (let j = 0; j < joints.length; j++) for (let d = 0; d < 4; d++) inverseBind[16 * j + 5 * d] = 1;
    return { joints, inverseBind };
  }
  const place = `${where}.inverseBindMatrices`;
  const inverseBind = decoded.floats(planned.inverseBind, place).array;
  if (inverseBind.length < 16 * joints.length) {
    throw check.error(place, `${joints.length} matrices, as many as joints`, inverseBind.length / 16);
  }
  return { joints, inverseBind };
}
