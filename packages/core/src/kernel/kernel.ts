/** Numbers a box where there is a kernel: low x, y, z, w and high x, y, z, w; what w is, see packages/core/kernel/boxes.ts. */
export const KERNEL_STRIDE = 8;

/** What the compiled module offers: see packages/core/kernel. Addresses are bytes from the start of its memory. */
export interface KernelCalls {
  setCounts(vertices: number, triangles: number, nodes: number, pairCapacity: number): void;
  setPose(staged: number, vertexSource: number, positions: number, numbers: number): void;
  setTree(rightChild: number, firstTriangle: number, endTriangle: number, triangles: number): void;
  sortNodes(room: number): void;
  setMasks(masks: number, triangleMasks: number, cellMasks: number): void;
  setBoxes(places: number, nodeBoxes: number, triangleBoxes: number): void;
  setBoxTicks(nodeTick: number): void;
  setChunks(count: number, triangles: number, vertices: number, start: number, earlier: number, boxes: number): void;
  setPairs(stack: number, pairs: number, neighbours: number, lanes: number): void;
  setContacts(halfEdges: number, triangles: number): void;
  setTestTree(patchA: number, patchB: number, kind: number, sharedVertex: number, skip: number): void;
  setTestPairs(boxStart: number, boxPairs: number, neighbourStart: number, neighbours: number, farMask: number): void;
  setLoops(start: number, vertices: number, nodeOfPatch: number, scratch: number, mostEdges: number): void;
  setCulling(failures: number, nextTry: number, freePose: number, directions: number, counts: number): void;
  setFeatures(ownedCorners: number, ownedEdges: number, features: number, stepCounts: number): void;
  setStep(nextPositions: number, movingMasks: number, endMasks: number, stepMasks: number): void;
  setSteep(altitudeMasks: number, ofTriangles: number, cells: number): void;
  setStepBoxes(places: number, nodeBoxes: number, triangleBoxes: number): void;
  setStepCulling(scratch: number, mostEdges: number, failures: number, nextTry: number, freeStep: number): void;
  setSearch(
    cull: number,
    leastWithin: number,
    leastAcross: number,
    leastWithinStep: number,
    leastAcrossStep: number,
    longestWaitBits: number,
  ): void;
  listAsked(room: number, testNodes: number, leastWithin: number, leastAcross: number): void;
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
  takeEndMasks(): void;
  siftFeatures(from: number, end: number, startReach: number): number;
  siftedPairs(): number;
  measureStepExtent(): void;
  writeStepPlaces(): void;
  refitStepBoxes(): void;
  beginStepSearch(from: number, end: number, step: number, pose: number, cull: number): void;
  searchStep(): number;
  searchedStepNode(): number;
  stepPairs(): number;
  clearStepPairs(): void;
  stepBoxesAreFit(reach: number): void;
  limitStart(reach: number): void;
  tellStepContour(culled: number): void;
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
  masksAreFit(): void;
  search(): number;
  searchedNode(): number;
  searchedPairs(): number;
  searchedNeighbours(): number;
  clearPairs(): void;
  clearNeighbours(): void;
  boxesAreFit(): void;
  tellContour(culled: number): void;
  keepPairs(count: number, decide: number): number;
  sureContacts(): number;
  decidedEdges(): number;
  keepNeighbours(count: number): number;
  setSubspace(
    rank: number,
    single: number,
    rest: number,
    rows: number,
    coordinates: number,
    ticks: number,
    order: number,
  ): void;
  setMotions(ofNodes: number, means: number, deviations: number, boxes: number, least: number, most: number): void;
  setRadii(ofNodes: number, ofPairs: number, ofSteps: number): void;
  setSparse(nodeCount: number, ticks: number): void;
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
