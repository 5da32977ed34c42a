export { attach } from './layout-mesh';
export { refitAltitudeMasks } from './altitude-masks';
export { listAsked } from './choice';
export { measureExtent, writeLinearPlaces, writePlaces } from './boxes';
export { beginBoxes, fittedBoxes, refitBoxes, takeBoxes } from './fit-boxes';
export { joinMasks, offerPlaceMasks, refitMasks, refitPlaceMasks } from './masks';
export { refitMarginMasks } from './moving-altitude-masks';
export { measureStepExtent, refitStepBoxes, writeStepPlaces } from './moving-boxes';
export { refitMovingMasks, takeEndMasks } from './moving-masks';
export { beginStepSearch, certifyStep, clearStepPairs, limitStart, searchStep, stepBoxesAreFit, stepPairs } from './moving-search';
export { siftedPairs, siftFeatures } from './moving-sieve';
export { sortNodes } from './node-kinds';
export { boxesAreFit, certifyPose, clearNeighbours, clearPairs, searchedNeighbours, searchedPairs } from './open-nodes';
export { checkDoubles, checkFloats, takeDoubles, takeFloats } from './pose';
export { beginSearch, cullsNode, masksAreFit, search, setSearch } from './search';
export { decidedEdges, keepPairs, sureContacts } from './sieve';
export { keepNeighbours } from './sieve-neighbours';
export { boxTests, farPairs, findPairs, isWaiting, resumePairs } from './traversal';
export {
  beginSparse,
  clearSparse,
  isSparsePlain,
  searchSparse,
  sparseCost,
  sparseCulled,
  sparseNeighbours,
  sparsePairs,
  sparseTests,
} from './sparse-search';
export { placeAll, setSubspace } from './subspace';
