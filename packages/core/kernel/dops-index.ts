// A kernel of its own, with a memory of its own: who asks for contacts alone does not load it.
export { attach } from './layout-dops';
export { beginBetween, beginWithin, dopTests, walkDops, walkIsDone } from './dop-walk';
export { compareVertices, fitDops, measureMotion, projectVertices, roundVertices } from './dops';
