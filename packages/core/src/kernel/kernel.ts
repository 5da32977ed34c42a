/** What the compiled module offers: see packages/core/kernel. Addresses are bytes from the start of its memory. */
export interface KernelCalls {
  /** Reads counts and addresses: see `layOutKernel`. */
  attach(table: number): void;
  sortNodes(): void;
  setSearch(
    cull: number,
    leastWithin: number,
    leastAcross: number,
    leastWithinStep: number,
    leastAcrossStep: number,
    longestWaitBits: number,
  ): void;
  listAsked(leastWithin: number, leastAcross: number): void;
  checkDoubles(count: number, least: number, most: number): number;
  checkFloats(count: number): number;
  takeDoubles(pose: number): void;
  takeFloats(pose: number): void;
  refitMasks(): void;
  refitPlaceMasks(): void;
  offerPlaceMasks(): void;
  joinMasks(): void;
  refitMovingMasks(): void;
  refitAltitudeMasks(reach: number): void;
  refitMarginMasks(reach: number): void;
  takeEndMasks(): void;
  siftFeatures(from: number, end: number, startReach: number): number;
  siftedPairs(): number;
  measureStepExtent(): void;
  writeStepPlaces(): void;
  refitStepBoxes(): void;
  beginStepSearch(from: number, end: number, step: number, pose: number, cull: number, margin: number): void;
  searchStep(): number;
  stepPairs(): number;
  clearStepPairs(): void;
  stepBoxesAreFit(reach: number): void;
  limitStart(reach: number): void;
  measureExtent(): void;
  writeLinearPlaces(lowX: number, lowY: number, lowZ: number, perLength: number): void;
  writePlaces(lowX: number, lowY: number, lowZ: number, perLength: number, most: number): void;
  refitBoxes(grow: number): void;
  beginBoxes(tick: number, grow: number): void;
  takeBoxes(): void;
  fittedBoxes(): number;
  findPairs(a: number, b: number, count: number): number;
  resumePairs(count: number): number;
  isWaiting(): number;
  farPairs(mask: number, a: number, b: number, count: number): number;
  boxTests(): number;
  beginSearch(from: number, end: number, pose: number, fit: number): void;
  cullsNode(node: number, pose: number): number;
  masksAreFit(): void;
  search(): number;
  searchedPairs(): number;
  searchedNeighbours(): number;
  clearPairs(): void;
  clearNeighbours(): void;
  boxesAreFit(): void;
  keepPairs(count: number, decide: number): number;
  sureContacts(): number;
  decidedEdges(): number;
  keepNeighbours(count: number): number;
  setSubspace(rank: number, single: number, least: number, most: number): void;
  beginSparse(poses: number, norm: number, endNorm: number, slack: number, tick: number, most: number): void;
  searchSparse(): number;
  sparsePairs(): number;
  sparseNeighbours(): number;
  clearSparse(): void;
  sparseTests(): number;
  sparseCulled(): number;
  sparseCost(): number;
  isSparsePlain(): number;
  placeAll(): number;
  certifyPose(norm: number): void;
  certifyStep(norm: number): void;
}
