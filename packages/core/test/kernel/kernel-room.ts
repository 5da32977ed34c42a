import type { KernelCalls } from '../../src/kernel/kernel.ts';
import { type KernelMemory, layOutKernel } from '../../src/kernel/kernel-memory.ts';
import { MESH_LAYOUT, type MeshSizes } from '../../src/kernel/layout-mesh.ts';
import type { Arena, Field } from '../../src/pose/arena.ts';

export interface KernelRoom<F extends Record<string, Field>> {
  readonly arena: Arena<F>;
  readonly calls: KernelCalls;
}

/** Rows of the table by name, of any length, in the memory of a kernel of these bytes. */
export function createKernelRoom<const F extends Record<string, Field>>(
  binary: Uint8Array,
  fields: F,
  counts: Partial<MeshSizes> = {},
): KernelRoom<F> {
  const unknown = Object.keys(fields).find((name) => !MESH_LAYOUT.rows.includes(name));
  if (unknown !== undefined) throw new RangeError(`createKernelRoom: fields must be rows, got ${unknown}.`);
  return layOutKernel(fields, MESH_LAYOUT, counts, memoryOf<KernelCalls>(binary));
}

/** Memory of a kernel of these bytes. */
export function memoryOf<Calls>(binary: Uint8Array): (byteLength: number) => KernelMemory<Calls> {
  return (byteLength) => {
    const pages = Math.ceil((byteLength + 128) / 2 ** 16);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary as BufferSource), { env: { memory } });
    return { calls: instance.exports as unknown as Calls, buffer: memory.buffer };
  };
}
