export { inspectSelfCollisions, type SelfcollideOptions, SelfIntersectionError, selfcollide } from './selfcollide.ts';
