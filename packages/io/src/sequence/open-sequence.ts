import type { ResolveFile } from '../fetch-file.ts';
import type { Model } from '../model.ts';
import { type ReadModelOptions, readModel } from '../read-model.ts';

export interface SequenceFrame {
  readonly name: string;
  readonly model: Model;
  /** The triangles are others than in `Sequence.base`: prepare a detector anew for this frame. */
  readonly topologyChanged: boolean;
}

/** A mesh in numbered files, one per frame. Only the first stays in memory. */
export interface Sequence {
  readonly names: readonly string[];
  readonly frameCount: number;
  /** The first frame. */
  readonly base: Model;
  /** Loads and reads frame `i`, in any order; nothing is kept. */
  frame(i: number): Promise<SequenceFrame>;
}

export interface OpenSequenceOptions extends Omit<ReadModelOptions, 'name' | 'resolve'> {
  /** File names in frame order, see `matchSequence`. */
  readonly names: readonly string[];
  /** Fetches a file by its name: one of `names`, or one that a frame refers to. */
  readonly load: ResolveFile;
}

/**
 * Opens a sequence of mesh files. Reads the first one now, the others when asked for.
 *
 * @throws {@link IoError} if a file cannot be read.
 */
export async function openSequence(options: OpenSequenceOptions): Promise<Sequence> {
  const { names, load, ...readOptions } = options;
  if (names.length === 0) throw new RangeError('openSequence: names must have at least one file, got none.');
  const read = async (name: string): Promise<Model> =>
    readModel(await load(name), { ...readOptions, name, resolve: load });
  const base = await read(names[0]);
  return {
    names,
    frameCount: names.length,
    base,
    async frame(i) {
      if (!Number.isInteger(i) || i < 0 || i >= names.length) {
        throw new RangeError(`frame: i must be a whole number from 0 to ${names.length - 1}, got ${i}.`);
      }
      const model = i === 0 ? base : cutLike(base, await read(names[i]));
      return { name: names[i], model, topologyChanged: !sameTopology(base, model) };
    },
  };
}

/** Whether two models have the same triangles over the same number of vertices, so that one detector serves both. */
export function sameTopology(a: Model, b: Model): boolean {
  return a.positions.length === b.positions.length && sameNumbers(a.triangles, b.triangles);
}

/** Where faces are the same polygons as in the first frame they are cut as there: else a face that bends would change its triangles. */
function cutLike(base: Model, model: Model): Model {
  const [a, b] = [base.polygons, model.polygons];
  if (!a || !b || base.positions.length !== model.positions.length) return model;
  const [facesA, facesB] = [base.numbers.faces, model.numbers.faces]; // in one order only if objects are alike
  if (!facesA || !facesB || !sameNumbers(facesA, facesB)) return model;
  if (!sameNumbers(a.corners, b.corners) || !sameNumbers(a.ends, b.ends)) return model;
  return { ...model, triangles: base.triangles };
}

function sameNumbers(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
