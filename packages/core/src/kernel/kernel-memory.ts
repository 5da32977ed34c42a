import { type Arena, type Field, layOut } from '../pose/arena.ts';

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

/** The part of WebAssembly that is used: core is compiled without the types of a browser or of Node. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number; maximum: number }) => WebAssemblyMemory;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WebAssemblyMemory } },
  ) => { readonly exports: unknown };
};

const PAGE = 2 ** 16;
/** Vectors and boxes are read of which only a part is used: so many bytes behind the last array must be there. */
const SLACK = 128;

/** Memory with the kernel at work in it. */
export interface KernelMemory<Calls> {
  readonly calls: Calls;
  readonly buffer: ArrayBuffer;
}

/** Names of the counts and arrays that a kernel knows, in the order in which it reads them: generated, see packages/core/kernel/layout.table.mjs. */
interface KernelLayout {
  readonly counts: readonly string[];
  readonly rows: readonly string[];
}

/** Puts so many bytes between arrays, and calls of its own around the kernel's: tests find out what is written beyond an array. `change` may make arrays shorter, to show that this is found out. */
export interface KernelWatch {
  readonly guard: number;
  change?(fields: Record<string, Field>): Record<string, Field>;
  watch<Calls extends object>(arena: Arena<Record<string, Field>>, calls: Calls): Calls;
}

let watching: KernelWatch | null = null;

/** For tests: watches every kernel that is made from now on, or none. Returns who did so far. */
export function watchKernels(watch: KernelWatch | null): KernelWatch | null {
  const before = watching;
  watching = watch;
  return before;
}

/**
 * Lays arrays out in the memory of a kernel, and tells it once, before all else, where they are. An array that is not there has address 0, a count 0.
 *
 * @throws whatever WebAssembly throws.
 */
export function layOutKernel<Calls extends { attach(table: number): void }, const F extends Record<string, Field>>(
  fields: F,
  { counts, rows }: KernelLayout,
  sizes: object,
  createMemory: (byteLength: number) => KernelMemory<Calls>,
): { readonly arena: Arena<F>; readonly calls: Calls } {
  let memory: KernelMemory<Calls> | null = null;
  const create = (byteLength: number) => {
    memory = createMemory(byteLength);
    return memory.buffer;
  };
  const table = ['uint32', counts.length + rows.length] as const;
  const wanted: Record<string, Field> = { ...fields, table };
  const all = layOut(watching?.change?.(wanted) ?? wanted, create, watching?.guard);
  const numbers = sizes as Readonly<Record<string, number | undefined>>;
  (all.table as Uint32Array).set([
    ...counts.map((name) => numbers[name] ?? 0),
    ...rows.map((name) => all[name]?.byteOffset ?? 0),
  ]);
  let { calls } = memory!;
  if (watching !== null) calls = watching.watch(all, calls);
  calls.attach(all.table.byteOffset);
  return { arena: all as unknown as Arena<F>, calls };
}

/** By their bytes. The same for every detector, so each is compiled once: what differs is in its instances. */
const modules = new Map<string, object>();

/** @throws whatever WebAssembly throws: no such thing here, forbidden by the page, no memory. */
export function createKernelMemory<Calls>(byteLength: number, hex: string): KernelMemory<Calls> {
  const module = modules.get(hex) ?? new WebAssembly.Module(decode(hex));
  modules.set(hex, module);
  const pages = Math.ceil((byteLength + SLACK) / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { calls: exports as Calls, buffer: memory.buffer };
}

/** Two digits a byte, 0–9 and a–f: see kernelModule of scripts/build-kernel.mjs. */
function decode(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hex.charCodeAt(2 * i);
    const low = hex.charCodeAt(2 * i + 1);
    // letters begin at 97, digits at 48
    bytes[i] = 16 * ((high & 15) + 9 * (high >> 6)) + (low & 15) + 9 * (low >> 6);
  }
  return bytes;
}
