export declare function buildAssets(outFolder?: string): Promise<void>;
