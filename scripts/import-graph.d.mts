/** From each node to those it imports, all sorted. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function readPackageGraph(root: string): ImportGraph;
export function readFolderGraph(src: string): ImportGraph;
export function findCycle(graph: ImportGraph): string[] | undefined;
export function rankNodes(graph: ImportGraph): Map<string, number>;
export function formatGraph(title: string, graph: ImportGraph): string;
export function readGraphBlock(document: string): string | undefined;
export function replaceGraphBlock(document: string, text: string): string;
export function describeImports(root: string): { graphs: [title: string, graph: ImportGraph][]; text: string };
