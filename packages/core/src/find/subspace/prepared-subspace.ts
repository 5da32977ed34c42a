import type { Certificates } from '../certificates.ts';
import type { PreparedArrays } from '../prepared-bytes.ts';
import type { Subspace } from './subspace.ts';

/** What `serialize` writes; a new version where the meaning of an array changes, or what is proved. */
export const PREPARED_SUBSPACE = { tag: 'subspace', version: 3 } as const;

export function certificateArrays(subspace: Subspace, certificates: Certificates): PreparedArrays {
  const { nodeRadius, pairRadius, listedPairs, listedLeafPairs, listedNeighbours, budgets } = certificates;
  const { stepRadius, listedSteps } = certificates;
  return {
    ...hashesOf(subspace),
    nodeRadius: wordsOf(nodeRadius),
    pairRadius: wordsOf(pairRadius),
    listedPairPlaces: listedPairs.place,
    listedPairs: listedPairs.pairs,
    listedLeafPlaces: listedLeafPairs.place,
    listedLeafPairs: listedLeafPairs.pairs,
    listedNeighbourPlaces: listedNeighbours.place,
    listedNeighbours: listedNeighbours.pairs,
    stepRadius: wordsOf(stepRadius),
    listedStepPlaces: listedSteps.place,
    listedSteps: listedSteps.pairs,
    ...(budgets && {
      budgetReach: wordsOf(Float32Array.of(budgets.reach)),
      nodeRow: signedWords(budgets.nodeRow),
      pairRow: signedWords(budgets.pairRow),
      costs: wordsOf(budgets.costs),
    }),
  };
}

/** @throws RangeError if the certificates were made for other modes, weights or rest positions. */
export function readCertificates(caller: string, subspace: Subspace, arrays: PreparedArrays): Certificates {
  const words = arrays as Record<string, Uint32Array>;
  for (const [name, hash] of Object.entries(hashesOf(subspace))) {
    if (words[name].every((word, i) => word === hash[i])) continue;
    throw new RangeError(`${caller}: prepared must be made for the same ${WHAT[name]}, got that of others.`);
  }
  const certificates: Certificates = {
    norm: 0,
    budgets: null,
    nodeRadius: floatsOf(words.nodeRadius),
    pairRadius: floatsOf(words.pairRadius),
    listedPairs: { place: words.listedPairPlaces, pairs: words.listedPairs },
    listedLeafPairs: { place: words.listedLeafPlaces, pairs: words.listedLeafPairs },
    listedNeighbours: { place: words.listedNeighbourPlaces, pairs: words.listedNeighbours },
    stepRadius: floatsOf(words.stepRadius),
    listedSteps: { place: words.listedStepPlaces, pairs: words.listedSteps },
  };
  if (words.costs !== undefined) {
    certificates.budgets = {
      rank: subspace.rank,
      reach: floatsOf(words.budgetReach)[0],
      nodeRow: new Int32Array(words.nodeRow.buffer),
      pairRow: new Int32Array(words.pairRow.buffer),
      costs: floatsOf(words.costs),
      q: new Float64Array(subspace.rank),
    };
  }
  return certificates;
}

const WHAT: Record<string, string> = {
  restHash: 'rest positions and their precision',
  weightHash: 'weights and number of modes',
  modeHash: 'modes',
};

function hashesOf({ rest, scale, rows, rank, single }: Subspace): Record<string, Uint32Array> {
  return {
    restHash: hash(rest, single ? 1 : 0),
    weightHash: hash(scale, rank),
    modeHash: hash(rows, rank),
  };
}

/** 64 bits of all bits of the numbers, so that a chance match is out of the question; no protection against intent. */
function hash(numbers: Float64Array, seed: number): Uint32Array {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  let a = seed ^ 0x9e3779b1;
  let b = words.length ^ 0x7feb352d;
  for (let i = 0; i < words.length; i++) {
    a = Math.imul(a ^ words[i], 0x85ebca6b);
    a ^= a >>> 15;
    b = Math.imul((b << 5) + (b >>> 27) + words[i], 0xc2b2ae35);
    b ^= b >>> 13;
  }
  return Uint32Array.of(a >>> 0, b >>> 0);
}

function wordsOf(floats: Float32Array): Uint32Array {
  return new Uint32Array(floats.buffer, floats.byteOffset, floats.length);
}

function signedWords(numbers: Int32Array): Uint32Array {
  return new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
}

function floatsOf(words: Uint32Array): Float32Array {
  return new Float32Array(words.buffer, words.byteOffset, words.length);
}
