export interface KernelFiles {
  readonly source: string;
  readonly output: string;
  readonly name: string;
}
export declare const KERNELS: {
  readonly mesh: KernelFiles;
  readonly dops: KernelFiles;
  readonly distances: KernelFiles;
  readonly tets: KernelFiles;
  readonly bodies: KernelFiles;
};
export declare function compileKernel(
  change?: (text: string) => string,
  flags?: readonly string[],
  kernel?: KernelFiles,
): Promise<Uint8Array>;
export declare function kernelModule(binary: Uint8Array, kernel?: KernelFiles): string;
