import type { JsonCheck, JsonObject } from './json-check.ts';
import { TRS_STRIDE } from './rig.ts';

export interface NodeTree {
  readonly defs: readonly JsonObject[];
  readonly parent: Int32Array;
  readonly order: Uint32Array;
  readonly rest: Float64Array;
  readonly matrices: ReadonlyMap<number, Float64Array>;
  /** 1 for nodes of the scene that is shown: the default one, else the first, else all nodes. */
  readonly shown: Uint8Array;
}

/** Reads the node hierarchy and checks that it is a forest. */
export function readNodes(check: JsonCheck, json: JsonObject): NodeTree {
  const defs = check.list(json.nodes, 'nodes').map((def, n) => check.object(def, `nodes[${n}]`));
  const nodeCount = defs.length;
  const parent = new Int32Array(nodeCount).fill(-1);
  const children: number[][] = [];
  const rest = new Float64Array(TRS_STRIDE * nodeCount);
  const matrices = new Map<number, Float64Array>();

  for (let n = 0; n < nodeCount; n++) {
    const def = defs[n];
    const where = `nodes[${n}]`;
    children[n] = check.list(def.children, `${where}.children`).map((child) => {
      const c = check.index(child, nodeCount, `${where}.children`);
      if (parent[c] >= 0) throw check.error(`nodes[${c}]`, 'a node with one parent', [parent[c], n]);
      parent[c] = n;
      return c;
    });

    const at = TRS_STRIDE * n;
    rest.set([0, 0, 0, 0, 0, 0, 1, 1, 1, 1], at);
    if (def.translation !== undefined) rest.set(check.numbers(def.translation, `${where}.translation`, 3), at);
    if (def.rotation !== undefined) rest.set(check.numbers(def.rotation, `${where}.rotation`, 4), at + 3);
    if (def.scale !== undefined) rest.set(check.numbers(def.scale, `${where}.scale`, 3), at + 7);
    if (def.matrix !== undefined) {
      const matrix = Float64Array.from(check.numbers(def.matrix, `${where}.matrix`, 16));
      matrices.set(n, matrix);
      decompose(matrix, rest, at);
    }
  }

  // parents first; in a circle nobody is a root, so nobody in it is reached
  const order = new Uint32Array(nodeCount);
  let reached = 0;
  for (let n = 0; n < nodeCount; n++) if (parent[n] < 0) order[reached++] = n;
  for (let next = 0; next < reached; next++) {
    for (const child of children[order[next]]) order[reached++] = child;
  }
  if (reached < nodeCount) {
    throw check.error('nodes', 'a hierarchy without circles', `${nodeCount - reached} nodes in circles`);
  }

  return { defs, parent, order, rest, matrices, shown: markShown(check, json, parent, order) };
}

function markShown(check: JsonCheck, json: JsonObject, parent: Int32Array, order: Uint32Array): Uint8Array {
  const shown = new Uint8Array(parent.length);
  const scenes = check.list(json.scenes, 'scenes');
  if (scenes.length === 0) return shown.fill(1);
  const index = json.scene === undefined ? 0 : check.index(json.scene, scenes.length, 'scene');
  const scene = check.object(scenes[index], `scenes[${index}]`);
  for (const root of check.list(scene.nodes, `scenes[${index}].nodes`)) {
    shown[check.index(root, parent.length, `scenes[${index}].nodes`)] = 1;
  }
  for (const n of order) if (parent[n] >= 0 && shown[parent[n]]) shown[n] = 1;
  return shown;
}

/** Writes translation, rotation and scale of a matrix without shear; needed only if the node is animated. */
function decompose(m: Float64Array, out: Float64Array, at: number): void {
  let sx = Math.hypot(m[0], m[1], m[2]);
  const sy = Math.hypot(m[4], m[5], m[6]);
  const sz = Math.hypot(m[8], m[9], m[10]);
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  if (determinant < 0) sx = -sx;
  out[at] = m[12];
  out[at + 1] = m[13];
  out[at + 2] = m[14];
  out[at + 7] = sx;
  out[at + 8] = sy;
  out[at + 9] = sz;
  if (sx === 0 || sy === 0 || sz === 0) return; // no rotation can be told

  const m00 = m[0] / sx;
  const m10 = m[1] / sx;
  const m20 = m[2] / sx;
  const m01 = m[4] / sy;
  const m11 = m[5] / sy;
  const m21 = m[6] / sy;
  const m02 = m[8] / sz;
  const m12 = m[9] / sz;
  const m22 = m[10] / sz;
  // divide by the largest of the four components, for accuracy
  const trace = m00 + m11 + m22;
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    [x, y, z, w] = [(m21 - m12) / s, (m02 - m20) / s, (m10 - m01) / s, s / 4];
  } else if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    [x, y, z, w] = [s / 4, (m01 + m10) / s, (m02 + m20) / s, (m21 - m12) / s];
  } else if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    [x, y, z, w] = [(m01 + m10) / s, s / 4, (m12 + m21) / s, (m02 - m20) / s];
  } else {
    const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
    [x, y, z, w] = [(m02 + m20) / s, (m12 + m21) / s, s / 4, (m10 - m01) / s];
  }
  out.set([x, y, z, w], at + 3);
}
