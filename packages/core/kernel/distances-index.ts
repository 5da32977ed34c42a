// The kernel of distances, with a memory of its own: who asks for contacts alone does not load it.
export { addExtent, beginExtent, endExtent, listPairs, setExchange, setPairs, takeVertices } from './near-pairs';
export { keepNear, markNear } from './near-sieve';
export { measureMoving, measureStill, setDistances, sureCount } from './near-distances';
