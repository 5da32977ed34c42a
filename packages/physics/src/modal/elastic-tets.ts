import { MeshError } from 'selfcollide';
import { checkTetMesh, type TetMesh, type TetShapes, tetShapes } from './check-tet-mesh.ts';
import { createElasticSystem, type ElasticSystem } from './elastic-system.ts';
import { type Held, heldBy } from './rigid-motions.ts';
import { createShiftedSolver, type ShiftedSolver } from './shifted-solver.ts';
import { tetPieces } from './tet-pieces.ts';

export interface ElasticTetsOptions {
  /** Young's modulus, in pascal if positions are in metres. */
  readonly youngsModulus: number;
  /** Poisson's ratio, above −1 and below 0.5. */
  readonly poissonRatio: number;
  /** Mass per volume, in kg/m³. */
  readonly density: number;
  /** Vertices that do not move. Default none: the body is free. */
  readonly fixed?: ArrayLike<number>;
}

/** An elastic body of linear tetrahedra with lumped masses, at rest. Arrays must not be changed. */
export interface ElasticTets extends TetShapes {
  readonly vertexCount: number;
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
  /** Lamé's first parameter. */
  readonly lambda: number;
  /** Shear modulus, Lamé's second parameter. */
  readonly mu: number;
  /** Of each vertex: a quarter of every tet that has it. */
  readonly masses: Float64Array;
  /** 1 for each vertex that does not move. */
  readonly isFixed: Uint8Array;
  /** What fixed vertices leave of rigid motion. */
  readonly held: Held;
  /** Three for each vertex that moves. */
  readonly unknownCount: number;
  /** Stiffness in an order made for elimination; built when first asked for. */
  readonly system: ElasticSystem;
  /** The factorised stiffness; computed when first asked for. */
  readonly solver: ShiftedSolver;
}

const OPTIONS = ['youngsModulus', 'poissonRatio', 'density', 'fixed'];

/**
 * Prepares an elastic body: checks the mesh and computes shapes and masses.
 *
 * @throws {@link MeshError} if a tet is flat or inverted, a vertex is without tet, or the body is in loose pieces.
 * @throws RangeError if a material parameter or a fixed vertex is out of range.
 *
 * @example
 * const body = createElasticTets({ positions, tets }, { youngsModulus: 1e5, poissonRatio: 0.45, density: 1000 });
 * const modes = findModes(body, { count: 30 });
 */
export function createElasticTets(mesh: TetMesh, options: ElasticTetsOptions): ElasticTets {
  const caller = 'createElasticTets';
  checkTetMesh(caller, mesh);
  const { youngsModulus, poissonRatio, density, fixed = [] } = checkOptions(caller, options);
  const positions = Float64Array.from(mesh.positions);
  const tets = Uint32Array.from(mesh.tets);
  const vertexCount = positions.length / 3;
  const isFixed = new Uint8Array(vertexCount);
  for (let i = 0; i < fixed.length; i++) {
    if (!(Number.isInteger(fixed[i]) && fixed[i] >= 0 && fixed[i] < vertexCount)) {
      throw new RangeError(
        `${caller}: fixed must hold vertex numbers from 0 to ${vertexCount - 1}, got ${fixed[i]} at place ${i}.`,
      );
    }
    isFixed[fixed[i]] = 1;
  }
  const unknownCount = 3 * isFixed.reduce((count, is) => count + 1 - is, 0);
  if (unknownCount === 0) {
    throw new RangeError(`${caller}: fixed must leave a vertex that moves, got all ${vertexCount}.`);
  }
  const { volumes, gradients } = tetShapes(caller, positions, tets);
  const held = checkPieces(caller, positions, tets, isFixed);

  const masses = new Float64Array(vertexCount);
  for (let i = 0; i < tets.length; i++) masses[tets[i]] += (density * volumes[i >> 2]) / 4;
  let system: ElasticSystem | undefined;
  let solver: ShiftedSolver | undefined;
  return {
    vertexCount,
    positions,
    tets,
    lambda: (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
    mu: youngsModulus / (2 * (1 + poissonRatio)),
    volumes,
    gradients,
    masses,
    isFixed,
    held,
    unknownCount,
    get system() {
      system ??= createElasticSystem(this);
      return system;
    },
    get solver() {
      solver ??= createShiftedSolver(this.system);
      return solver;
    },
  };
}

function checkOptions(caller: string, options: ElasticTetsOptions): ElasticTetsOptions {
  if (typeof options !== 'object' || options === null) {
    throw new RangeError(`${caller}: options must be an object, got ${String(options)}.`);
  }
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) {
      throw new RangeError(`${caller}: options are ${OPTIONS.join(', ')}, got '${name}'.`);
    }
  }
  for (const name of ['youngsModulus', 'density'] as const) {
    const value = options[name];
    if (!(typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${caller}: ${name} must be a finite number above 0, got ${value}.`);
    }
  }
  const { poissonRatio } = options;
  if (!(typeof poissonRatio === 'number' && poissonRatio > -1 && poissonRatio < 0.5)) {
    throw new RangeError(`${caller}: poissonRatio must be above -1 and below 0.5, got ${poissonRatio}.`);
  }
  return options;
}

/** One piece may move rigidly; of several, each must be held by three fixed vertices that are not in line. */
function checkPieces(caller: string, positions: Float64Array, tets: Uint32Array, isFixed: Uint8Array): Held {
  const pieces = tetPieces(tets, isFixed.length);
  const fixedOf: number[][] = Array.from({ length: pieces.count }, () => []);
  for (let v = 0; v < isFixed.length; v++) if (isFixed[v] === 1) fixedOf[pieces.ofVertex[v]].push(v);
  const held = fixedOf.map((list) => heldBy(positions, list));
  if (pieces.count === 1) return held[0];
  const loose = held.filter(({ motions }) => motions > 0).length;
  if (loose > 0) {
    throw new MeshError(
      'LOOSE_PIECES',
      `${caller}: tets must be in one piece, or each piece held by fixed vertices, got ${pieces.count} pieces, ${loose} of them loose.`,
    );
  }
  return held[0];
}
