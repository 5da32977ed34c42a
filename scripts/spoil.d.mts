export function seededRandom(seed: number): () => number;
export function spoil(bytes: Uint8Array, random: () => number): Uint8Array;
