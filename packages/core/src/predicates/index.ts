/** `selfcollide/predicates`: exact answers about a few points. */
export { orient2d, orient3d, segmentMeetsTriangle, segmentsMeet, trianglesMeet } from './checked-predicates.ts';
