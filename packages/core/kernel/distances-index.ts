// The kernel of distances, with a memory of its own: who asks for contacts alone does not load it.
export { attach } from './layout-distances';
export { addExtent, beginExtent, endExtent, listPairs, takeVertices } from './near-pairs';
export { keepNear, markNear } from './near-sieve';
export { measureMoving, measureStill, sureCount } from './near-distances';
