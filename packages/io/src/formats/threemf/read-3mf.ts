import { unzipSync } from 'fflate';
import { IoError } from '../../io-error.ts';
import type { MeshObject, Model } from '../../model.ts';
import { type ModelPart, parseModelPart, type Resource, type Transform } from './parse-model-part.ts';

/** Millimetres per unit of the format. */
const UNITS: Readonly<Record<string, number>> = {
  micron: 1e-3,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1000,
};

/** Components may hold components; deeper than this, a file goes round in circles. */
const MAX_DEPTH = 64;
/** Triangles that a few components of components can add up to. */
const MAX_TRIANGLES = 2 ** 28;
/** What a part may have after unpacking. */
const MAX_PART_BYTES = 2 ** 31;

const ROOT = '3D/3dmodel.model';

/**
 * Reads 3MF: all objects that the build names, each item an object of its own, in millimetres. Meshes and components, with the production
 * extension's parts in other files of the package.
 */
export function read3mf(bytes: Uint8Array, file: string): Model {
  const parts = new PackageParts(bytes, file);
  const root = parts.get(parts.rootName());
  const scale = UNITS[root.unit];
  if (scale === undefined) {
    throw new IoError({
      file,
      expected: `a unit of 3MF (${Object.keys(UNITS).join(', ')})`,
      found: `found ${root.unit}`,
    });
  }
  const pieces: Piece[] = [];
  const room = { triangles: MAX_TRIANGLES };
  for (const { part = root.name, id, transform } of root.items) {
    const name = parts.resource(part, id).name;
    const place = { name: name === '' ? `object ${id}` : name, pieces, room };
    collect(parts, part, id, transform, place, 0);
  }
  if (pieces.length === 0)
    throw new IoError({ file, expected: 'a build with at least one triangle', found: 'found none' });
  const warnings = [...parts.warnings()];
  if (scale !== 1) warnings.push(`The unit of the file is ${root.unit}; coordinates are given in millimetres.`);
  return { ...assemble(pieces, scale), name: file, format: '3mf', animations: [], warnings };
}

interface Piece {
  readonly name: string;
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

interface Place {
  readonly name: string;
  readonly pieces: Piece[];
  readonly room: { triangles: number };
}

function collect(
  parts: PackageParts,
  part: string,
  id: string,
  transform: Transform | undefined,
  place: Place,
  depth: number,
) {
  const { file } = parts;
  if (depth > MAX_DEPTH)
    throw new IoError({ file, expected: 'components that end', found: `object ${id} holds itself` });
  const { mesh, components } = parts.resource(part, id);
  if (mesh && mesh.triangles.length > 0) {
    place.room.triangles -= mesh.triangles.length / 3;
    if (place.room.triangles < 0) throw new IoError({ file, expected: `at most ${MAX_TRIANGLES} triangles` });
    const { triangles } = mesh;
    place.pieces.push({ name: place.name, positions: moved(mesh.positions, transform), triangles });
  }
  for (const component of components) {
    const both = component.transform ? concatenate(component.transform, transform) : transform;
    collect(parts, component.part ?? part, component.id, both, place, depth + 1);
  }
}

/** Row vectors, as the format has it: x' = x · M. */
function moved(positions: Float64Array, transform: Transform | undefined): Float64Array {
  if (!transform) return positions;
  const out = new Float64Array(positions.length);
  for (let v = 0; v < positions.length; v += 3) {
    for (let axis = 0; axis < 3; axis++) {
      out[v + axis] =
        positions[v] * transform[axis] +
        positions[v + 1] * transform[3 + axis] +
        positions[v + 2] * transform[6 + axis] +
        transform[9 + axis];
    }
  }
  return out;
}

/** First `a`, then `b`. */
function concatenate(a: Transform, b: Transform | undefined): Transform {
  return b
    ? [
        ...moved(Float64Array.from(a.slice(0, 9)), [...b.slice(0, 9), 0, 0, 0]),
        ...moved(Float64Array.from(a.slice(9)), b),
      ]
    : a;
}

function assemble(
  pieces: readonly Piece[],
  scale: number,
): Pick<Model, 'positions' | 'triangles' | 'objects' | 'numbers'> {
  const vertexCount = pieces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const corners = pieces.reduce((sum, { triangles }) => sum + triangles.length, 0);
  const positions = new Float64Array(3 * vertexCount);
  const triangles = new Uint32Array(corners);
  const objects: MeshObject[] = [];
  let [firstVertex, firstCorner] = [0, 0];
  for (const piece of pieces) {
    positions.set(scale === 1 ? piece.positions : piece.positions.map((x) => x * scale), 3 * firstVertex);
    triangles.set(
      piece.triangles.map((v) => v + firstVertex),
      firstCorner,
    );
    const part = {
      firstTriangle: firstCorner / 3,
      triangleCount: piece.triangles.length / 3,
      firstVertex,
      vertexCount: piece.positions.length / 3,
    };
    objects.push({ name: piece.name, ...part, parts: [part] });
    firstVertex += part.vertexCount;
    firstCorner += piece.triangles.length;
  }
  return { positions, triangles, objects, numbers: { base: 0, perPart: true } };
}

/** The parts of a package, each unpacked and parsed when first asked for. */
class PackageParts {
  readonly file: string;
  readonly #bytes: Uint8Array;
  readonly #parsed = new Map<string, ModelPart>();

  constructor(bytes: Uint8Array, file: string) {
    this.#bytes = bytes;
    this.file = file;
  }

  /** The part that the package's relationships call its model; the usual name where there are none. */
  rootName(): string {
    const relationships = this.#unpack('_rels/.rels');
    const text = relationships ? new TextDecoder().decode(relationships) : '';
    for (const [tag] of text.matchAll(/<Relationship\b[^>]*>/g)) {
      if (!/Type\s*=\s*["'][^"']*\/3dmodel["']/.test(tag)) continue;
      const target = /Target\s*=\s*["']([^"']+)["']/.exec(tag)?.[1];
      if (target) return partName(target);
    }
    return ROOT;
  }

  get(name: string): ModelPart {
    const known = this.#parsed.get(name);
    if (known) return known;
    const bytes = this.#unpack(name);
    if (!bytes) throw new IoError({ file: this.file, expected: `a part ${name} in the package` });
    const part = parseModelPart(bytes, name, this.file);
    this.#parsed.set(name, part);
    return part;
  }

  resource(part: string, id: string): Resource {
    const resource = this.get(part).objects.get(id);
    if (!resource) throw new IoError({ file: this.file, expected: `an object ${id} in ${part}` });
    return resource;
  }

  warnings(): Set<string> {
    return new Set([...this.#parsed.values()].flatMap((part) => part.warnings));
  }

  #unpack(name: string): Uint8Array | undefined {
    try {
      const found = unzipSync(this.#bytes, {
        filter: ({ name: own, originalSize }) => {
          if (partName(own) !== name) return false;
          if (originalSize > MAX_PART_BYTES) throw new Error(`${own} would have ${originalSize} bytes`);
          return true;
        },
      });
      return Object.values(found)[0];
    } catch (cause) {
      const found = cause instanceof Error ? cause.message : String(cause);
      throw new IoError({ file: this.file, expected: 'a ZIP archive that is whole', found, cause });
    }
  }
}

/** Names of parts may begin with a slash. */
function partName(path: string): string {
  return path.replace(/^\/+/, '');
}
