import type { AccessorPlanner } from './accessor-plan.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';

const DRACO = 'KHR_draco_mesh_compression';

/** A primitive with accessor numbers of the plan. */
export interface PlannedPrimitive {
  readonly where: string;
  /** Its place in the mesh. */
  readonly number: number;
  readonly mode: 4 | 5 | 6;
  /** Number into the file's materials; −1 for none. */
  readonly material: number;
  readonly position: number;
  readonly indices: number | undefined;
  /** JOINTS_0, JOINTS_1, … and the weights that go with them. */
  readonly joints: readonly number[];
  readonly weights: readonly number[];
  /** Position offsets per morph target. */
  readonly targets: readonly (number | undefined)[];
  /** Texture coordinates and colours, where the look is wanted. */
  readonly uv: number | undefined;
  readonly color: number | undefined;
}

/** Which set of texture coordinates a material uses; null where nobody wants to know how things look. */
export type TexCoords = ((material: number) => number) | null;

export interface PlannedMesh {
  readonly name: string;
  readonly primitives: readonly PlannedPrimitive[];
  readonly weights: readonly number[];
  readonly targetCount: number;
  /** What the file calls its targets, as far as it does. */
  readonly targetNames: readonly string[];
}

/** Plans the accessors of one mesh; points and lines go to `skipped`, Draco streams to `dracoPrimitives`. */
export function planMesh(
  check: JsonCheck,
  planner: AccessorPlanner,
  value: unknown,
  where: string,
  dracoPrimitives: JsonObject[],
  skipped: { pointsOrLines: number },
  texCoords: TexCoords,
): PlannedMesh {
  const def = check.object(value, where);
  const primitives: PlannedPrimitive[] = [];
  const weights = check.numbers(def.weights, `${where}.weights`);
  let targetCount = weights.length;
  const list = check.list(def.primitives, `${where}.primitives`);
  for (let p = 0; p < list.length; p++) {
    const place = `${where}.primitives[${p}]`;
    const primitive = check.object(list[p], place);
    const mode = check.oneOf(primitive.mode ?? 4, [0, 1, 2, 3, 4, 5, 6], `${place}.mode`);
    if (mode < 4) {
      skipped.pointsOrLines++;
      continue;
    }
    const planned = planPrimitive(check, planner, primitive, place, mode as 4 | 5 | 6, dracoPrimitives, texCoords);
    if (!planned) continue;
    primitives.push({ ...planned, number: p });
    if (planned.targets.length > targetCount) targetCount = planned.targets.length;
  }
  return { name: check.text(def.name), primitives, weights, targetCount, targetNames: readTargetNames(def.extras) };
}

/** The specification leaves names to `extras`, where all exporters put them the same way; what is not text there is no name. */
function readTargetNames(extras: unknown): string[] {
  const names = (extras as { targetNames?: unknown } | undefined | null)?.targetNames;
  return Array.isArray(names) ? names.map((name) => (typeof name === 'string' ? name : '')) : [];
}

function planPrimitive(
  check: JsonCheck,
  planner: AccessorPlanner,
  primitive: JsonObject,
  where: string,
  mode: 4 | 5 | 6,
  dracoPrimitives: JsonObject[],
  texCoords: TexCoords,
): Omit<PlannedPrimitive, 'number'> | undefined {
  const attributes = check.object(primitive.attributes, `${where}.attributes`);
  // the specification lets applications supply positions themselves: nothing to collide then
  if (attributes.POSITION === undefined) return undefined;
  const draco = check.extension(primitive, DRACO, where);
  const dracoView = draco && planner.needView(draco.bufferView, `${where}.extensions.${DRACO}.bufferView`);
  const dracoIds = draco ? check.object(draco.attributes, `${where}.extensions.${DRACO}.attributes`) : {};
  const dracoAttributes: Record<string, number> = {};
  const dracoAccessors: Record<string, number> = {};

  const need = (semantic: string, types: readonly string[]): number => {
    const place = `${where}.attributes.${semantic}`;
    if (dracoIds[semantic] === undefined) return planner.need(attributes[semantic], place, types);
    dracoAttributes[semantic] = check.whole(dracoIds[semantic], `${where}.extensions.${DRACO}.attributes.${semantic}`);
    dracoAccessors[semantic] = planner.need(attributes[semantic], place, types, dracoView);
    return dracoAccessors[semantic];
  };

  const position = need('POSITION', ['VEC3']);
  const joints: number[] = [];
  const weights: number[] = [];
  for (let set = 0; attributes[`JOINTS_${set}`] !== undefined && attributes[`WEIGHTS_${set}`] !== undefined; set++) {
    joints.push(need(`JOINTS_${set}`, ['VEC4']));
    weights.push(need(`WEIGHTS_${set}`, ['VEC4']));
  }
  // an unknown material changes how it looks and not where it is: no reason to refuse the file
  const material = Number.isInteger(primitive.material) ? (primitive.material as number) : -1;
  const needLook = (semantic: string, types: readonly string[]) =>
    texCoords !== null && attributes[semantic] !== undefined ? need(semantic, types) : undefined;
  const uv = needLook(`TEXCOORD_${texCoords?.(material) ?? 0}`, ['VEC2']);
  const color = needLook('COLOR_0', ['VEC3', 'VEC4']);
  const indices =
    primitive.indices === undefined
      ? undefined
      : planner.need(primitive.indices, `${where}.indices`, ['SCALAR'], dracoView);
  const targets = check.list(primitive.targets, `${where}.targets`).map((target, t) => {
    const place = `${where}.targets[${t}]`;
    const offsets = check.object(target, place).POSITION;
    return offsets === undefined ? undefined : planner.need(offsets, `${place}.POSITION`, ['VEC3']);
  });

  if (draco) {
    dracoPrimitives.push({
      attributes: dracoAccessors,
      ...(indices === undefined ? {} : { indices }),
      extensions: { [DRACO]: { bufferView: dracoView, attributes: dracoAttributes } },
    });
  }
  return { where, mode, material, position, indices, joints, weights, targets, uv, color };
}
