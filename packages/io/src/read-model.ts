import { detectFormat, nameUnreadable } from './detect-format.ts';
import type { ResolveFile } from './fetch-file.ts';
import { readPly } from './formats/ply/read-ply.ts';
import { readObj } from './formats/read-obj.ts';
import { readOff } from './formats/read-off.ts';
import { readStl } from './formats/read-stl.ts';
import type { DecoderOptions } from './gltf/load-decoders.ts';
import { IoError } from './io-error.ts';
import type { Model } from './model.ts';
import { readGmsh } from './tets/gmsh/read-gmsh.ts';
import { readGaia } from './tets/read-gaia.ts';
import { readTetgen } from './tets/read-tetgen.ts';
import { readVega } from './tets/read-vega.ts';

export interface ReadModelOptions extends DecoderOptions {
  /** File name: chooses the format by its end and names the file in errors. */
  readonly name: string;
  /** Fetches other files that this one refers to (glTF buffers, TetGen's second file, Vega's includes). */
  readonly resolve?: ResolveFile;
  /** Also read materials and pictures, where the format is glTF: see `Model.look`. Default false. */
  readonly look?: boolean;
}

/**
 * Reads a mesh from the bytes of a file.
 *
 * @throws {@link IoError} with file, offset or line, and what was expected.
 *
 * @example
 * const model = await readModel(bytes, { name: 'cloth.ply' });
 * const detector = createDetector(model);
 */
export async function readModel(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  try {
    return await readByFormat(bytes, options);
  } catch (cause) {
    if (cause instanceof IoError) throw cause;
    // a caller's resolve that failed, memory that ran out, or a decoder's own error
    const found = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    throw new IoError({ file: options.name, expected: 'a file that can be read', found, cause });
  }
}

async function readByFormat(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const { name, resolve } = options;
  const format = detectFormat(name, bytes);
  switch (format) {
    case 'gltf': {
      // loaded only now: the glTF part is larger than all others together
      const { readGltf } = await import('./gltf/read-gltf.ts');
      return readGltf(bytes, name, options);
    }
    case 'obj':
      return readObj(bytes, name);
    case 'ply':
      return readPly(bytes, name);
    case 'off':
      return readOff(bytes, name);
    case 'stl':
      return readStl(bytes, name);
    case '3mf': {
      const { read3mf } = await import('./formats/threemf/read-3mf.ts');
      return read3mf(bytes, name);
    }
    case 'gmsh':
      return readGmsh(bytes, name);
    case 'tetgen':
      return readTetgen(bytes, name, resolve);
    case 'vega':
      return readVega(bytes, name, resolve);
    case 'gaia':
      return readGaia(bytes, name);
    case 'fbx':
    case 'collada':
    case 'usd': {
      const { readWithThree } = await import('./three/read-with-three.ts');
      return readWithThree(bytes, name, format, options);
    }
    default: {
      const known = nameUnreadable(name, bytes);
      throw new IoError({
        file: name,
        expected: 'glTF, FBX, Collada, USD, OBJ, PLY, STL, OFF, 3MF, Gmsh, TetGen, Vega or Gaia',
        found: known && `found ${known}`,
      });
    }
  }
}
