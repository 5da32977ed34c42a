// Contact between bodies that move in few coordinates. One instance serves one set of bodies of one shape.
export { beginBetween, findBelow, findOwn, searchBetween, setResults } from './inside';
export { beginStep, mapAt, move, place, setRank, sphereAt } from './part';
