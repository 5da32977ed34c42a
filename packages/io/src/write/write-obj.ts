import { coordinateText as text } from './coordinate-text.ts';
import { checkMeshToWrite, type MeshToWrite } from './mesh-to-write.ts';

/** Lines per piece of text: long enough to be quick, short enough not to double the memory. */
const LINES_PER_CHUNK = 4096;

/** Writes meshes as one OBJ file, an object each. Coordinates are written so that they read back bit-identical. */
export function writeObj(meshes: readonly MeshToWrite[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let lines: string[] = [];
  const push = (line: string): void => {
    lines.push(line);
    if (lines.length >= LINES_PER_CHUNK) flush();
  };
  const flush = (): void => {
    if (lines.length > 0) chunks.push(encoder.encode(`${lines.join('\n')}\n`));
    lines = [];
  };

  let base = 1;
  for (const mesh of meshes) {
    checkMeshToWrite(mesh, 'writeObj');
    const { name, positions, triangles, colors, objects } = mesh;
    if (name && !objects) push(`o ${nameText(name)}`);
    for (let i = 0; i < positions.length; i += 3) {
      const position = `v ${text(positions[i])} ${text(positions[i + 1])} ${text(positions[i + 2])}`;
      push(colors ? `${position} ${colors[i]} ${colors[i + 1]} ${colors[i + 2]}` : position);
    }
    let object = 0;
    for (let i = 0; i < triangles.length; i += 3) {
      while (objects && object < objects.length && 3 * objects[object].firstTriangle <= i) {
        push(`o ${nameText(objects[object++].name)}`);
      }
      push(`f ${triangles[i] + base} ${triangles[i + 1] + base} ${triangles[i + 2] + base}`);
    }
    base += positions.length / 3;
  }
  flush();
  return concatenate(chunks);
}

function nameText(name: string): string {
  return name.replace(/[\r\n#\\]+/g, '_');
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
