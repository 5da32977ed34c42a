export declare const OUTPUT: string;
export declare function compileKernel(
  change?: (text: string) => string,
  flags?: readonly string[],
): Promise<Uint8Array>;
export declare function kernelModule(binary: Uint8Array): string;
