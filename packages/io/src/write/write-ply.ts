import { coordinateText as text } from './coordinate-text.ts';
import { checkMeshToWrite, type MeshToWrite, toByte } from './mesh-to-write.ts';

export interface WritePlyOptions {
  /** Default `'binary'`, little-endian. */
  readonly encoding?: 'binary' | 'ascii';
}

/** Writes one mesh as PLY: doubles for a Float64Array, floats for a Float32Array, colours as bytes. */
export function writePly(mesh: MeshToWrite, options: WritePlyOptions = {}): Uint8Array<ArrayBuffer> {
  checkMeshToWrite(mesh, 'writePly');
  const { encoding = 'binary' } = options;
  if (encoding !== 'binary' && encoding !== 'ascii') {
    throw new RangeError(`writePly: encoding must be binary or ascii, got ${encoding}.`);
  }
  const header = new TextEncoder().encode(writeHeader(mesh, encoding));
  return encoding === 'ascii' ? writeText(mesh, header) : writeBinary(mesh, header);
}

function writeHeader({ positions, triangles, colors }: MeshToWrite, encoding: 'binary' | 'ascii'): string {
  const type = positions.BYTES_PER_ELEMENT === 8 ? 'double' : 'float';
  return [
    'ply',
    `format ${encoding === 'ascii' ? 'ascii' : 'binary_little_endian'} 1.0`,
    `element vertex ${positions.length / 3}`,
    ...['x', 'y', 'z'].map((axis) => `property ${type} ${axis}`),
    ...(colors ? ['red', 'green', 'blue'].map((channel) => `property uchar ${channel}`) : []),
    `element face ${triangles.length / 3}`,
    'property list uchar int vertex_indices',
    'end_header',
    '',
  ].join('\n');
}

function writeBinary({ positions, triangles, colors }: MeshToWrite, header: Uint8Array): Uint8Array<ArrayBuffer> {
  const double = positions.BYTES_PER_ELEMENT === 8;
  const vertexBytes = (double ? 24 : 12) + (colors ? 3 : 0);
  const bytes = new Uint8Array(header.length + (vertexBytes * positions.length) / 3 + (13 * triangles.length) / 3);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let v = 0; v < positions.length; v += 3) {
    for (let i = v; i < v + 3; i++) {
      if (double) view.setFloat64(at, positions[i], true);
      else view.setFloat32(at, positions[i], true);
      at += double ? 8 : 4;
    }
    if (colors) for (let i = v; i < v + 3; i++) bytes[at++] = toByte(colors[i]);
  }
  for (let t = 0; t < triangles.length; t += 3) {
    bytes[at++] = 3;
    for (let i = t; i < t + 3; i++) {
      view.setInt32(at, triangles[i], true);
      at += 4;
    }
  }
  return bytes;
}

function writeText({ positions, triangles, colors }: MeshToWrite, header: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const position = `${text(positions[i])} ${text(positions[i + 1])} ${text(positions[i + 2])}`;
    lines.push(
      colors ? `${position} ${toByte(colors[i])} ${toByte(colors[i + 1])} ${toByte(colors[i + 2])}` : position,
    );
  }
  for (let i = 0; i < triangles.length; i += 3) lines.push(`3 ${triangles[i]} ${triangles[i + 1]} ${triangles[i + 2]}`);
  lines.push('');
  const body = new TextEncoder().encode(lines.join('\n'));
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}
