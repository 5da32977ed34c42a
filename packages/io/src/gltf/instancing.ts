import type { AccessorPlanner } from './accessor-plan.ts';
import type { DecodedAccessors } from './decode-accessors.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';
import { composeMatrix } from './matrix.ts';
import { TRS_STRIDE } from './rig.ts';

const EXTENSION = 'EXT_mesh_gpu_instancing';
/** Name, accessor types, offset and width in a translation–rotation–scale record. */
const FIELDS = [
  { name: 'TRANSLATION', types: ['VEC3'], offset: 0, width: 3 },
  { name: 'ROTATION', types: ['VEC4'], offset: 3, width: 4 },
  { name: 'SCALE', types: ['VEC3'], offset: 7, width: 3 },
];

/** Accessor per field of `FIELDS`. */
export type PlannedInstancing = readonly (number | undefined)[];

export function planInstancing(
  check: JsonCheck,
  planner: AccessorPlanner,
  node: JsonObject,
  where: string,
): PlannedInstancing | undefined {
  const extension = check.extension(node, EXTENSION, where);
  if (!extension) return undefined;
  const place = `${where}.extensions.${EXTENSION}.attributes`;
  const attributes = check.object(extension.attributes, place);
  const planned = FIELDS.map(({ name, types }) =>
    attributes[name] === undefined ? undefined : planner.need(attributes[name], `${place}.${name}`, types),
  );
  return planned.some((accessor) => accessor !== undefined) ? planned : undefined;
}

/** A matrix per instance, to apply before the node's own transform. */
export function buildInstances(
  check: JsonCheck,
  decoded: DecodedAccessors,
  planned: PlannedInstancing,
  where: string,
): Float64Array[] {
  const place = `${where}.extensions.${EXTENSION}`;
  const arrays = planned.map((accessor) => (accessor === undefined ? undefined : decoded.floats(accessor, place)));
  const count = Math.max(...arrays.map((accessor) => accessor?.count ?? 0));
  for (const accessor of arrays) {
    if (accessor && accessor.count !== count) throw check.error(place, `${count} instances in each`, accessor.count);
  }
  const trs = new Float64Array(TRS_STRIDE);
  return Array.from({ length: count }, (_, i) => {
    trs.set([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    FIELDS.forEach(({ offset, width }, f) => {
      const accessor = arrays[f];
      if (accessor) trs.set(accessor.array.subarray(width * i, width * (i + 1)), offset);
    });
    const matrix = new Float64Array(16);
    composeMatrix(matrix, 0, trs, 0);
    return matrix;
  });
}
