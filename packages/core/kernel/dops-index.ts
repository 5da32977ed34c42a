// A kernel of its own, with a memory of its own: who asks for contacts alone does not load it.
export { beginBetween, beginWithin, dopTests, setDopWalk, walkDops, walkIsDone } from './dop-walk';
export { compareVertices, fitDops, measureMotion, projectVertices, roundVertices, setDops } from './dops';
