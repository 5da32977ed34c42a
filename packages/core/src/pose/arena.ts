type Kinds = { float64: Float64Array; int32: Int32Array; uint32: Uint32Array; uint8: Uint8Array };

/** So many numbers of a kind, if a name is given in the room of the array of that name. */
type Request = readonly [kind: keyof Kinds, length: number, within?: string];

/** What is wanted: so many numbers of a kind, or a copy of an array that exists. */
export type Field = Request | Float64Array | Int32Array | Uint32Array | Uint8Array;

type ArrayOf<F> = F extends readonly [infer K extends keyof Kinds, number, string?] ? Kinds[K] : F;

/** One block of memory with everything of a mesh and its pose in it. */
export type Arena<F extends Record<string, Field>> = { readonly [K in keyof F]: ArrayOf<F[K]> } & {
  readonly buffer: ArrayBufferLike;
};

/** Where each array begins, so that vectors of four numbers are never cut by a cache line. */
const ALIGNMENT = 64;

const CONSTRUCTORS = { float64: Float64Array, int32: Int32Array, uint32: Uint32Array, uint8: Uint8Array } as const;

/**
 * Lays arrays out one after the other in one buffer, so that threads and a WebAssembly kernel can be given all of them at once, without a
 * copy. Sizes are fixed from then on. Take the arrays out by name once: an arena has too many for V8 to look them up fast, and in a loop that
 * cost 5 to 8 % of a frame.
 *
 * @param allocate Makes the buffer; a SharedArrayBuffer or a WebAssembly memory's will do. It must be filled with 0.
 * @param guard Bytes that nobody uses before the first array and behind each: tests look there for what was written beyond an array.
 */
export function layOut<const F extends Record<string, Field>>(
  fields: F,
  allocate: (byteLength: number) => ArrayBufferLike = (byteLength) => new ArrayBuffer(byteLength),
  guard = 0,
): Arena<F> {
  const starts = new Map<string, number>();
  let bytes = Math.ceil(guard / ALIGNMENT) * ALIGNMENT;
  for (const [name, field] of Object.entries(fields)) {
    if (hostOf(field) !== undefined) continue;
    starts.set(name, bytes);
    bytes += Math.ceil((byteLengthOf(field) + guard) / ALIGNMENT) * ALIGNMENT;
  }
  const buffer = allocate(bytes);
  const arena: Record<string, unknown> = { buffer };
  for (const [name, field] of Object.entries(fields)) {
    const [kind, length] = isRequest(field) ? field : ([kindOf(field), field.length] as const);
    const host = hostOf(field);
    if (host !== undefined && !(byteLengthOf(field) <= byteLengthOf(fields[host]))) {
      throw new RangeError(`layOut: ${name} must have room in ${host}, got ${byteLengthOf(field)} bytes.`);
    }
    // a shared buffer does as well
    const array = new CONSTRUCTORS[kind](buffer as ArrayBuffer, starts.get(host ?? name), length);
    if (!isRequest(field)) array.set(field);
    arena[name] = array;
  }
  return arena as Arena<F>;
}

/** Bytes of those arrays that lie in an arena. */
export function bytesWithin(
  { buffer }: { readonly buffer: ArrayBufferLike },
  arrays: readonly ArrayBufferView[],
): number {
  return arrays.reduce((sum, array) => (array.buffer === buffer ? sum + array.byteLength : sum), 0);
}

function hostOf(field: Field): string | undefined {
  return isRequest(field) ? field[2] : undefined;
}

function isRequest(field: Field): field is Request {
  return Array.isArray(field);
}

function kindOf(array: Exclude<Field, Request>): keyof Kinds {
  if (array instanceof Float64Array) return 'float64';
  if (array instanceof Int32Array) return 'int32';
  return array instanceof Uint32Array ? 'uint32' : 'uint8';
}

function byteLengthOf(field: Field): number {
  return isRequest(field) ? field[1] * CONSTRUCTORS[field[0]].BYTES_PER_ELEMENT : field.byteLength;
}

/** Bytes of an array that has its memory for itself; 0 for one that was laid out with others. */
export function ownBytes({
  byteLength,
  buffer,
}: {
  readonly byteLength: number;
  readonly buffer: ArrayBufferLike;
}): number {
  return byteLength === buffer.byteLength ? byteLength : 0;
}
