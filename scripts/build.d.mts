export declare function buildPackages(options?: { force?: boolean }): Promise<string[]>;
