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
