import type { KernelCalls } from '../../src/kernel/kernel.ts';
import { type Arena, type Field, layOut } from '../../src/pose/arena.ts';

export interface KernelRoom<F extends Record<string, Field>> {
  readonly arena: Arena<F>;
  readonly calls: KernelCalls;
}

/** Arrays in the memory of a kernel of these bytes, whose addresses it does not know yet. */
export function createKernelRoom<const F extends Record<string, Field>>(binary: Uint8Array, fields: F): KernelRoom<F> {
  let calls: KernelCalls | undefined;
  const arena = layOut(fields, (byteLength) => {
    const pages = Math.ceil((byteLength + 64) / 2 ** 16);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary as BufferSource), { env: { memory } });
    calls = instance.exports as unknown as KernelCalls;
    return memory.buffer;
  });
  return { arena, calls: calls! };
}
