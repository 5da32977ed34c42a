import type { Model } from '../model.ts';
import { fitLowRank, type LowRank } from './low-rank.ts';
import { createPoseScratch, deformVertices, poseNodes } from './pose-rig.ts';
import type { VertexBlock } from './rig.ts';
import { solveVertex, vertexMatrices } from './vertex-matrices.ts';

/** Where the vertices of one animation should be. */
export interface CorrectedClip {
  /** Number of the animation. */
  readonly animation: number;
  /** When each frame is, seconds. */
  readonly times: ArrayLike<number>;
  /** World-space displacement of every vertex in frame `i`; undefined where there is none. */
  displacement(i: number): Float64Array | undefined;
}

/** Morph offsets of one node's vertices in one frame. */
interface Row {
  readonly node: number;
  readonly clip: number;
  readonly frame: number;
  readonly offsets: Float64Array;
}

/** New morph targets of one mesh of the file. */
export interface MeshCorrectives {
  /** Blocks of one of its nodes: targets follow their vertices, block after block. */
  readonly blocks: readonly VertexBlock[];
  readonly nodes: readonly number[];
  readonly targets: readonly Float64Array[];
  /** How much longer offsets are in the world. */
  readonly scale: number;
  /** By node, clip and frame; frames that are not there have weights 0. */
  readonly weights: ReadonlyMap<string, Float64Array>;
}

export interface FitOptions {
  /** Targets per mesh, at most. */
  readonly most: number;
  /** Fewer will do if no vertex is farther than this from where it should be. */
  readonly tolerance: number;
  /** Offsets of a target that are shorter than this are left out, which makes the file smaller. */
  readonly least: number;
  /** How much a frame counts, by clip and frame; 1 where it is not there. */
  readonly emphasis?: ReadonlyMap<string, number>;
}

/** Prepared once: displacements taken back through nodes and skins. Ask it for fits of any number of targets. */
export class CorrectiveFitter {
  readonly #clips: readonly CorrectedClip[];
  readonly #meshes = new Map<number, { nodes: number[]; blocks: VertexBlock[]; rows: Row[]; scale: number }>();

  /** @param meshOf The mesh of a node. */
  constructor(model: Model, clips: readonly CorrectedClip[], meshOf: (node: number) => number) {
    const { rig } = model;
    if (!rig) throw new RangeError(`CorrectiveFitter: the model must have a rig, got ${model.name}.`);
    this.#clips = clips;
    const byNode = new Map<number, VertexBlock[]>();
    // instances of one node share its weights: they cannot be corrected one by one
    for (const block of rig.blocks.filter(({ instance }) => !instance))
      byNode.set(block.node, [...(byNode.get(block.node) ?? []), block]);
    for (const [node, blocks] of byNode) {
      const mesh = this.#meshes.get(meshOf(node));
      if (mesh) mesh.nodes.push(node);
      else this.#meshes.set(meshOf(node), { nodes: [node], blocks, rows: [], scale: 0 });
    }
    const scratch = createPoseScratch(rig);
    const pose = new Float64Array(3 * rig.vertexCount);
    const back = new Float64Array(pose.length);
    const matrices = new Float64Array(3 * pose.length);
    clips.forEach((clip, c) => {
      for (let frame = 0; frame < clip.times.length; frame++) {
        const displacement = clip.displacement(frame);
        if (!displacement) continue;
        poseNodes(rig, rig.animations[clip.animation], clip.times[frame], scratch);
        deformVertices(rig, scratch, pose);
        vertexMatrices(rig, scratch, matrices);
        for (let v = 0; v < rig.vertexCount; v++) solveVertex(matrices, 9 * v, displacement, 3 * v, back);
        for (const mesh of this.#meshes.values()) {
          for (const node of mesh.nodes) {
            const offsets = gather(byNode.get(node)!, back);
            if (offsets.some((x) => x !== 0)) mesh.rows.push({ node, clip: c, frame, offsets });
          }
          const { firstVertex } = mesh.blocks[0];
          const [x, y, z] = matrices.subarray(9 * firstVertex);
          mesh.scale = Math.max(mesh.scale, Math.hypot(x, y, z));
        }
      }
    });
  }

  /** By mesh, those that need targets. */
  fit({ most, tolerance, emphasis }: Omit<FitOptions, 'least'>): Map<number, MeshCorrectives> {
    const fits = new Map<number, MeshCorrectives>();
    for (const [number, { nodes, blocks, rows, scale }] of this.#meshes) {
      if (rows.length === 0) continue;
      const rowScale = Float64Array.from(rows, ({ clip, frame }) => emphasis?.get(`${clip} ${frame}`) ?? 1);
      const offsets = rows.map((row) => row.offsets);
      const whole = fitLowRank(offsets, rowScale, most);
      let fit = whole;
      for (let rank = 1; rank < whole.targets.length; rank++) {
        const fewer = { targets: whole.targets.slice(0, rank), weights: whole.weights };
        if (largestError(offsets, fewer) * scale > tolerance) continue;
        fit = fewer;
        break;
      }
      const weights = new Map(
        rows.map(({ node, clip, frame }, i) => [
          `${node} ${clip} ${frame}`,
          fit.weights[i].slice(0, fit.targets.length),
        ]),
      );
      fits.set(number, { nodes, blocks, targets: fit.targets, scale, weights });
    }
    return fits;
  }

  get clips(): readonly CorrectedClip[] {
    return this.#clips;
  }
}

/** Blocks of one node, one after the other. */
function gather(blocks: readonly VertexBlock[], from: Float64Array): Float64Array {
  const out = new Float64Array(3 * blocks.reduce((sum, block) => sum + block.vertexCount, 0));
  let at = 0;
  for (const { firstVertex, vertexCount } of blocks) {
    out.set(from.subarray(3 * firstVertex, 3 * (firstVertex + vertexCount)), at);
    at += 3 * vertexCount;
  }
  return out;
}

function largestError(rows: readonly Float64Array[], { targets, weights }: LowRank): number {
  let most = 0;
  rows.forEach((row, i) => {
    for (let c = 0; c < row.length; c += 3) {
      let [x, y, z] = [row[c], row[c + 1], row[c + 2]];
      for (let t = 0; t < targets.length; t++) {
        const weight = weights[i][t];
        x -= weight * targets[t][c];
        y -= weight * targets[t][c + 1];
        z -= weight * targets[t][c + 2];
      }
      most = Math.max(most, x * x + y * y + z * z);
    }
  });
  return Math.sqrt(most);
}
