import { plural, type ReviewFile, UNSEARCHED } from '@selfcollide/kit';
import type { OpenedMesh } from './messages.ts';

/** A mesh of which no frame has been searched yet. */
export function reviewOfMesh(mesh: OpenedMesh): ReviewFile & { counts: Int32Array } {
  const { name, about, clips, warnings, triangles, vertexCount, frameCount } = mesh;
  const sizes = [plural(triangles.length / 3, 'triangle'), plural(vertexCount, 'vertex', 'vertices')];
  const facts = [about, [...sizes, ...(frameCount > 1 ? [plural(frameCount, 'frame')] : [])].join(', ')];
  return {
    ...{ name, clips, warnings, facts, impacts: [], noun: 'contact', shownNote: '' },
    counts: new Int32Array(frameCount).fill(UNSEARCHED),
    shown: Uint32Array.from({ length: frameCount }, (_, i) => i),
  };
}
