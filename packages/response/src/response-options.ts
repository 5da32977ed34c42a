import type { IgnoredGroups, TriangleMesh } from 'selfcollide';

export interface ResponseOptions {
  /** How far apart pairs are pushed that would have met, in the mesh's unit. */
  readonly gap: number;
  /**
   * Pairs that come closer than this are kept that far apart, though they would not meet; one number, or one per group, of which a pair keeps the mean. Those that are closer in the
   * mesh that was given keep that distance. Default 0: only what would meet is pushed.
   */
  readonly thickness?: number | ArrayLike<number>;
  /** A collision group per triangle, and the pairs of groups that may pass through each other; as `createDetector` has them. */
  readonly groups?: ArrayLike<number>;
  readonly ignore?: IgnoredGroups;
  /** Vertices that must stay where they are wanted: 1 each, 0 for the others. */
  readonly hold?: ArrayLike<number>;
  /** Per vertex, above 0; Infinity is held. Default 1 each. */
  readonly masses?: ArrayLike<number>;
  /** Coulomb's coefficient: what touches does not slide until pushed along by more than this part of what pushes it together. Default 0. */
  readonly friction?: number;
  /** How many edges far a push spreads over the surface, so that it leaves no dent. Default 2; 0: only what would meet moves. */
  readonly smooth?: number;
  /** Two vertex numbers each: vertices that are to be displaced alike, though no edge joins them. */
  readonly links?: ArrayLike<number>;
}

const KNOWN = ['gap', 'thickness', 'groups', 'ignore', 'hold', 'masses', 'friction', 'smooth', 'links'];

/** @throws RangeError if an option does not exist or has a value that it cannot take. */
export function checkResponseOptions(mesh: TriangleMesh, options: ResponseOptions): void {
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw new RangeError(`createResponse: options are ${KNOWN.join(', ')}, got '${unknown}'.`);
  }
  const { gap, thickness = 0, friction = 0, smooth = 2, hold, masses, links = [], groups } = options;
  const thicknesses = typeof thickness === 'number' ? [thickness] : Array.from(thickness);
  const numbers = [
    ['gap', gap],
    ['friction', friction],
    ['smooth', smooth],
    ...thicknesses.map((t) => ['thickness', t]),
  ];
  for (const [name, value] of numbers) {
    if (!(Number.isFinite(value) && (value as number) >= 0)) {
      throw new RangeError(`createResponse: ${name} must be a finite number from 0, got ${value}.`);
    }
  }
  const vertexCount = mesh.positions.length / 3;
  for (const [name, list] of [
    ['hold', hold],
    ['masses', masses],
  ] as const) {
    if (list !== undefined && list.length !== vertexCount) {
      throw new RangeError(`createResponse: ${name} must have ${vertexCount} entries, got ${list.length}.`);
    }
  }
  const mass = Array.from(masses ?? []).find((m) => !(m > 0));
  if (mass !== undefined) throw new RangeError(`createResponse: masses must be above 0, got ${mass}.`);
  const link = Array.from(links).find((v) => !(Number.isInteger(v) && v >= 0 && v < vertexCount));
  if (link !== undefined || links.length % 2 !== 0) {
    throw new RangeError(`createResponse: links must be pairs of vertices, got ${link ?? `${links.length} numbers`}.`);
  }
  if (typeof thickness === 'number') return;
  if (groups === undefined)
    throw new RangeError('createResponse: thickness per group goes with groups, got it without.');
  const without = Array.from(groups).find((group) => group >= thickness.length);
  if (without !== undefined) {
    throw new RangeError(
      `createResponse: thickness must have an entry for every group, got none for group ${without}.`,
    );
  }
}
