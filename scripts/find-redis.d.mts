export declare function findRedis(): string | undefined;
