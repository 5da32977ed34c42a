export declare const OUTPUT: string;
export declare function compileKernel(change?: (text: string) => string): Promise<Uint8Array>;
export declare function kernelModule(binary: Uint8Array): string;
