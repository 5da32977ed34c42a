export { setBoxes, setCounts, setMasks, setPairs, setPose, setTree } from './addresses';
export { measureExtent, refitBoxes, writePlaces } from './boxes';
export { refitMasks } from './masks';
export { checkDoubles, checkFloats, takeDoubles, takeFloats } from './pose';
export { keepNeighbours, keepPairs } from './sieve';
export { boxTests, farPairs, findPairs, isWaiting, resumePairs } from './traversal';
