export { type FixSelfCollisionsOptions, fixSelfCollisions } from './fix-self-collisions.ts';
export { inspectSelfCollisions, type SelfcollideOptions, SelfIntersectionError, selfcollide } from './selfcollide.ts';
