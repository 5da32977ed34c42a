export type { Animation } from './animation.ts';
export { isModelName } from './detect-format.ts';
export type { ResolveFile } from './fetch-file.ts';
export type { CorrectedClip, FitOptions } from './gltf/fit-correctives.ts';
export { IoError, type IoErrorDetails } from './io-error.ts';
export { type FileLocation, locateInFile, objectLabels, vertexInFile } from './locate-in-file.ts';
export type { Look, LookMaterial } from './look.ts';
export type {
  AnimationInfo,
  FileNumbers,
  Materials,
  MeshObject,
  MeshPart,
  Model,
  ModelFormat,
  Polygons,
} from './model.ts';
export { type MorphModes, type MorphModesOptions, morphModes } from './morph-modes.ts';
export { type NamedParts, nameParts } from './name-parts.ts';
export { type ReadModelOptions, readModel } from './read-model.ts';
export { bindPose, type SampleOptions, sampleAnimation } from './sample-animation.ts';
export { type MatchedSequence, matchSequence } from './sequence/match-sequence.ts';
export {
  type OpenSequenceOptions,
  openSequence,
  type Sequence,
  type SequenceFrame,
  sameTopology,
} from './sequence/open-sequence.ts';
export { type PointCacheOptions, readPointCache } from './sequence/read-point-cache.ts';
export type { MeshToWrite } from './write/mesh-to-write.ts';
export { type CorrectedFile, CorrectiveWriter } from './write/write-correctives.ts';
export { writeGlb } from './write/write-glb.ts';
export { writeObj } from './write/write-obj.ts';
export { writePc2 } from './write/write-pc2.ts';
export { type WritePlyOptions, writePly } from './write/write-ply.ts';
export { type WriteWavOptions, writeWav } from './write/write-wav.ts';
