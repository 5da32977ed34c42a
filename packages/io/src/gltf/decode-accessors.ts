import { type Accessor, type GLTF, Logger, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { IoError } from '../io-error.ts';
import type { AccessorPlan } from './accessor-plan.ts';
import type { JsonCheck, JsonObject } from './json-check.ts';
import type { GltfBuffers } from './load-buffers.ts';
import { type DecoderOptions, loadDecoders } from './load-decoders.ts';

/** Numbers of one accessor as the file means them: normalised integers are already fractions. */
export interface DecodedAccessor {
  readonly array: Float64Array;
  readonly components: number;
  readonly count: number;
}

/** Decoded accessors by their number in the plan; converted when asked for. */
export class DecodedAccessors {
  private readonly check: JsonCheck;
  private readonly accessors: readonly Accessor[];
  private readonly floatCache = new Map<number, DecodedAccessor>();

  constructor(check: JsonCheck, accessors: readonly Accessor[]) {
    this.check = check;
    this.accessors = accessors;
  }

  /** Finite numbers; shared between callers, so not to be changed. */
  floats(number: number, where: string): DecodedAccessor {
    const known = this.floatCache.get(number);
    if (known) return known;
    const accessor = this.accessors[number];
    const raw = this.raw(number, where);
    const array = Float64Array.from(raw);
    const components = accessor.getElementSize();
    const scale = accessor.getNormalized() ? normalizedScale(raw) : 1;
    for (let i = 0; i < array.length; i++) {
      const value = array[i] * scale;
      if (!Number.isFinite(value)) {
        throw this.check.error(`${where}, item ${Math.floor(i / components)}`, 'finite numbers', String(value));
      }
      // the lowest signed value lies beyond −1 and means −1 too
      array[i] = scale !== 1 && value < -1 ? -1 : value;
    }
    const decoded = { array, components, count: array.length / components };
    this.floatCache.set(number, decoded);
    return decoded;
  }

  /** Whole numbers from 0. */
  indices(number: number, where: string): Uint8Array | Uint16Array | Uint32Array {
    const raw = this.raw(number, where);
    if (raw instanceof Uint8Array || raw instanceof Uint16Array || raw instanceof Uint32Array) return raw;
    throw this.check.error(where, 'unsigned whole numbers', raw.constructor.name);
  }

  private raw(number: number, where: string): NonNullable<ReturnType<Accessor['getArray']>> {
    const raw = this.accessors[number].getArray();
    if (!raw || raw.length % this.accessors[number].getElementSize() !== 0) {
      throw this.check.error(where, 'an accessor with data');
    }
    return raw;
  }
}

function normalizedScale(raw: object): number {
  if (raw instanceof Int8Array) return 1 / 127;
  if (raw instanceof Uint8Array) return 1 / 255;
  if (raw instanceof Int16Array) return 1 / 32767;
  if (raw instanceof Uint16Array) return 1 / 65535;
  return 1;
}

/**
 * Decodes the planned accessors with glTF-Transform: strides, sparse values, meshopt and Draco.
 * `dracoPrimitives` are primitives in the plan's numbers that carry a Draco stream.
 */
export async function decodeAccessors(
  check: JsonCheck,
  plan: AccessorPlan,
  buffers: GltfBuffers,
  dracoPrimitives: readonly JsonObject[],
  options: DecoderOptions,
): Promise<DecodedAccessors> {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const bufferDefs: JsonObject[] = [];
  for (const [buffer, number] of plan.buffers) {
    const bytes = await buffers.load(buffer);
    const uri = `buffer-${number}`;
    bufferDefs[number] = { uri, byteLength: bytes.length };
    // a plain view: glTF-Transform refuses Node's Buffer
    resources[uri] = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  }
  const usesDraco = dracoPrimitives.length > 0;
  const extensionsUsed = [
    ...(usesDraco ? ['KHR_draco_mesh_compression'] : []),
    ...(plan.usesMeshopt ? ['EXT_meshopt_compression'] : []),
  ];
  const json = {
    asset: { version: '2.0' },
    extensionsUsed,
    extensionsRequired: extensionsUsed,
    buffers: bufferDefs,
    bufferViews: plan.bufferViews,
    accessors: plan.accessors,
    meshes: usesDraco ? [{ primitives: dracoPrimitives }] : [],
  };

  try {
    const io = new WebIO()
      .setLogger(new Logger(Logger.Verbosity.SILENT))
      .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression])
      .registerDependencies(await loadDecoders({ draco: usesDraco, meshopt: plan.usesMeshopt }, options));
    const document = await io.readJSON({ json: json as unknown as GLTF.IGLTF, resources });
    return new DecodedAccessors(check, document.getRoot().listAccessors());
  } catch (cause) {
    const found = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    throw new IoError({ file: check.file, expected: 'data that can be decoded', found, cause });
  }
}
