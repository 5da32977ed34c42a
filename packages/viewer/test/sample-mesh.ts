import { writeGlb, writeObj, writePly } from '@selfcollide/io';
import { makeScene } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { compressedSample } from '../../io/test/gltf/compressed-sample.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** A small mesh that meets itself, in every format that a hand might drop, and its number of contacts. */
export async function sampleFiles() {
  const scene = await makeScene('twisted-sheet', { triangles: 600, frames: 10 });
  const pose = new Float64Array(scene.mesh.positions.length);
  scene.frame(9, pose);
  // floats, so that every format holds the same numbers
  const positions = Float64Array.from(Float32Array.from(pose));
  const { triangles } = scene.mesh;
  const mesh = { positions, triangles };
  const detector = createDetector(mesh);
  return {
    /** The same mesh before it meets itself. */
    restOff: encode(offText(scene.mesh.positions, triangles)),
    count: detector.findIntersections().count,
    /** As glTF with its buffer in a file of its own. */
    gltf: splitGlb(writeGlb([mesh]), 'sheet'),
    files: [
      { name: 'sheet.obj', bytes: writeObj([mesh]) },
      { name: 'sheet.ply', bytes: writePly(mesh) },
      { name: 'sheet.glb', bytes: writeGlb([mesh]) },
      { name: 'packed.glb', bytes: await compressedSample(mesh, 'meshopt') },
      { name: 'draco.glb', bytes: await compressedSample(mesh, 'draco') },
      { name: 'sheet.off', bytes: encode(offText(positions, triangles)) },
      { name: 'sheet.stl', bytes: encode(stlText(positions, triangles)) },
    ],
  };
}

/** The two chunks of a GLB as two files. */
function splitGlb(glb: Uint8Array, name: string) {
  const view = new DataView(glb.buffer, glb.byteOffset);
  const jsonEnd = 20 + view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, jsonEnd)));
  json.buffers[0].uri = `${name}.bin`;
  return [
    { name: `${name}.gltf`, bytes: encode(JSON.stringify(json)) },
    { name: `${name}.bin`, bytes: glb.slice(jsonEnd + 8) },
  ];
}

function rows(numbers: ArrayLike<number>): string[] {
  return Array.from(
    { length: numbers.length / 3 },
    (_, i) => `${numbers[3 * i]} ${numbers[3 * i + 1]} ${numbers[3 * i + 2]}`,
  );
}

function offText(positions: Float64Array, triangles: Uint32Array): string {
  const faces = rows(triangles).map((row) => `3 ${row}`);
  return [`OFF`, `${positions.length / 3} ${faces.length} 0`, ...rows(positions), ...faces].join('\n');
}

function stlText(positions: Float64Array, triangles: Uint32Array): string {
  const points = rows(positions);
  const facets = Array.from({ length: triangles.length / 3 }, (_, t) => {
    const corners = [...triangles.subarray(3 * t, 3 * t + 3)].map((v) => `vertex ${points[v]}`);
    return `facet normal 0 0 0\nouter loop\n${corners.join('\n')}\nendloop\nendfacet`;
  });
  return `solid sheet\n${facets.join('\n')}\nendsolid sheet\n`;
}
